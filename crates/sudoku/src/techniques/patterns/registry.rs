//! Registry: the finder and the sentence of each technique.

use super::{
    aic, als_xy_wing, als_xz, avoidable_rectangle, bug, death_blossom, empty_rectangle, finned_fish, fish,
    forcing_chain, forcing_net, full_house, hidden_single, hidden_subset, intersection, multi_colouring,
    naked_single, naked_subset, nishio, remote_pair, simple_colouring, sue_de_coq, two_strong_links,
    unique_rectangle, w_wing, x_chain, xy_chain, xy_wing, xyz_wing,
};
use crate::model::Digit;
use crate::techniques::board::Board;
use crate::techniques::chains::chain_sentence;
use crate::techniques::memo::{SearchMemo, SearchProgress};
use crate::techniques::sentence::Sentence;
use crate::techniques::single::Single;
use crate::techniques::step::Step;
use crate::techniques::technique::Technique;
use crate::techniques::wording::Wording;

/// The first step of a technique on a board; `None` if there is none.
///
/// Techniques that [need uniqueness](Technique::needs_uniqueness) find nothing on a board without that promise.
#[cfg(test)]
pub(crate) fn find_step<const W: usize>(board: &Board<W>, technique: Technique) -> Option<Step> {
    find_new_step(board, technique, &mut SearchMemo::default()).into_step()
}

/// The first step of a technique on a board, without the digits and houses that were searched before and did not change.
pub(crate) fn find_new_step<const W: usize>(
    board: &Board<W>,
    technique: Technique,
    memo: &mut SearchMemo<W>,
) -> SearchProgress {
    if technique.needs_uniqueness() && !board.is_unique() {
        return SearchProgress::Exhausted;
    }
    match technique {
        Technique::FullHouse => full_house::find(board).map(Single::into_step).into(),
        Technique::HiddenSingle => hidden_single::find(board).map(Single::into_step).into(),
        Technique::NakedSingle => naked_single::find(board).map(Single::into_step).into(),
        Technique::Pointing => memo.find_in_houses(board, technique, intersection::find_pointing),
        Technique::Claiming => memo.find_in_houses(board, technique, intersection::find_claiming),
        Technique::NakedPair => memo.find_in_houses(board, technique, naked_subset::find_pair),
        Technique::HiddenPair => memo.find_in_houses(board, technique, hidden_subset::find_pair),
        Technique::NakedTriple => memo.find_in_houses(board, technique, naked_subset::find_triple),
        Technique::HiddenTriple => memo.find_in_houses(board, technique, hidden_subset::find_triple),
        Technique::NakedQuad => memo.find_in_houses(board, technique, naked_subset::find_quad),
        Technique::HiddenQuad => memo.find_in_houses(board, technique, hidden_subset::find_quad),
        Technique::XWing => memo.find_in_digits(board, technique, fish::find_x_wing),
        Technique::Swordfish => memo.find_in_digits(board, technique, fish::find_swordfish),
        Technique::Jellyfish => memo.find_in_digits(board, technique, fish::find_jellyfish),
        Technique::FinnedXWing => memo.find_in_digits(board, technique, finned_fish::find_x_wing),
        Technique::SashimiXWing => memo.find_in_digits(board, technique, finned_fish::find_sashimi_x_wing),
        Technique::FinnedSwordfish => memo.find_in_digits(board, technique, finned_fish::find_swordfish),
        Technique::SashimiSwordfish => {
            memo.find_in_digits(board, technique, finned_fish::find_sashimi_swordfish)
        }
        Technique::FinnedJellyfish => memo.find_in_digits(board, technique, finned_fish::find_jellyfish),
        Technique::SashimiJellyfish => {
            memo.find_in_digits(board, technique, finned_fish::find_sashimi_jellyfish)
        }
        Technique::Skyscraper => memo.find_in_digits(board, technique, two_strong_links::find_skyscraper),
        Technique::TwoStringKite => memo.find_in_digits(board, technique, two_strong_links::find_kite),
        Technique::TurbotFish => memo.find_in_digits(board, technique, two_strong_links::find_turbot_fish),
        Technique::EmptyRectangle => memo.find_in_digits(board, technique, empty_rectangle::find),
        Technique::XyWing => memo.find(board, xy_wing::find),
        Technique::XyzWing => memo.find(board, xyz_wing::find),
        Technique::WWing => memo.find(board, w_wing::find),
        Technique::RemotePair => memo.find(board, remote_pair::find),
        Technique::SimpleColouring => memo.find(board, simple_colouring::find),
        Technique::MultiColouring => memo.find(board, multi_colouring::find),
        Technique::AvoidableRectangle => memo.find(board, avoidable_rectangle::find),
        Technique::Bug => memo.find(board, bug::find),
        Technique::XChain => memo.find_in_digits(board, technique, x_chain::find),
        Technique::XyChain => xy_chain::find(board, memo),
        Technique::Aic => aic::find(board, memo),
        Technique::GroupedAic => aic::find_grouped(board, memo),
        Technique::Nishio => memo.find_in_digits(board, technique, nishio::find),
        Technique::ForcingChain => forcing_chain::find(board, memo),
        Technique::ContradictionNet => forcing_net::find_contradiction(board, memo),
        Technique::DigitForcingNet => forcing_net::find_digit_verity(board, memo),
        Technique::ForcingNet => forcing_net::find_verity(board, memo),
        Technique::UniqueRectangle1
        | Technique::UniqueRectangle2
        | Technique::UniqueRectangle3
        | Technique::UniqueRectangle4
        | Technique::UniqueRectangle5
        | Technique::UniqueRectangle6
        | Technique::HiddenRectangle => memo.find(board, |board| unique_rectangle::find(board, technique)),
        Technique::SueDeCoq => {
            memo.find_in_house_pairs(board, sue_de_coq::house_pairs(board), sue_de_coq::find)
        }
        Technique::AlsXz => memo.find_in_almost_locked_sets(board, als_xz::find),
        Technique::AlsXyWing => memo.find_in_almost_locked_sets(board, als_xy_wing::find),
        Technique::DeathBlossom => memo.find_in_almost_locked_sets(board, death_blossom::find),
        Technique::Trial => SearchProgress::Exhausted,
    }
}

