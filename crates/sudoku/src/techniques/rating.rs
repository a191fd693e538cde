//! Rating: the difficulty of a puzzle for people.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::Progress;

use super::level::Level;
use super::patterns::Technique;
use super::step::HARD_TO_SEE;
use super::walk::{PuzzleWalk, WalkEnd, WalkStep};
use crate::model::{Constraint, HouseKind, HouseName, Puzzle, Rules, Solution};

/// Name and version of the scale: a score changes only with it.
pub const SCALE: &str = "quadrille/1";

/// Name and version of the scale of puzzles with constraints.
pub const CONSTRAINED_SCALE: &str = "quadrille/2";

/// Difficulty of each further step of the same constraints: they need not be understood again.
const FURTHER_STEP: u64 = 4;

/// How many times the hardest step counts, in addition to the sum of all steps.
const HARDEST_FACTOR: u64 = 10;

/// Difficulty of a hidden single in a house that is not a box: harder to see than one in a box.
const HIDDEN_SINGLE_IN_LINE: u64 = 7;

/// Difficulty of a puzzle on the scale [`SCALE`].
///
/// The score is the sum of the difficulties of all steps of its [path](super::PathSearch), and a multiple of the hardest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    counts: [u32; Technique::ALL.len()],
    /// Hidden singles in other houses than boxes.
    hidden_singles_in_lines: u32,
    /// Difficulty of the steps beyond the difficulties of their techniques.
    beyond_techniques: i64,
    /// The most difficult step with constraints.
    hardest_constrained: u64,
    has_constraints: bool,
}

impl Rating {
    const NONE: Self = Self {
        counts: [0; Technique::ALL.len()],
        hidden_singles_in_lines: 0,
        beyond_techniques: 0,
        hardest_constrained: 0,
        has_constraints: false,
    };

    /// The score: higher is harder.
    pub fn score(&self) -> u64 {
        let lines = u64::from(self.hidden_singles_in_lines);
        let mut sum = lines * (HIDDEN_SINGLE_IN_LINE - Technique::HiddenSingle.difficulty());
        let mut hardest = if lines > 0 { HIDDEN_SINGLE_IN_LINE } else { 0 };
        for (technique, count) in self.steps() {
            sum += u64::from(count) * technique.difficulty();
            hardest = hardest.max(technique.difficulty());
        }
        sum.saturating_add_signed(self.beyond_techniques)
            + HARDEST_FACTOR * hardest.max(self.hardest_constrained)
    }

    /// Name and version of the scale of the score.
    pub fn scale(&self) -> &'static str {
        if self.has_constraints { CONSTRAINED_SCALE } else { SCALE }
    }

    /// The level of the hardest technique; the first for a solved grid.
    pub fn level(&self) -> Level {
        self.hardest().map_or(Level::Easy, Technique::level)
    }

    /// The hardest technique used; `None` for a solved grid.
    pub fn hardest(&self) -> Option<Technique> {
        self.steps().map(|(technique, _)| technique).last()
    }

    /// The techniques used, in order of difficulty, with their numbers of steps.
    pub fn steps(&self) -> impl Iterator<Item = (Technique, u32)> + '_ {
        Technique::ALL.iter().copied().zip(self.counts).filter(|&(_, count)| count > 0)
    }

    /// Whether a technique is among the steps.
    pub fn has(&self, technique: Technique) -> bool {
        self.counts[technique.index()] > 0
    }

    /// Number of hidden singles in rows, columns and other houses than boxes.
    pub fn hidden_singles_in_lines(&self) -> u32 {
        self.hidden_singles_in_lines
    }

    /// Whether full houses, hidden and naked singles suffice.
    pub fn singles_suffice(&self) -> bool {
        self.level() == Level::Easy
    }
}

