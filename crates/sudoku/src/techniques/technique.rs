//! Names of the techniques.

use std::fmt;

/// A human solving technique. The order is the order of the search: easier techniques first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// The last empty cell of a house takes the missing digit.
    FullHouse,
    /// A digit with one place in a house takes it.
    HiddenSingle,
    /// A cell with one candidate takes it.
    NakedSingle,
    /// The places of a digit in a box lie in one line, which eliminates the digit from the rest of the line.
    Pointing,
    /// The places of a digit in a line lie in one box, which eliminates the digit from the rest of the box.
    Claiming,
    /// Two cells of a house share two candidates.
    NakedPair,
    /// Two digits of a house share two places.
    HiddenPair,
    /// Three cells of a house have three candidates together.
    NakedTriple,
    /// Three digits of a house have three places together.
    HiddenTriple,
    /// A digit has its places in two lines within two crossing lines.
    XWing,
    /// A digit has its places in three lines within three crossing lines.
    Swordfish,
    /// A chain of cells with the same two candidates. Strong links of one digit could do its eliminations: it comes first.
    RemotePair,
    /// Two strong links of a digit between parallel lines, joined by a line.
    Skyscraper,
    /// Two strong links of a digit, in a row and a column, joined by a box.
    TwoStringKite,
    /// Two strong links of a digit, joined by a house.
    TurbotFish,
    /// A box whose places of a digit lie in one row and one column, joined to a strong link.
    EmptyRectangle,
    /// A cell with two candidates and two wings with one of them and a common third.
    XyWing,
    /// An XY-wing whose pivot has the common digit, too.
    XyzWing,
    /// Two cells with the same two candidates, joined by a strong link.
    WWing,
    /// An X-wing with further places in one box.
    FinnedXWing,
    /// A finned X-wing that lacks a corner.
    SashimiXWing,
    /// One digit, coloured along its strong links.
    SimpleColouring,
    /// One digit, with two or more clusters of colours.
    MultiColouring,
    /// Unique rectangle with two candidates in three of four corners.
    UniqueRectangle1,
    /// Unique rectangle whose two further corners share one further candidate.
    UniqueRectangle2,
    /// Unique rectangle whose further candidates form a naked subset with other cells.
    UniqueRectangle3,
    /// Unique rectangle with a strong link of one of its digits between the two further corners.
    UniqueRectangle4,
    /// Unique rectangle with one further candidate in two opposite, or three, corners.
    UniqueRectangle5,
    /// Unique rectangle with two opposite corners of two candidates and strong links of one digit.
    UniqueRectangle6,
    /// Unique rectangle with strong links from the corner opposite to one with two candidates.
    HiddenRectangle,
    /// Rectangle of solved cells without clues.
    AvoidableRectangle,
    /// All open cells but one have two candidates.
    Bug,
    /// Four cells of a house have four candidates together.
    NakedQuad,
    /// Four digits of a house have four places together.
    HiddenQuad,
    /// A digit has its places in four lines within four crossing lines.
    Jellyfish,
    /// A swordfish with further places in one box.
    FinnedSwordfish,
    /// A finned swordfish that lacks a corner.
    SashimiSwordfish,
    /// A jellyfish with further places in one box.
    FinnedJellyfish,
    /// A finned jellyfish that lacks a corner.
    SashimiJellyfish,
    /// Intersection of a line and a box whose candidates are covered by two sets.
    SueDeCoq,
    /// A chain of strong and weak links of one digit.
    XChain,
    /// A chain of cells with two candidates each.
    XyChain,
    /// An alternating chain of strong and weak links.
    Aic,
    /// An alternating chain with groups of cells.
    GroupedAic,
    /// Two almost locked sets with a restricted common digit.
    AlsXz,
    /// Three almost locked sets with two restricted common digits.
    AlsXyWing,
    /// A stem cell each of whose candidates removes a digit from an almost locked set.
    DeathBlossom,
    /// A place of a digit that leaves a house without a place for it.
    Nishio,
    /// Consequence of all candidates of a cell, or all places of a digit, along single implications.
    ForcingChain,
    /// A candidate with a contradiction among its consequences.
    ContradictionNet,
    /// Consequence of a candidate whether it is true or false, with combined implications.
    DigitForcingNet,
    /// Consequence of all candidates of a cell, or all places of a digit, with combined implications.
    ForcingNet,
    /// Candidates of a cell that a search refutes.
    Trial,
}

