//! Selects the engine for each puzzle and drives it: rules first, then search.

use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::ProblemError;
use quadrille_exact_cover::unstable::{NodeState, Step};
use quadrille_exact_cover::{Rest, Split};

use super::classic_9x9::Classic9x9;
use super::constrained::ConstrainedEngine;
use super::engine::{Engine, Remaining, SearchWork};
use super::general::GeneralEngine;
use crate::model::{Grid, Puzzle, Restriction};

/// Progress of the current puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PuzzleProgress {
    /// Only loaded.
    NotStarted,
    /// The engine applies the rules.
    Reducing,
    /// Solved by the rules; the solution was not returned yet.
    Solved,
    /// The rules left unsolved cells; the engine searches.
    Searching,
    /// Solved by the rules; the only solution was returned.
    Returned,
    /// The rules found a contradiction.
    Contradiction,
}

/// Effect of the rules, and size of the problem left for the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RuleReduction {
    /// Cells solved by the rules.
    pub(crate) placements: usize,
    /// Candidates eliminated by the rules.
    pub(crate) eliminations: usize,
    /// Items of the exact cover problem left for the search.
    pub(crate) items: usize,
    /// Options of the exact cover problem left for the search.
    pub(crate) options: usize,
}

/// The engines, each created on first use and reused for later puzzles.
#[derive(Clone, Debug)]
pub(crate) struct EngineSet {
    phase: PuzzleProgress,
    /// The engine of the current puzzle.
    kind: PuzzleEngine,
    /// Seed of the order of the solutions; `None` for the usual order.
    seed: Option<u64>,
    classic: Option<Box<Classic9x9>>,
    general: Option<Box<GeneralEngine>>,
    constrained: Option<Box<ConstrainedEngine>>,
}

/// Engine of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PuzzleEngine {
    Classic9x9,
    #[default]
    General,
    Constrained,
}

impl PuzzleEngine {
    fn of(puzzle: &Puzzle) -> Self {
        if puzzle.rules().is_classic_9x9() {
            Self::Classic9x9
        } else if puzzle.rules().network().is_empty() {
            Self::General
        } else {
            Self::Constrained
        }
    }
}

impl EngineSet {
    /// An empty set; engines are allocated on first use. With a seed, they find the solutions in a random order.
    pub(crate) fn new(seed: Option<u64>) -> Self {
        Self {
            phase: PuzzleProgress::NotStarted,
            kind: PuzzleEngine::default(),
            seed,
            classic: None,
            general: None,
            constrained: None,
        }
    }

    /// Prepares for another puzzle; keeps the allocated memory.
    pub(crate) fn restart(&mut self, seed: Option<u64>) {
        self.forget();
        self.seed = seed;
    }

    /// Returns to the state before the search of the puzzle.
    pub(crate) fn forget(&mut self) {
        self.phase = PuzzleProgress::NotStarted;
    }

    /// Whether the engine of this puzzle finds conflicts between clues to be a [contradiction](Self::is_contradiction).
    pub(crate) fn allows_conflicts(puzzle: &Puzzle) -> bool {
        PuzzleEngine::of(puzzle) != PuzzleEngine::General
    }

    /// Whether the rules found a contradiction.
    pub(crate) fn is_contradiction(&self) -> bool {
        self.phase == PuzzleProgress::Contradiction
    }

    /// Continues to the next solution of `puzzle`. With a `count_limit`, may count several solutions in one call, up to
    /// that number in all.
    ///
    /// `puzzle` must have no conflicts, unless the engine [allows](Self::allows_conflicts) them, and be the same until the next [`restart`](Self::restart). Pauses within the bounds
    /// of [`Search::advance`](quadrille_exact_cover::unstable::Search::advance). The general engine applies the rules in a call of their
    /// own, and builds the exact cover problem in another (except for its first puzzle): these calls visit no node and
    /// ignore `stop`. The engine for constraints compiles and applies the rules in as many calls as that takes: these visit no node, either.
    ///
    /// # Errors
    /// As [`Encoding::new`](crate::unstable::Encoding::new).
    pub(crate) fn advance(
        &mut self,
        puzzle: &Puzzle,
        count_limit: Option<u128>,
        budget_nodes: u64,
        stop: &AtomicBool,
    ) -> Result<Step, ProblemError> {
        if let PuzzleProgress::NotStarted | PuzzleProgress::Reducing = self.phase {
            let state = if self.phase == PuzzleProgress::NotStarted {
                self.kind = PuzzleEngine::of(puzzle);
                let seed = self.seed;
                self.select(puzzle).reduce(puzzle, seed, stop)?
            } else {
                self.select(puzzle).continue_reduction(stop)
            };
            self.phase = match state {
                None => PuzzleProgress::Reducing,
                Some(NodeState::Open) => PuzzleProgress::Searching,
                Some(NodeState::Solved) => PuzzleProgress::Solved,
                Some(NodeState::Dead) => PuzzleProgress::Contradiction,
            };
            let is_open = matches!(self.phase, PuzzleProgress::Reducing | PuzzleProgress::Searching);
            if is_open && self.kind != PuzzleEngine::Classic9x9 {
                return Ok(Step::Paused);
            }
        }
        match self.phase {
            PuzzleProgress::Solved => {
                self.phase = PuzzleProgress::Returned;
                Ok(Step::Solution)
            }
            PuzzleProgress::Searching => {
                let method = self.select(puzzle);
                match count_limit {
                    None => method.advance(budget_nodes, stop),
                    Some(limit) => method.count(limit, budget_nodes, stop),
                }
            }
            PuzzleProgress::NotStarted
            | PuzzleProgress::Reducing
            | PuzzleProgress::Returned
            | PuzzleProgress::Contradiction => Ok(Step::Exhausted),
        }
    }