/// Search of the rating of a puzzle, which can be paused.
#[derive(Clone, Debug)]
pub struct RatingSearch {
    walk: PuzzleWalk,
    /// Whether each house is a box or another region.
    is_box: Vec<bool>,
    /// Whether each house is a diagonal, a window or a group.
    is_hard_to_see: Vec<bool>,
    /// The constraints of each step so far, each list once.
    used: BTreeSet<Vec<usize>>,
    rating: Rating,
}

impl RatingSearch {
    /// Creates the search. `solution` is the only solution of the puzzle, if the caller has proved that it is.
    pub fn new(puzzle: &Puzzle, solution: Option<Solution>) -> Self {
        Self {
            is_box: puzzle.rules().layout().is_region().collect(),
            is_hard_to_see: houses_hard_to_see(puzzle.rules()),
            used: BTreeSet::new(),
            walk: PuzzleWalk::new(puzzle, solution),
            rating: Rating { has_constraints: !puzzle.rules().is_unconstrained(), ..Rating::NONE },
        }
    }

    /// Begins with another puzzle. For puzzles of equal rules, it allocates for steps beyond singles only.
    pub fn restart(&mut self, puzzle: &Puzzle, solution: Option<Solution>) {
        if self.rules_differ(puzzle) {
            *self = Self::new(puzzle, solution);
        } else {
            self.walk.restart(puzzle, solution);
            self.rating = Rating { has_constraints: self.rating.has_constraints, ..Rating::NONE };
            self.used.clear();
        }
    }

    fn rules_differ(&self, puzzle: &Puzzle) -> bool {
        self.walk.rules().is_none_or(|rules| rules != puzzle.rules())
    }

    /// Searches on, for at most `budget` searches for a technique, a few milliseconds, or until `stop` is set.
    pub fn advance(&mut self, budget: u64, stop: &AtomicBool) -> Progress {
        let Self { rating, is_box, is_hard_to_see, used, .. } = self;
        self.walk.advance(budget, stop, |found| {
            let technique = match &found {
                WalkStep::Single(technique, _) => *technique,
                WalkStep::Other(step) => step.technique,
            };
            rating.counts[technique.index()] += 1;
            if let WalkStep::Single(_, single) = found
                && technique == Technique::HiddenSingle
                && single.house.is_none_or(|house| !is_box[house])
            {
                rating.hidden_singles_in_lines += 1;
            }
            if rating.has_constraints {
                let (difficulty, hardest) = constrained_difficulty(&found, is_hard_to_see, used);
                rating.beyond_techniques += difficulty as i64 - technique.difficulty() as i64;
                rating.hardest_constrained = rating.hardest_constrained.max(hardest);
            }
            true
        })
    }

    /// The rating; `None` if the search did not end at the solution.
    pub fn rating(&self) -> Option<&Rating> {
        (self.walk.end() == Some(WalkEnd::Solved)).then_some(&self.rating)
    }

    /// The steps so far. Further steps only add to them.
    pub(crate) fn so_far(&self) -> &Rating {
        &self.rating
    }

    /// Whether a technique is among the steps so far, or may be among the further ones. `false` is certain.
    pub(crate) fn may_have(&self, technique: Technique) -> bool {
        self.rating.has(technique) || self.walk.may_occur(technique)
    }

    /// Where the path of the puzzle ends; `None` before that.
    pub fn end(&self) -> Option<WalkEnd> {
        self.walk.end()
    }

    /// Number of searches for a technique so far.
    pub fn searches(&self) -> u64 {
        self.walk.searches()
    }
}

/// Difficulty of a step that counts in the sum, and as the hardest step.
fn constrained_difficulty(
    found: &WalkStep,
    is_hard_to_see: &[bool],
    used: &mut BTreeSet<Vec<usize>>,
) -> (u64, u64) {
    match found {
        WalkStep::Single(technique, single) => {
            let is_hard = single.house.is_some_and(|house| is_hard_to_see[house]);
            let difficulty = technique.difficulty() + if is_hard { HARD_TO_SEE } else { 0 };
            (difficulty, difficulty)
        }
        WalkStep::Other(step) => {
            let difficulty = step.difficulty(is_hard_to_see);
            let rule = step.deduction.rule.as_ref();
            let is_further = rule.is_some_and(|rule| !used.insert(rule.constraints.clone()));
            (if is_further { FURTHER_STEP } else { difficulty }, difficulty)
        }
    }
}