/// Whether a technique may still have a step on this board, or on a later one of the path. `false` is certain.
///
/// The other open cells of a naked subset are a hidden subset, and the reverse; the other lines of a fish are a fish of the
/// crossing lines. The smaller of the two comes first. So a quad or a jellyfish needs a house, or a digit, with as many
/// empty places beside it.
pub(in crate::techniques) fn may_occur<const W: usize>(board: &Board<W>, technique: Technique) -> bool {
    let geometry = board.geometry();
    // With further houses, a subset also eliminates where no house has all of its cells.
    if !geometry.rules().is_plain() {
        return true;
    }
    let has_house = |digits| (0..geometry.houses().len()).any(|house| board.unplaced(house).len() >= digits);
    let has_digit = |rows| {
        let is_open = |digit, row: &&usize| board.unplaced(**row).contains(digit);
        Digit::all(board.size())
            .any(|digit| geometry.rows().iter().filter(|row| is_open(digit, row)).count() >= rows)
    };
    match technique {
        Technique::NakedPair => has_house(4),
        Technique::HiddenPair => has_house(5),
        Technique::NakedTriple => has_house(6),
        Technique::HiddenTriple => has_house(7),
        Technique::NakedQuad => has_house(8),
        Technique::HiddenQuad => has_house(9),
        Technique::XWing => has_digit(4),
        Technique::Swordfish => has_digit(6),
        Technique::Jellyfish => has_digit(8),
        _ => true,
    }
}

/// The first single, in the order of [`Technique`]: the fast path of `next_step`.
#[inline]
pub(crate) fn next_single<const W: usize>(board: &Board<W>) -> Option<Single> {
    full_house::find(board).or_else(|| hidden_single::find(board)).or_else(|| naked_single::find(board))
}

/// The first step of the first technique that has one. A [trial](Technique::Trial) is not among them.
#[cfg(test)]
pub(crate) fn next_step<const W: usize>(board: &Board<W>) -> Option<Step> {
    Technique::ALL.into_iter().find_map(|technique| find_step(board, technique))
}

/// Explains a step in a sentence, such as `Naked Single: r1c3 has one candidate left, so r1c3 is 4.`
pub fn explain(step: &Step, wording: &Wording<'_>) -> Sentence {
    let sentence = match step.technique {
        Technique::FullHouse => full_house::sentence(step, wording),
        Technique::HiddenSingle => hidden_single::sentence(step, wording),
        Technique::NakedSingle => naked_single::sentence(step, wording),
        Technique::Pointing | Technique::Claiming => intersection::sentence(step, wording),
        Technique::NakedPair | Technique::NakedTriple | Technique::NakedQuad => {
            naked_subset::sentence(step, wording)
        }
        Technique::HiddenPair | Technique::HiddenTriple | Technique::HiddenQuad => {
            hidden_subset::sentence(step, wording)
        }
        Technique::XWing | Technique::Swordfish | Technique::Jellyfish => fish::sentence(step, wording),
        Technique::FinnedXWing
        | Technique::SashimiXWing
        | Technique::FinnedSwordfish
        | Technique::SashimiSwordfish
        | Technique::FinnedJellyfish
        | Technique::SashimiJellyfish => finned_fish::sentence(step, wording),
        Technique::Skyscraper | Technique::TwoStringKite | Technique::TurbotFish => {
            two_strong_links::sentence(step, wording)
        }
        Technique::EmptyRectangle => empty_rectangle::sentence(step, wording),
        Technique::XyWing => xy_wing::sentence(step, wording),
        Technique::XyzWing => xyz_wing::sentence(step, wording),
        Technique::WWing => w_wing::sentence(step, wording),
        Technique::RemotePair => remote_pair::sentence(step, wording),
        Technique::SimpleColouring => simple_colouring::sentence(step, wording),
        Technique::MultiColouring => multi_colouring::sentence(step, wording),
        Technique::AvoidableRectangle => avoidable_rectangle::sentence(step, wording),
        Technique::Bug => bug::sentence(step, wording),
        Technique::Nishio => nishio::sentence(step, wording),
        Technique::ForcingChain => forcing_chain::sentence(step, wording),
        Technique::ContradictionNet => forcing_net::contradiction_sentence(step, wording),
        Technique::DigitForcingNet => forcing_net::digit_verity_sentence(step, wording),
        Technique::ForcingNet => forcing_net::verity_sentence(step, wording),
        Technique::UniqueRectangle1
        | Technique::UniqueRectangle2
        | Technique::UniqueRectangle3
        | Technique::UniqueRectangle4
        | Technique::UniqueRectangle5
        | Technique::UniqueRectangle6
        | Technique::HiddenRectangle => unique_rectangle::sentence(step, wording),
        Technique::XChain | Technique::XyChain | Technique::Aic | Technique::GroupedAic => {
            chain_sentence(step, wording)
        }
        Technique::SueDeCoq => sue_de_coq::sentence(step, wording),
        Technique::AlsXz => als_xz::sentence(step, wording),
        Technique::AlsXyWing => als_xy_wing::sentence(step, wording),
        Technique::DeathBlossom => death_blossom::sentence(step, wording),
        Technique::Trial => wording.trial(step),
    };
    sentence.translated(step.technique, wording.language())
}
