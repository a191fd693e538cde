//! Partition of a puzzle into cubes of similar size.

use quadrille_exact_cover::unstable::{
    Branching, CUBE_PROBES, ChosenOptions, NodeState, SearchSpace, SplitMix64, partition, shares,
};
use quadrille_exact_cover::{Cube, ProblemError};

use crate::encoding::Encoding;
use crate::model::{Puzzle, PuzzleCube, Restriction};
use crate::reduce::{Board9x9, BoardSearch, CandidateMasks, estimate_nodes};

/// Splits a puzzle into at least `want` disjoint cubes, if it has as many branches. A dead end has no cube; a puzzle without
/// solutions is a cube.
///
/// Splits the cube with the largest estimated search tree first. Puzzle, `want` and seed determine the cubes.
///
/// # Errors
/// None in practice: every puzzle is within the bounds of an exact cover problem.
pub fn puzzle_cubes(puzzle: &Puzzle, want: usize, seed: u64) -> Result<Vec<PuzzleCube>, ProblemError> {
    if puzzle.first_conflict().is_some() {
        return Ok(vec![PuzzleCube::whole(puzzle.clone())]);
    }
    if puzzle.rules().is_classic_9x9() {
        let whole = BoardCube { cube: PuzzleCube::whole(puzzle.clone()), board: Board9x9::of_puzzle(puzzle) };
        let mut branching = BoardBranching { random: SplitMix64::new(seed) };
        return Ok(partition(&mut branching, whole, want).into_iter().map(|board| board.cube).collect());
    }
    let mut masks = CandidateMasks::new(puzzle);
    if masks.reduce() != NodeState::Open {
        return Ok(vec![PuzzleCube::whole(puzzle.clone())]);
    }
    let encoding = Encoding::new(&masks)?;
    let cubes = encoding.problem().cubes(want, seed);
    let of_cube = |cube: &Cube| {
        let restrictions = cube.options().iter().filter_map(|&option| encoding.restriction(option));
        PuzzleCube { puzzle: restricted(puzzle, restrictions), weight: cube.weight() }
    };
    Ok(cubes.iter().map(of_cube).collect())
}

fn restricted(puzzle: &Puzzle, restrictions: impl Iterator<Item = Restriction>) -> Puzzle {
    let mut puzzle = puzzle.clone();
    restrictions.for_each(|restriction| restriction.apply(&mut puzzle));
    puzzle
}

/// Cube of a classic 9x9, with its board.
struct BoardCube {
    cube: PuzzleCube,
    board: Board9x9,
}

/// Branches as the search of a classic 9x9.
struct BoardBranching {
    random: SplitMix64,
}

impl Branching for BoardBranching {
    type Cube = BoardCube;

    /// Branches at the first level with two live options.
    fn branches(&mut self, BoardCube { cube, board }: &BoardCube) -> Vec<BoardCube> {
        let mut parent = cube.puzzle.clone();
        let mut space = BoardSearch::new(*board);
        while space.state() == NodeState::Open {
            let mut live = Vec::new();
            space.open_level();
            loop {
                space.try_next();
                if space.state() != NodeState::Dead {
                    let restrictions = space.chosen().filter_map(BoardSearch::restriction);
                    live.push((restricted(&parent, restrictions), *space.board()));
                }
                if !space.undo() {
                    break;
                }
            }
            match live.len() {
                0 => break,
                1 => {
                    for (puzzle, board) in live {
                        parent = puzzle;
                        space = BoardSearch::new(board);
                    }
                }
                count => {
                    let cubes = live.into_iter().zip(shares(cube.weight, count));
                    return cubes
                        .map(|((puzzle, board), weight)| BoardCube {
                            cube: PuzzleCube { puzzle, weight },
                            board,
                        })
                        .collect();
                }
            }
        }
        Vec::new()
    }

    fn estimated_nodes(&mut self, cube: &BoardCube) -> f64 {
        estimate_nodes(&cube.board, CUBE_PROBES, &mut self.random)
    }
}
