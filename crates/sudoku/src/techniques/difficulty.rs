//! Difficulty of each technique, and the scale of the rating.

use super::technique::Technique;

/// Name and version of the scale: a score changes only with it.
pub const SCALE: &str = "quadrille/1";

/// How many times the hardest step counts, in addition to the sum of all steps.
pub(super) const HARDEST_FACTOR: u64 = 10;

/// Difficulty of a hidden single in a house that is not a box: harder to see than one in a box.
pub(super) const HIDDEN_SINGLE_IN_LINE: u64 = 7;

/// Difficulty of one step of a technique; a hidden single is in a box.
pub(super) const fn difficulty(technique: Technique) -> u64 {
    match technique {
        Technique::FullHouse => 4,
        Technique::HiddenSingle => 5,
        Technique::NakedSingle => 10,
        Technique::Pointing | Technique::Claiming => 12,
        Technique::NakedPair | Technique::HiddenPair => 14,
        Technique::NakedTriple | Technique::HiddenTriple => 20,
        Technique::XWing => 24,
        Technique::Swordfish => 28,
        Technique::RemotePair => 30,
        Technique::Skyscraper | Technique::TwoStringKite | Technique::TurbotFish => 32,
        Technique::EmptyRectangle => 34,
        Technique::XyWing => 36,
        Technique::XyzWing => 38,
        Technique::WWing => 40,
        Technique::FinnedXWing | Technique::SashimiXWing => 44,
        Technique::SimpleColouring => 46,
        Technique::MultiColouring => 48,
        Technique::UniqueRectangle1 | Technique::UniqueRectangle2 => 50,
        Technique::UniqueRectangle3
        | Technique::UniqueRectangle4
        | Technique::UniqueRectangle5
        | Technique::UniqueRectangle6 => 54,
        Technique::HiddenRectangle | Technique::AvoidableRectangle => 56,
        Technique::Bug => 60,
        Technique::NakedQuad => 70,
        Technique::HiddenQuad | Technique::Jellyfish => 74,
        Technique::FinnedSwordfish | Technique::SashimiSwordfish => 80,
        Technique::FinnedJellyfish | Technique::SashimiJellyfish => 90,
        Technique::SueDeCoq => 100,
        Technique::XChain | Technique::XyChain => 110,
        Technique::Aic => 120,
        Technique::GroupedAic | Technique::AlsXz => 140,
        Technique::AlsXyWing => 160,
        Technique::DeathBlossom => 180,
        Technique::Nishio => 200,
        Technique::ForcingChain => 220,
        Technique::ContradictionNet => 260,
        Technique::DigitForcingNet => 280,
        Technique::ForcingNet => 300,
        Technique::Trial => 360,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::level::Level;

    #[test]
    fn difficulty_grows_with_the_order_of_the_search() {
        for pair in Technique::ALL.windows(2) {
            assert!(difficulty(pair[0]) <= difficulty(pair[1]), "{pair:?}");
        }
        let line = HIDDEN_SINGLE_IN_LINE;
        assert!(difficulty(Technique::HiddenSingle) <= line && line <= difficulty(Technique::NakedSingle));
    }

    #[test]
    fn difficulties_are_documented() {
        let page = include_str!("../../../../docs/rating.md");
        for technique in Technique::ALL {
            let level = Level::of(technique).name();
            let row = format!("| {} | {} | {level} |\n", technique.name(), difficulty(technique));
            assert!(page.contains(&row), "docs/rating.md must contain {row}");
        }
        assert!(
            page.contains(SCALE) && page.contains(&format!("{HARDEST_FACTOR} x difficulty of the hardest"))
        );
        assert!(page.contains(&format!("in a row or a column {HIDDEN_SINGLE_IN_LINE}:")));
    }
}