    /// The engine for the current puzzle, created if missing.
    fn select(&mut self, puzzle: &Puzzle) -> &mut dyn Engine {
        match self.kind {
            PuzzleEngine::Classic9x9 => {
                self.classic.get_or_insert_with(|| Box::new(Classic9x9::new())).as_mut()
            }
            PuzzleEngine::General => {
                self.general.get_or_insert_with(|| Box::new(GeneralEngine::new(puzzle))).as_mut()
            }
            PuzzleEngine::Constrained => {
                self.constrained.get_or_insert_with(|| Box::new(ConstrainedEngine::new(puzzle))).as_mut()
            }
        }
    }

    /// The engine that has worked on the current puzzle, if any.
    fn selected(&self) -> Option<&dyn Engine> {
        let method: Option<&dyn Engine> = match self.kind {
            PuzzleEngine::Classic9x9 => self.classic.as_deref().map(|classic| classic as _),
            PuzzleEngine::General => self.general.as_deref().map(|general| general as _),
            PuzzleEngine::Constrained => self.constrained.as_deref().map(|constrained| constrained as _),
        };
        method.filter(|_| self.phase != PuzzleProgress::NotStarted)
    }

    /// Whether the solution just returned was the last one, as far as that is known without visiting a node. The
    /// solution must have been read: the search takes it back.
    pub(crate) fn is_exhausted(&mut self, puzzle: &Puzzle) -> bool {
        match self.phase {
            PuzzleProgress::NotStarted | PuzzleProgress::Reducing | PuzzleProgress::Solved => false,
            PuzzleProgress::Returned | PuzzleProgress::Contradiction => true,
            PuzzleProgress::Searching => self.select(puzzle).is_exhausted(),
        }
    }

    /// Solutions returned or counted so far.
    pub(crate) fn solutions(&self) -> u128 {
        match self.phase {
            PuzzleProgress::Searching => self.selected().map_or(0, Engine::solutions),
            PuzzleProgress::Returned => 1,
            PuzzleProgress::NotStarted
            | PuzzleProgress::Reducing
            | PuzzleProgress::Solved
            | PuzzleProgress::Contradiction => 0,
        }
    }

    /// Whether CDCL continues the search, whose work a [split](Self::split) would drop; after a solution, whether CDCL has found it.
    pub(crate) fn is_learning(&self) -> bool {
        self.phase == PuzzleProgress::Searching && self.selected().is_some_and(Engine::is_learning)
    }

    /// Returns what the search has counted and left. `weight` is the weight of the whole search.
    pub(crate) fn split(&self, weight: u128) -> Split<Restriction> {
        match (self.phase, self.selected()) {
            (PuzzleProgress::Searching, Some(method)) => method.split(weight),
            (PuzzleProgress::Returned | PuzzleProgress::Contradiction, _) => {
                Split::new(self.solutions(), weight, Rest::default())
            }
            _ => Split::new(0, weight, Rest::whole(weight)),
        }
    }

    /// Weight that a [`split`](Self::split) would count as searched.
    pub(crate) fn searched(&self, weight: u128) -> u128 {
        match (self.phase, self.selected()) {
            (PuzzleProgress::Searching, Some(method)) => method.searched(weight),
            (PuzzleProgress::Returned | PuzzleProgress::Contradiction, _) => weight,
            _ => 0,
        }
    }

    /// Writes the solution just returned into a grid that has the puzzle's clues.
    pub(crate) fn read(&self, grid: &mut Grid) {
        if let Some(method) = self.selected() {
            method.read(grid);
        }
    }

    /// Work of the search so far; zero if the rules sufficed.
    pub(crate) fn work(&self) -> SearchWork {
        let method = self.selected().filter(|_| self.phase == PuzzleProgress::Searching);
        method.map_or_else(SearchWork::default, Engine::work)
    }

    /// Number of steps of the search, and of the rules if their engine counts them.
    pub(crate) fn steps(&self) -> u64 {
        match self.phase {
            PuzzleProgress::Searching => self.work().steps,
            _ => self.selected().map_or(0, Engine::reduction_steps),
        }
    }

    /// Effect of the rules on `puzzle`; none before they were applied.
    pub(crate) fn reduction(&self, puzzle: &Puzzle) -> RuleReduction {
        let method = self.selected().filter(|_| self.phase != PuzzleProgress::Reducing);
        let Some(method) = method else { return RuleReduction::default() };
        let Remaining { cells, candidates, items } = match self.phase {
            PuzzleProgress::Solved | PuzzleProgress::Returned => Remaining::default(),
            _ => method.remaining(),
        };
        let empty = puzzle.clues().cells().len() - puzzle.clues().filled_count();
        let placements = empty.saturating_sub(cells);
        let searched = usize::from(self.work().nodes > 0);
        RuleReduction {
            placements,
            // Saturating: after a contradiction the counts need not add up.
            eliminations: puzzle.candidate_count().saturating_sub(placements + candidates),
            items: searched * items,
            options: searched * candidates,
        }
    }
}
