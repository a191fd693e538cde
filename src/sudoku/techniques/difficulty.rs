//! Difficulty of each technique, and the scale of the rating.

use super::technique::Technique;

/// Name and version of the scale: a score changes only with it.
pub const SCALE: &str = "quadrille/1";

/// How many times the hardest step counts, in addition to the sum of all steps.
pub(super) const HARDEST_FACTOR: u64 = 10;

/// Difficulty of a hidden single in a house that is not a box: harder to see than one in a box.
pub(super) const HIDDEN_SINGLE_IN_LINE: u64 = 4;

/// Lowest score of each level after the first.
pub(super) const LEVEL_SCORES: [u64; 4] = [400, 800, 2_000, 10_000];

/// Difficulty of one step of a technique; a hidden single is in a box.
pub(super) const fn difficulty(technique: Technique) -> u64 {
    match technique {
        Technique::FullHouse => 1,
        Technique::HiddenSingle => 2,
        Technique::NakedSingle => 6,
        Technique::Pointing => 20,
        Technique::Claiming => 22,
        Technique::NakedPair => 40,
        Technique::HiddenPair => 44,
        Technique::NakedTriple => 60,
        Technique::HiddenTriple => 70,
        Technique::XWing => 80,
        Technique::Swordfish => 100,
        Technique::Skyscraper => 105,
        Technique::TwoStringKite => 110,
        Technique::TurbotFish => 112,
        Technique::EmptyRectangle => 115,
        Technique::XyWing => 120,
        Technique::XyzWing => 125,
        Technique::WWing => 130,
        Technique::FinnedXWing => 135,
        Technique::SashimiXWing => 140,
        Technique::SimpleColouring => 145,
        Technique::MultiColouring => 150,
        Technique::RemotePair => 152,
        Technique::UniqueRectangle1
        | Technique::UniqueRectangle2
        | Technique::UniqueRectangle3
        | Technique::UniqueRectangle4
        | Technique::UniqueRectangle5
        | Technique::UniqueRectangle6 => 155,
        Technique::HiddenRectangle => 160,
        Technique::AvoidableRectangle => 165,
        Technique::Bug => 170,
        Technique::NakedQuad => 175,
        Technique::HiddenQuad => 180,
        Technique::Jellyfish => 185,
        Technique::FinnedSwordfish => 190,
        Technique::SashimiSwordfish => 195,
        Technique::FinnedJellyfish => 200,
        Technique::SashimiJellyfish => 205,
        Technique::SueDeCoq => 220,
        Technique::XChain => 225,
        Technique::XyChain => 230,
        Technique::Aic => 240,
        Technique::GroupedAic => 260,
        Technique::AlsXz => 270,
        Technique::AlsXyWing => 280,
        Technique::DeathBlossom => 300,
        Technique::ForcingChain => 400,
        Technique::ForcingNet => 600,
        Technique::Trial => 1_000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difficulty_grows_with_the_order_of_the_search() {
        for pair in Technique::ALL.windows(2) {
            assert!(difficulty(pair[0]) <= difficulty(pair[1]), "{pair:?}");
        }
        let line = HIDDEN_SINGLE_IN_LINE;
        assert!(difficulty(Technique::HiddenSingle) <= line && line <= difficulty(Technique::NakedSingle));
        assert!(LEVEL_SCORES.is_sorted());
    }
}
