//! Multi-colouring: two clusters of strong links of a digit, coloured in turn, of which a colour sees a colour of the other.
//!
//! - One of the two opposite colours has the digit, so cells that see both lose it.
//! - A colour that sees both colours of the other cluster loses it.

use super::simple_colouring::{clusters, colour_step, seen};
use crate::techniques::prelude::*;

pub(super) struct MultiColouring;

impl Pattern for MultiColouring {
    const INFO: TechniqueInfo =
        TechniqueInfo::hard("Multi-Colouring", 48).or(&["Multi-Colors", "Multi-Coloring"]);

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find(board, find)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let digit = wording.digit(step);
        let clusters: Vec<String> = step.groups.chunks(2).map(|colours| wording.either_in(colours)).collect();
        let clusters = wording.each_in(&clusters);
        sentence!(
            "strong links put {digit} in {clusters}, and colours of the two clusters see each other, so {effect}.",
            [digit, clusters]
        )
    }
}

fn find<const W: usize>(board: &Board<W>) -> Option<Deduction> {
    Digit::all(board.size()).find_map(|digit| {
        let clusters = clusters(board, digit);
        let seen: Vec<_> =
            clusters.iter().map(|cluster| cluster.map(|colour| seen(board, digit, colour))).collect();
        let pairs = (0..clusters.len()).flat_map(|one| (0..clusters.len()).map(move |other| (one, other)));
        { pairs }.filter(|(one, other)| one != other).find_map(|(one, other)| {
            let eliminated = eliminated(clusters[one], seen[one], clusters[other], seen[other]);
            if eliminated.is_empty() {
                return None;
            }
            Some(colour_step(digit, &[clusters[one], clusters[other]]).eliminating(digit, eliminated))
        })
    })
}

/// Cells that lose the digit, from the colours of two clusters and the cells that each colour sees.
fn eliminated<const W: usize>(
    colours: [CellSet<W>; 2],
    seen: [CellSet<W>; 2],
    other_colours: [CellSet<W>; 2],
    other_seen: [CellSet<W>; 2],
) -> CellSet<W> {
    let mut eliminated = CellSet::EMPTY;
    for (colour, opposite) in [(0, 1), (1, 0)] {
        let sees = other_colours.map(|other| seen[colour].intersects(&other));
        if sees == [true, true] {
            eliminated |= colours[colour];
        }
        for (other, other_opposite) in [(0, 1), (1, 0)] {
            if sees[other] {
                eliminated |= seen[opposite] & other_seen[other_opposite];
            }
        }
    }
    eliminated
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    /// Strong links of 1: r1c1 = r1c5, and between the places `row_6` of row 6.
    fn board(row_6: &[usize]) -> Board<2> {
        let mut board = testing::board(&".".repeat(81));
        testing::confine(&mut board, 0, 1, &[0, 4]);
        testing::confine(&mut board, 5, 1, row_6);
        board
    }

    #[test]
    fn colours_opposite_to_two_that_see_each_other_eliminate() {
        let board = board(&[1, 4]);
        let step = find(&board).expect("1 is in r1c1 or r6c2");
        testing::assert_step(
            &board,
            &step,
            "r2c2<>1 r3c2<>1 r4c1<>1 r5c1<>1",
            MultiColouring::sentence,
            "strong links put 1 in r1c1 or in r1c5, and in r6c2 or in r6c5, and colours of the two clusters see each \
             other, so r2c2, r3c2, r4c1 and r5c1 cannot be 1.",
        );
    }

    #[test]
    fn colour_that_sees_both_colours_of_a_cluster_is_eliminated() {
        let mut board = testing::board(&".".repeat(81));
        // r1c1 and r7c9 have the same colour; one sees r9c1, the other r9c8.
        testing::confine(&mut board, 0, 1, &[0, 8]);
        testing::confine(&mut board, 17, 1, &[0, 6]);
        testing::confine(&mut board, 8, 1, &[0, 7]);
        let step = find(&board).expect("r1c1 and r7c9 see both places of row 9");
        assert_eq!(testing::effect(&board, &step), "r1c1<>1 r2c8<>1 r3c8<>1 r7c9<>1");
        testing::assert_progress(&board, &step);
    }

    #[test]
    fn clusters_that_do_not_see_each_other_eliminate_nothing() {
        assert_eq!(find(&board(&[1, 5])), None);
    }
}