impl Technique {
    /// All techniques, in order.
    pub const ALL: [Self; 53] = [
        Self::FullHouse,
        Self::HiddenSingle,
        Self::NakedSingle,
        Self::Pointing,
        Self::Claiming,
        Self::NakedPair,
        Self::HiddenPair,
        Self::NakedTriple,
        Self::HiddenTriple,
        Self::XWing,
        Self::Swordfish,
        Self::RemotePair,
        Self::Skyscraper,
        Self::TwoStringKite,
        Self::TurbotFish,
        Self::EmptyRectangle,
        Self::XyWing,
        Self::XyzWing,
        Self::WWing,
        Self::FinnedXWing,
        Self::SashimiXWing,
        Self::SimpleColouring,
        Self::MultiColouring,
        Self::UniqueRectangle1,
        Self::UniqueRectangle2,
        Self::UniqueRectangle3,
        Self::UniqueRectangle4,
        Self::UniqueRectangle5,
        Self::UniqueRectangle6,
        Self::HiddenRectangle,
        Self::AvoidableRectangle,
        Self::Bug,
        Self::NakedQuad,
        Self::HiddenQuad,
        Self::Jellyfish,
        Self::FinnedSwordfish,
        Self::SashimiSwordfish,
        Self::FinnedJellyfish,
        Self::SashimiJellyfish,
        Self::SueDeCoq,
        Self::XChain,
        Self::XyChain,
        Self::Aic,
        Self::GroupedAic,
        Self::AlsXz,
        Self::AlsXyWing,
        Self::DeathBlossom,
        Self::Nishio,
        Self::ForcingChain,
        Self::ContradictionNet,
        Self::DigitForcingNet,
        Self::ForcingNet,
        Self::Trial,
    ];

