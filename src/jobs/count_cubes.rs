//! Pieces of the count of one problem.

use quadrille_answers::kinds::{Count, CoverCount};
use quadrille_answers::wire::{ProblemBounds, read_json};
use quadrille_sudoku::unstable::AnyProblem;

use super::outcome::PieceError;
use super::spec::CountSubject;

/// Parses the body of a request to the endpoint that counts.
pub(super) fn counted_problem(subject: CountSubject, body: &[u8]) -> Result<AnyProblem, PieceError> {
    Ok(match subject {
        CountSubject::Puzzle => {
            AnyProblem::Puzzle(read_json::<Count>(body, "", ProblemBounds::MAX)?.question.subject)
        }
        CountSubject::ExactCover => {
            AnyProblem::Cover(read_json::<CoverCount>(body, "", ProblemBounds::MAX)?.question.subject)
        }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use proptest::collection::vec;
    use proptest::prelude::{
        Just, ProptestConfig, Strategy, prop_assert, prop_assert_eq, prop_oneof, proptest,
    };
    use quadrille_answers::service::Background;
    use quadrille_exact_cover::Cube;
    use quadrille_sudoku::unstable::{CubeCounter, WrittenCube, WrittenCubes};

    use super::*;
    use crate::jobs::cubes::{PARTS_MAX, PieceRun, RunningCubes, SHARE_MIN, piece};
    use crate::jobs::pieces::{NewPiece, PieceResult};
    use crate::jobs::spec::PieceSpec;
    use crate::jobs::stop::StopToken;

    fn cubes_of(piece: &NewPiece) -> &[String] {
        match &piece.spec {
            PieceSpec::Cubes { cubes } => cubes,
            _ => &[],
        }
    }

    /// Texts of all cubes, each with all additions.
    fn texts_of(piece: &NewPiece) -> impl Iterator<Item = String> {
        WrittenCubes::read(cubes_of(piece)).expect("cubes").map(WrittenCube::into_text)
    }

    fn plan(whole: &AnyProblem, want: usize) -> Vec<NewPiece> {
        let cubes = whole.cubes(want, 0).expect("cubes");
        cubes.into_iter().map(|cube| piece(WrittenCubes::from_iter([cube]))).collect()
    }

    /// Counts a piece within its budget.
    fn count(whole: &AnyProblem, piece: &NewPiece, run: PieceRun) -> PieceResult {
        let mut count =
            RunningCubes::new(CubeCounter::new(whole.clone()), cubes_of(piece), run).expect("cubes");
        while count.run_slice(&AtomicBool::new(false)).is_pending() {}
        count.finish().expect("a count").0
    }

    fn with_budget(budget_nodes: u64) -> PieceRun {
        PieceRun { budget_nodes, ..PieceRun::default() }
    }

    fn weight_of(pieces: &[NewPiece]) -> u128 {
        pieces.iter().filter_map(|piece| piece.weight).sum()
    }

    fn whole() -> impl Strategy<Value = (AnyProblem, u128)> {
        let puzzle = |body: &str| counted_problem(CountSubject::Puzzle, body.as_bytes()).expect("a puzzle");
        let cover = |body: &str| counted_problem(CountSubject::ExactCover, body.as_bytes()).expect("a cover");
        let pairs = r#"{"primary": ["a","b","c","d","e","f","g","h"], "options": [
            ["a","b"],["a","c"],["a","d"],["a","e"],["a","f"],["a","g"],["a","h"],["b","c"],["b","d"],["b","e"],["b","f"],
            ["b","g"],["b","h"],["c","d"],["c","e"],["c","f"],["c","g"],["c","h"],["d","e"],["d","f"],["d","g"],["d","h"],
            ["e","f"],["e","g"],["e","h"],["f","g"],["f","h"],["g","h"]]}"#;
        prop_oneof![
            Just((puzzle(r#"{"puzzle": "................"}"#), 288)),
            Just((puzzle(r#"{"puzzle": "1..............."}"#), 72)),
            Just((puzzle(r#"{"puzzle": "11.............."}"#), 0)),
            Just((cover(pairs), 105)),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn pieces_sum_up_to_the_whole(
            (whole, solutions) in whole(), want in 1..20_usize, budgets in vec((2 * SHARE_MIN..100, 0..3_usize), 1..5),
        ) {
            let mut waiting = plan(&whole, want);
            let (mut counted, mut searched) = (0, 0);
            let mut budgets = budgets.into_iter().cycle();
            while let Some(piece) = waiting.pop() {
                let (budget_nodes, threads) = budgets.next().expect("endless");
                let run = with_budget(budget_nodes);
                run.share.ask(threads);
                let result = count(&whole, &piece, run);
                prop_assert!(result.nodes <= budget_nodes && result.rest.len() <= (threads + 1).max(2));
                let part = result.weight.expect("a weight");
                prop_assert_eq!(part + weight_of(&result.rest), piece.weight.expect("a weight"));
                counted += result.count.expect("a count");
                searched += part;
                waiting.extend(result.rest);
            }
            prop_assert_eq!((counted, searched), (solutions, Cube::WEIGHT_OF_WHOLE));
        }

        #[test]
        fn stopped_piece_leaves_all_its_cubes((whole, _) in whole(), want in 1..20_usize) {
            let stop = StopToken::default();
            stop.stop();
            let pieces = plan(&whole, want);
            let before: Vec<String> = pieces.iter().flat_map(cubes_of).cloned().collect();
            let all = piece(WrittenCubes::read(&before).expect("cubes"));
            let result = count(&whole, &all, PieceRun { stop, ..with_budget(1000) });
            prop_assert_eq!(weight_of(&result.rest) + result.weight.expect("a weight"), Cube::WEIGHT_OF_WHOLE);
            let cubes: Vec<String> = result.rest.iter().rev().flat_map(texts_of).collect();
            // A conflict of clues is found without a search.
            prop_assert!(cubes == before || result.weight == Some(Cube::WEIGHT_OF_WHOLE), "{cubes:?}");
        }
    }

    /// Queens on an n x n board.
    fn queens(n: usize) -> AnyProblem {
        let primary: Vec<_> = (0..n).flat_map(|line| [format!("r{line}"), format!("c{line}")]).collect();
        let secondary: Vec<_> =
            (0..2 * n - 1).flat_map(|line| [format!("a{line}"), format!("b{line}")]).collect();
        let options: Vec<_> = (0..n * n)
            .map(|cell| (cell / n, cell % n))
            .map(|(row, column)| {
                [
                    format!("r{row}"),
                    format!("c{column}"),
                    format!("a{}", row + column),
                    format!("b{}", n - 1 + row - column),
                ]
            })
            .collect();
        let body =
            serde_json::json!({"primary": primary, "secondary": secondary, "options": options}).to_string();
        counted_problem(CountSubject::ExactCover, body.as_bytes()).expect("a problem")
    }

    #[test]
    fn piece_leaves_work_for_idle_threads_after_the_minimum() {
        let whole = queens(9);
        let all = piece(WrittenCubes::from_iter([WrittenCube::of_cover(&Cube::whole())]));
        let run = with_budget(800);
        let alone = count(&whole, &all, PieceRun { budget_nodes: u64::MAX, ..run.clone() });
        assert_eq!((alone.count, alone.rest.len()), (Some(352), 0));
        for (threads, pieces) in [(1, 2), (3, 4), (100, PARTS_MAX)] {
            run.share.ask(threads);
            let (mut waiting, mut counted, mut searched, mut nodes) = (vec![all.clone()], 0, 0, 0);
            let (mut is_first, may_be) = (true, 2..=pieces);
            while let Some(piece) = waiting.pop() {
                let result = count(&whole, &piece, run.clone());
                let is_over = result.rest.is_empty();
                assert!(result.nodes >= run.share_min() || is_over, "{} nodes", result.nodes);
                assert!(
                    !is_first || (may_be.contains(&result.rest.len()) && result.nodes < 800),
                    "{result:?}"
                );
                is_first = false;
                counted += result.count.expect("a count");
                searched += result.weight.expect("a weight");
                nodes += result.nodes;
                waiting.extend(result.rest);
            }
            assert_eq!((counted, searched), (352, Cube::WEIGHT_OF_WHOLE));
            assert!(nodes < 2 * alone.nodes, "{nodes} of {} nodes", alone.nodes);
        }
    }

    #[test]
    fn displaced_piece_leaves_its_thread_after_the_minimum_and_loses_nothing() {
        let whole = queens(9);
        let mut waiting = vec![piece(WrittenCubes::from_iter([WrittenCube::of_cover(&Cube::whole())]))];
        let run = with_budget(8000);
        let alone = count(&whole, &waiting[0], run.clone());
        assert!(alone.rest.is_empty() && alone.nodes > 2 * run.share_min(), "{} nodes", alone.nodes);
        run.displace.stop();
        let (mut counted, mut searched, mut pieces) = (0, 0, 0);
        while let Some(piece) = waiting.pop() {
            let result = count(&whole, &piece, run.clone());
            assert!(result.nodes >= run.share_min() || result.rest.is_empty(), "{} nodes", result.nodes);
            pieces += 1;
            counted += result.count.expect("a count");
            searched += result.weight.expect("a weight");
            waiting.extend(result.rest);
        }
        assert_eq!((counted, searched), (352, Cube::WEIGHT_OF_WHOLE));
        assert!(pieces > 1);
    }

    #[test]
    fn piece_below_the_minimum_is_not_split() {
        let whole = queens(6);
        let all = piece(WrittenCubes::from_iter([WrittenCube::of_cover(&Cube::whole())]));
        let run = with_budget(80_000);
        run.share.ask(3);
        let result = count(&whole, &all, run.clone());
        assert!(result.nodes < run.share_min() && result.rest.is_empty(), "{result:?}");
        assert_eq!(result.count, Some(4));
    }

    #[test]
    fn piece_whose_rest_is_expected_to_be_short_is_not_split() {
        let whole = queens(9);
        let all = piece(WrittenCubes::from_iter([WrittenCube::of_cover(&Cube::whole())]));
        let alone = count(&whole, &all, with_budget(u64::MAX));
        // Nearly all of the search is done when the request is looked at.
        let run = with_budget(SHARE_MIN * (alone.nodes - 10));
        run.share.ask(1);
        assert_eq!(count(&whole, &all, run).rest, []);
    }
}
