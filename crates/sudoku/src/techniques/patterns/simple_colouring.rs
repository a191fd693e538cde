//! Simple colouring: one cluster of strong links of a digit, coloured in turn. The digit is in all cells of one of its colours.
//!
//! - Colour trap: a cell that sees both colours loses the digit.
//! - Colour wrap: a colour of which two cells see each other loses the digit.

use crate::techniques::prelude::*;

pub(super) struct SimpleColouring;

impl Pattern for SimpleColouring {
    const INFO: TechniqueInfo =
        TechniqueInfo::hard("Simple Colouring", 46).or(&["Simple Colors", "Singles Chain", "Coloring"]);

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find(board, find)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let digit = wording.digit(step);
        let colours = wording.either_in(&step.groups);
        if step.eliminations.iter().any(|eliminated| step.cells.contains(&eliminated.cell)) {
            sentence!(
                "strong links put {digit} in {colours}, and cells of one colour see each other, so {effect}.",
                [digit, colours]
            )
        } else {
            sentence!(
                "strong links put {digit} in {colours}, and some cells see both colours, so {effect}.",
                [digit, colours]
            )
        }
    }
}

fn find<const W: usize>(board: &Board<W>) -> Option<Deduction> {
    Digit::all(board.size()).find_map(|digit| {
        clusters(board, digit).into_iter().find_map(|cluster| {
            let [one, other] = cluster.map(|colour| seen(board, digit, colour));
            let trapped = (one & other) - (cluster[0] | cluster[1]);
            let wrapped = [(one, cluster[0]), (other, cluster[1])]
                .into_iter()
                .find(|(seen, colour)| seen.intersects(colour));
            let eliminated = wrapped.map_or(trapped, |(_, colour)| colour);
            if eliminated.is_empty() {
                return None;
            }
            Some(colour_step(digit, &[cluster]).eliminating(digit, eliminated))
        })
    })
}

/// The colours of each cluster of strong links of a digit.
pub(super) fn clusters<const W: usize>(board: &Board<W>, digit: Digit) -> Vec<[CellSet<W>; 2]> {
    let houses = 0..board.layout().house_count();
    let pairs: Vec<_> = houses.filter_map(|house| board.strong_pair(house, digit)).collect();
    let mut clusters: Vec<[CellSet<W>; 2]> = Vec::new();
    for &[first, second] in &pairs {
        if clusters.iter().any(|[one, other]| (*one | *other).contains(first)) {
            continue;
        }
        let mut cluster = [CellSet::of(first), CellSet::of(second)];
        loop {
            let before = cluster;
            for &[first, second] in &pairs {
                for (one, other) in [(0, 1), (1, 0)] {
                    if cluster[one].contains(first) {
                        cluster[other].insert(second);
                    }
                    if cluster[one].contains(second) {
                        cluster[other].insert(first);
                    }
                }
            }
            if cluster == before {
                break;
            }
        }
        clusters.push(cluster);
    }
    clusters
}

/// Cells with a digit that see one of these cells.
pub(super) fn seen<const W: usize>(board: &Board<W>, digit: Digit, cells: CellSet<W>) -> CellSet<W> {
    let peers = cells.iter().fold(CellSet::EMPTY, |seen, cell| seen | board.geometry().peers(cell));
    peers & board.cells_with(digit)
}

/// A step without effect, with the colours of these clusters as groups.
pub(super) fn colour_step<const W: usize>(digit: Digit, clusters: &[[CellSet<W>; 2]]) -> Deduction {
    let digits = DigitSet::of(digit);
    let colours = clusters.iter().flatten();
    Deduction {
        digits,
        cells: clusters.iter().flat_map(|[one, other]| (*one | *other).iter()).collect(),
        groups: colours.map(|colour| CellGroup { cells: colour.iter().collect(), digits }).collect(),
        ..Deduction::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    /// Strong links of 1: r1c1 = r1c5 = r7c5 = r7c2, the last one only with the places `row_7` of row 7.
    fn board(row_7: &[usize]) -> Board<2> {
        let mut board = testing::board(&".".repeat(81));
        testing::confine(&mut board, 0, 1, &[0, 4]);
        testing::confine(&mut board, 13, 1, &[0, 6]);
        testing::confine(&mut board, 6, 1, row_7);
        board
    }

    #[test]
    fn cells_that_see_both_colours_are_trapped() {
        let board = board(&[1, 4]);
        let step = find(&board).expect("1 is in r1c1 or r7c2");
        testing::assert_step(
            &board,
            &step,
            "r2c2<>1 r3c2<>1 r8c1<>1 r9c1<>1",
            SimpleColouring::sentence,
            "strong links put 1 in r1c1 and r7c5 or in r1c5 and r7c2, and some cells see both colours, so r2c2, r3c2, \
             r8c1 and r9c1 cannot be 1.",
        );
    }

    #[test]
    fn colour_that_sees_itself_is_wrapped() {
        let mut board = board(&[1, 4]);
        testing::confine(&mut board, 10, 1, &[2, 6]);
        let step = find(&board).expect("r1c1 and r3c2 have the same colour");
        testing::assert_step(
            &board,
            &step,
            "r1c1<>1 r3c2<>1 r7c5<>1",
            SimpleColouring::sentence,
            "strong links put 1 in r1c1, r3c2 and r7c5 or in r1c5 and r7c2, and cells of one colour see each other, so \
             r1c1, r3c2 and r7c5 cannot be 1.",
        );
    }

    #[test]
    fn third_place_ends_the_cluster() {
        assert_eq!(find(&board(&[1, 3, 4])), None);
    }
}