    /// Name and other common names.
    const fn names(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::FullHouse => ("Full House", &["Last Digit"]),
            Self::HiddenSingle => ("Hidden Single", &["Pinned Digit", "Unique Candidate"]),
            Self::NakedSingle => ("Naked Single", &["Sole Candidate", "Forced Digit", "Lone Single"]),
            Self::Pointing => ("Pointing", &["Locked Candidates Type 1", "Pointing Pair", "Pointing Triple"]),
            Self::Claiming => ("Claiming", &["Locked Candidates Type 2", "Box/Line Reduction"]),
            Self::NakedPair => ("Naked Pair", &["Naked Subset", "Locked Pair"]),
            Self::HiddenPair => ("Hidden Pair", &["Hidden Subset"]),
            Self::NakedTriple => ("Naked Triple", &["Naked Triplet", "Locked Triple"]),
            Self::HiddenTriple => ("Hidden Triple", &["Hidden Triplet"]),
            Self::XWing => ("X-Wing", &["2-Fish"]),
            Self::Swordfish => ("Swordfish", &["3-Fish"]),
            Self::RemotePair => ("Remote Pair", &["Remote Pairs"]),
            Self::Skyscraper => ("Skyscraper", &[]),
            Self::TwoStringKite => ("2-String Kite", &["Two-String Kite", "Dual Two-String Kite"]),
            Self::TurbotFish => ("Turbot Fish", &["Turbot Chain"]),
            Self::EmptyRectangle => ("Empty Rectangle", &["ER"]),
            Self::XyWing => ("XY-Wing", &["Y-Wing", "Bent Triple"]),
            Self::XyzWing => ("XYZ-Wing", &[]),
            Self::WWing => ("W-Wing", &["Semi-Remote Pair"]),
            Self::FinnedXWing => ("Finned X-Wing", &[]),
            Self::SashimiXWing => ("Sashimi X-Wing", &[]),
            Self::SimpleColouring => ("Simple Colouring", &["Simple Colors", "Singles Chain", "Coloring"]),
            Self::MultiColouring => ("Multi-Colouring", &["Multi-Colors", "Multi-Coloring"]),
            Self::UniqueRectangle1 => ("Unique Rectangle Type 1", &["Uniqueness Test 1", "UR1"]),
            Self::UniqueRectangle2 => ("Unique Rectangle Type 2", &["Uniqueness Test 2", "UR2"]),
            Self::UniqueRectangle3 => ("Unique Rectangle Type 3", &["Uniqueness Test 3", "UR3"]),
            Self::UniqueRectangle4 => ("Unique Rectangle Type 4", &["Uniqueness Test 4", "UR4"]),
            Self::UniqueRectangle5 => ("Unique Rectangle Type 5", &["Uniqueness Test 5", "UR5"]),
            Self::UniqueRectangle6 => ("Unique Rectangle Type 6", &["Uniqueness Test 6", "UR6"]),
            Self::HiddenRectangle => ("Hidden Rectangle", &["Hidden Unique Rectangle"]),
            Self::AvoidableRectangle => {
                ("Avoidable Rectangle", &["Avoidable Rectangle Type 1", "Avoidable Rectangle Type 2"])
            }
            Self::Bug => ("BUG+1", &["Bivalue Universal Grave + 1", "BUG"]),
            Self::NakedQuad => ("Naked Quad", &["Naked Quadruple"]),
            Self::HiddenQuad => ("Hidden Quad", &["Hidden Quadruple"]),
            Self::Jellyfish => ("Jellyfish", &["4-Fish"]),
            Self::FinnedSwordfish => ("Finned Swordfish", &[]),
            Self::SashimiSwordfish => ("Sashimi Swordfish", &[]),
            Self::FinnedJellyfish => ("Finned Jellyfish", &[]),
            Self::SashimiJellyfish => ("Sashimi Jellyfish", &[]),
            Self::SueDeCoq => ("Sue de Coq", &["Two-Sector Disjoint Subset"]),
            Self::XChain => ("X-Chain", &[]),
            Self::XyChain => ("XY-Chain", &[]),
            Self::Aic => ("AIC", &["Alternating Inference Chain", "Nice Loop"]),
            Self::GroupedAic => ("Grouped AIC", &["Grouped Nice Loop"]),
            Self::AlsXz => ("ALS-XZ", &["ALS-XZ Rule"]),
            Self::AlsXyWing => ("ALS-XY-Wing", &["ALS-XY"]),
            Self::DeathBlossom => ("Death Blossom", &["ALS Blossom"]),
            Self::ForcingChain => {
                ("Forcing Chain", &["Forcing Chain Verity", "Cell Forcing Chain", "Region Forcing Chain"])
            }
            Self::Nishio => ("Nishio", &["Nishio Forcing Chain"]),
            Self::ContradictionNet => {
                ("Contradiction Net", &["Forcing Net Contradiction", "Dynamic Contradiction Forcing Chain"])
            }
            Self::DigitForcingNet => (
                "Digit Forcing Net",
                &["Digit Forcing Chain", "Double Forcing Chain", "Dynamic Double Forcing Chain"],
            ),
            Self::ForcingNet => {
                ("Forcing Net", &["Forcing Net Verity", "Cell Forcing Net", "Region Forcing Net"])
            }
            Self::Trial => ("Trial", &["Trial and Error", "Bifurcation", "Brute Force"]),
        }
    }

    /// The name, in English.
    pub const fn name(self) -> &'static str {
        self.names().0
    }

    /// The name in lower case, with underscores, such as `naked_pair` or `x_wing`.
    pub fn id(self) -> String {
        self.name().chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect()
    }

    /// Other common names.
    pub const fn aliases(self) -> &'static [&'static str] {
        self.names().1
    }

    /// Position in [`ALL`](Self::ALL).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether its steps are valid only for puzzles with exactly one solution.
    pub const fn needs_uniqueness(self) -> bool {
        matches!(
            self,
            Self::UniqueRectangle1
                | Self::UniqueRectangle2
                | Self::UniqueRectangle3
                | Self::UniqueRectangle4
                | Self::UniqueRectangle5
                | Self::UniqueRectangle6
                | Self::HiddenRectangle
                | Self::AvoidableRectangle
                | Self::Bug
        )
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
        for (index, technique) in Technique::ALL.into_iter().enumerate() {
            assert_eq!(technique.index(), index);
            assert!(names.insert(technique.name()), "{} twice", technique.name());
            let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            assert!(technique.id().chars().all(is_plain), "{}", technique.id());
            assert!(technique.aliases().iter().all(|alias| names.insert(alias)), "{technique:?}");
        }
    }
}
