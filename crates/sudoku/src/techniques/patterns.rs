//! The techniques, each in a file, or in that of a family that differs by size or kind only.
//!
//! A file says the names and difficulties of its techniques, finds their deductions, and explains them: it implements [`Pattern`]. The
//! list in this file makes [`Technique`] of them.
//!
//! To add a technique: write its file, add its module and its line here, and its German sentence to `german.rs`.
//!
//! [`Pattern`]: super::pattern::Pattern

use std::fmt;
use std::str::FromStr;

use super::language::Language;
use super::level::Level;
use super::prelude::*;
use crate::model::{NameError, Rules};

mod aic;
mod als_xy_wing;
mod als_xz;
mod avoidable_rectangle;
mod bug;
mod death_blossom;
mod empty_rectangle;
mod finned_fish;
mod fish;
mod forcing_chain;
mod forcing_net;
mod full_house;
mod hidden_single;
mod hidden_subset;
mod intersection;
mod multi_colouring;
mod naked_single;
mod naked_subset;
mod next_single;
mod nishio;
mod one_rule;
mod remote_pair;
mod rule_in_house;
mod simple_colouring;
mod subset_search;
mod sue_de_coq;
mod trial;
mod two_strong_links;
mod unique_rectangle;
mod w_wing;
mod x_chain;
mod xy_chain;
mod xy_wing;
mod xyz_wing;

pub(super) use next_single::next_single;
pub(super) use trial::trial;