/// For each house, whether it is a diagonal, a window or a group.
fn houses_hard_to_see(rules: &Rules) -> Vec<bool> {
    let is_hard = |name: HouseName| {
        let constraint = name.number.checked_sub(1).and_then(|index| rules.constraints().get(index));
        name.kind == HouseKind::Constraint
            && matches!(
                constraint,
                Some(Constraint::Diagonals(_) | Constraint::Windoku(_) | Constraint::DisjointGroups(_))
            )
    };
    rules.layout().houses().map(|house| is_hard(house.name)).collect()
}

#[cfg(test)]
mod tests {
    use quadrille_exact_cover::unstable::SplitMix64;

    use super::*;
    use crate::model::BoxShape;
    use crate::techniques::path::PathSearch;
    use crate::techniques::testing;

    #[test]
    fn rating_counts_the_steps_of_the_path() {
        let (mut random, rules) = (SplitMix64::new(5), testing::rules(9));
        let mut search = RatingSearch::new(&testing::puzzle(&".".repeat(16)), None);
        for _ in 0..30 {
            let full = testing::random_solution(&mut random, &rules, BoxShape::usual(9));
            let puzzle = testing::random_unique_puzzle(&mut random, &rules, &full);
            let solution = Solution::certify(&puzzle, full).expect("the solution");
            let go = AtomicBool::new(false);
            let mut path = PathSearch::new(&puzzle, Some(solution.clone()));
            while path.advance(u64::MAX, &go) == Progress::Paused {}
            search.restart(&puzzle, Some(solution));
            while search.advance(7, &go) == Progress::Paused {}
            let rating = search.rating().expect("solved");
            for &technique in Technique::ALL {
                let steps = path.steps().iter().filter(|step| step.technique == technique).count();
                assert_eq!(rating.counts[technique.index()] as usize, steps, "{technique:?}");
            }
            let hardest = path.steps().iter().map(|step| step.technique).max();
            assert_eq!(rating.hardest(), hardest);
            assert_eq!(rating.singles_suffice(), hardest <= Some(Technique::NakedSingle));
            assert!(rating.score() >= path.steps().len() as u64);
        }
    }

    #[test]
    fn rating_of_a_puzzle_without_a_known_solution_is_none() {
        let mut search = RatingSearch::new(&testing::puzzle(&".".repeat(16)), None);
        assert!(matches!(search.advance(u64::MAX, &AtomicBool::new(false)), Progress::Ended(_)));
        assert_eq!((search.rating(), search.end()), (None, Some(WalkEnd::Stuck)));
    }

    #[test]
    fn hidden_single_in_a_line_counts_more_than_in_a_box() {
        let mut rating = Rating::NONE;
        rating.counts[Technique::HiddenSingle.index()] = 3;
        let in_boxes = rating.score();
        rating.hidden_singles_in_lines = 2;
        assert!(rating.score() > in_boxes && rating.singles_suffice());
        rating.counts[Technique::Pointing.index()] = 1;
        assert!(!rating.singles_suffice());
    }

    #[test]
    fn hidden_single_in_a_line_is_between_one_in_a_box_and_a_naked_single() {
        let difficulties = [Technique::HiddenSingle, Technique::NakedSingle].map(Technique::difficulty);
        assert!((difficulties[0]..=difficulties[1]).contains(&HIDDEN_SINGLE_IN_LINE));
    }

    #[test]
    fn scale_is_documented() {
        let page = include_str!("../../../../docs/ratings.md");
        assert!(
            page.contains(SCALE) && page.contains(&format!("{HARDEST_FACTOR} x difficulty of the hardest"))
        );
        assert!(page.contains(&format!("in a row or a column {HIDDEN_SINGLE_IN_LINE}:")));
    }
}