/// Defines [`Technique`], with a variant for each pattern.
macro_rules! techniques {
    ($($(#[$doc:meta])* $technique:ident = $pattern:ty,)+) => {
        /// A human solving technique. The order is the order of the search: easier techniques first.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Technique {
            $($(#[$doc])* $technique,)+
        }

        impl Technique {
            /// All techniques, in order.
            pub const ALL: &'static [Self] = &[$(Self::$technique),+];

            const INFO: &[TechniqueInfo; Self::ALL.len()] = &[$(<$pattern>::INFO),+];

            /// Searches its first deduction on a board, without the digits and houses that were searched before and did not change.
            ///
            /// A technique that needs uniqueness finds nothing on a board without that promise, and one that needs constraints nothing without them.
            pub(super) fn find<const W: usize>(
                self,
                board: &Board<W>,
                memo: &mut SearchMemo<W>,
            ) -> SearchProgress {
                if self.needs_uniqueness() && !board.is_unique() || !self.is_for(board.geometry().rules()) {
                    return SearchProgress::Exhausted;
                }
                memo.begin(self.index());
                match self { $(Self::$technique => <$pattern>::find(board, memo),)+ }
            }

            /// Whether it may have a step on this board, or on a later one of the path. `false` is certain.
            pub(super) fn may_occur<const W: usize>(self, board: &Board<W>) -> bool {
                self.is_for(board.geometry().rules()) && match self { $(Self::$technique => <$pattern>::may_occur(board),)+ }
            }

            /// Explains a deduction. See [`Pattern::sentence`].
            pub(super) fn sentence(self, step: &Deduction, wording: &Wording<'_>) -> Sentence {
                match self { $(Self::$technique => <$pattern>::sentence(step, wording),)+ }
            }
        }
    };
}

// In the order of the search: easier techniques first.
techniques! {
    /// The last empty cell of a house takes the missing digit.
    FullHouse = full_house::FullHouse,
    /// A digit with one place in a house takes it.
    HiddenSingle = hidden_single::HiddenSingle,
    /// A cell with one candidate takes it.
    NakedSingle = naked_single::NakedSingle,
    /// A rule with placed cells excludes digits of another cell.
    RuleDirect = one_rule::RuleDirect,
    /// The places of a digit in a box lie in one line, which eliminates the digit from the rest of the line.
    Pointing = intersection::LockedCandidates<true>,
    /// The places of a digit in a line lie in one box, which eliminates the digit from the rest of the box.
    Claiming = intersection::LockedCandidates<false>,
    /// A digit that a rule needs has one place in it.
    NeededDigit = one_rule::NeededDigit,
    /// A rule alone excludes candidates of its cells.
    OneRule = one_rule::OneRule<false>,
    /// Houses and cages leave a sum to a few cells.
    SumRule = one_rule::SumRule<false>,
    /// Two cells of a house share two candidates.
    NakedPair = naked_subset::NakedSubset<2>,
    /// Two digits of a house share two places.
    HiddenPair = hidden_subset::HiddenSubset<2>,
    /// A digit that a rule needs has all its places in a house.
    NeededInHouse = rule_in_house::NeededInHouse,
    /// A house has a digit only in a rule.
    HouseInRule = rule_in_house::HouseInRule,
    /// Three cells of a house have three candidates together.
    NakedTriple = naked_subset::NakedSubset<3>,
    /// Three digits of a house have three places together.
    HiddenTriple = hidden_subset::HiddenSubset<3>,
    /// A rule with many combinations excludes candidates of its cells.
    LargeRule = one_rule::OneRule<true>,
    /// A digit has its places in two lines within two crossing lines.
    XWing = fish::Fish<2>,
    /// Several houses and cages leave a sum to several cells.
    LargeSumRule = one_rule::SumRule<true>,
    /// A digit has its places in three lines within three crossing lines.
    Swordfish = fish::Fish<3>,
    /// A chain of cells with the same two candidates. Strong links of one digit could do its eliminations: it comes first.
    RemotePair = remote_pair::RemotePair,
    /// A rule and a house exclude candidates together.
    RuleAndHouse = rule_in_house::RuleAndHouse,
    /// Two strong links of a digit between parallel lines, joined by a line.
    Skyscraper = two_strong_links::Skyscraper,
    /// Two strong links of a digit, in a row and a column, joined by a box.
    TwoStringKite = two_strong_links::TwoStringKite,
    /// Two strong links of a digit, joined by a house.
    TurbotFish = two_strong_links::TurbotFish,
    /// A box whose places of a digit lie in one row and one column, joined to a strong link.
    EmptyRectangle = empty_rectangle::EmptyRectangle,
    /// A cell with two candidates and two wings with one of them and a common third.
    XyWing = xy_wing::XyWing,
    /// An XY-wing whose pivot has the common digit, too.
    XyzWing = xyz_wing::XyzWing,
    /// Two cells with the same two candidates, joined by a strong link.
    WWing = w_wing::WWing,
    /// An X-wing with further places in one box.
    FinnedXWing = finned_fish::FinnedFish<2, false>,
    /// A finned X-wing that lacks a corner.
    SashimiXWing = finned_fish::FinnedFish<2, true>,
    /// One digit, coloured along its strong links.
    SimpleColouring = simple_colouring::SimpleColouring,
    /// One digit, with two or more clusters of colours.
    MultiColouring = multi_colouring::MultiColouring,
    /// Unique rectangle with two candidates in three of four corners.
    UniqueRectangle1 = unique_rectangle::UniqueRectangle<1>,
    /// Unique rectangle whose two further corners share one further candidate.
    UniqueRectangle2 = unique_rectangle::UniqueRectangle<2>,
    /// Unique rectangle whose further candidates form a naked subset with other cells.
    UniqueRectangle3 = unique_rectangle::UniqueRectangle<3>,
    /// Unique rectangle with a strong link of one of its digits between the two further corners.
    UniqueRectangle4 = unique_rectangle::UniqueRectangle<4>,
    /// Unique rectangle with one further candidate in two opposite, or three, corners.
    UniqueRectangle5 = unique_rectangle::UniqueRectangle<5>,
    /// Unique rectangle with two opposite corners of two candidates and strong links of one digit.
    UniqueRectangle6 = unique_rectangle::UniqueRectangle<6>,
    /// Unique rectangle with strong links from the corner opposite to one with two candidates.
    HiddenRectangle = unique_rectangle::HiddenRectangle,
    /// Rectangle of solved cells without clues.
    AvoidableRectangle = avoidable_rectangle::AvoidableRectangle,
    /// All open cells but one have two candidates.
    Bug = bug::Bug,
    /// Four cells of a house have four candidates together.
    NakedQuad = naked_subset::NakedSubset<4>,
    /// Four digits of a house have four places together.
    HiddenQuad = hidden_subset::HiddenSubset<4>,
    /// A digit has its places in four lines within four crossing lines.
    Jellyfish = fish::Fish<4>,
    /// A swordfish with further places in one box.
    FinnedSwordfish = finned_fish::FinnedFish<3, false>,
    /// A finned swordfish that lacks a corner.
    SashimiSwordfish = finned_fish::FinnedFish<3, true>,
    /// A jellyfish with further places in one box.
    FinnedJellyfish = finned_fish::FinnedFish<4, false>,
    /// A finned jellyfish that lacks a corner.
    SashimiJellyfish = finned_fish::FinnedFish<4, true>,
    /// Intersection of a line and a box whose candidates are covered by two sets.
    SueDeCoq = sue_de_coq::SueDeCoq,
    /// A chain of strong and weak links of one digit.
    XChain = x_chain::XChain,
    /// A chain of cells with two candidates each.
    XyChain = xy_chain::XyChain,
    /// An alternating chain of strong and weak links.
    Aic = aic::Aic<false>,
    /// An alternating chain with groups of cells.
    GroupedAic = aic::Aic<true>,
    /// Two almost locked sets with a restricted common digit.
    AlsXz = als_xz::AlsXz,
    /// Three almost locked sets with two restricted common digits.
    AlsXyWing = als_xy_wing::AlsXyWing,
    /// A stem cell each of whose candidates removes a digit from an almost locked set.
    DeathBlossom = death_blossom::DeathBlossom,
    /// A place of a digit that leaves a house without a place for it.
    Nishio = nishio::Nishio,
    /// Consequence of all candidates of a cell, or all places of a digit, along single implications.
    ForcingChain = forcing_chain::ForcingChain,
    /// A candidate with a contradiction among its consequences.
    ContradictionNet = forcing_net::ContradictionNet,
    /// Consequence of a candidate whether it is true or false, with combined implications.
    DigitForcingNet = forcing_net::DigitForcingNet,
    /// Consequence of all candidates of a cell, or all places of a digit, with combined implications.
    ForcingNet = forcing_net::ForcingNet,
    /// Candidates of a cell that a search refutes.
    Trial = trial::Trial,
}

impl Technique {
    const fn info(self) -> &'static TechniqueInfo {
        &Self::INFO[self.index()]
    }

    /// The name, in English.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// The name in a language.
    pub fn name_in(self, language: Language) -> &'static str {
        language.technique(self.name())
    }

    /// The name in lower case, with underscores, such as `naked_pair` or `x_wing`.
    pub fn id(self) -> String {
        self.name().chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect()
    }

    /// Other common names.
    pub const fn aliases(self) -> &'static [&'static str] {
        self.info().aliases
    }

    /// Position in [`ALL`](Self::ALL).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The level of puzzles whose hardest technique this is.
    pub const fn level(self) -> Level {
        self.info().level
    }

    /// Difficulty of one step; a hidden single is in a box.
    pub const fn difficulty(self) -> u64 {
        self.info().difficulty
    }

    /// Whether its steps are valid only for puzzles with exactly one solution.
    pub const fn needs_uniqueness(self) -> bool {
        self.info().needs_uniqueness
    }

    /// Whether its steps use constraints beside houses: others have none.
    pub const fn needs_constraints(self) -> bool {
        self.info().needs_constraints
    }

    /// Whether puzzles with these rules may have such steps.
    pub(super) fn is_for(self, rules: &Rules) -> bool {
        !self.needs_constraints() || !rules.is_unconstrained()
    }
}

/// Reads the name or the [`id`](Technique::id), in upper or lower case, such as `X-Wing` or `x_wing`; or another common name.
impl FromStr for Technique {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        let name = name.trim();
        let is_called = |technique: &&Self| {
            let mut names = [technique.name()].into_iter().chain(technique.aliases().iter().copied());
            names.any(|known| known.eq_ignore_ascii_case(name))
        };
        let called = Self::ALL.iter().find(is_called).copied();
        called.map_or_else(|| NameError::find("technique", Self::ALL, Self::id, name), Ok)
    }
}

/// The name.
impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn techniques_are_listed_in_order_with_distinct_names() {
        let mut names = BTreeSet::new();
        for (index, technique) in Technique::ALL.iter().copied().enumerate() {
            assert_eq!(technique.index(), index);
            assert!(names.insert(technique.name()), "{} twice", technique.name());
            let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            assert!(technique.id().chars().all(is_plain), "{}", technique.id());
            assert!(technique.aliases().iter().all(|alias| names.insert(alias)), "{technique:?}");
        }
    }

    #[test]
    fn levels_and_difficulties_follow_the_order() {
        assert!(Technique::ALL.is_sorted_by_key(|technique| (technique.level(), technique.difficulty())));
        assert!(
            Level::ALL.iter().all(|level| Technique::ALL.iter().any(|technique| technique.level() == *level))
        );
        assert_eq!(Technique::NakedSingle.level(), Level::Easy);
        assert_eq!(Technique::Pointing.level(), Level::Medium);
    }
}
