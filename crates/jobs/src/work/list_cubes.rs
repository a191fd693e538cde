//! Pieces of the list of all solutions of one problem.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_answers::kinds::{CoverSolutions, Solutions};
use quadrille_answers::wire::{NotationOf, ProblemBounds, read_json, write_solution_line};
use quadrille_exact_cover::Split;
use quadrille_exact_cover::unstable::parse_cube;
use quadrille_exact_cover::{Cover, CubeList, NamedProblem, Problem, Progress, StopReason};
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::cubes::PuzzleCubeList;
use quadrille_sudoku::unstable::{AnyProblem, CubeSearcher, format_restriction, parse_puzzle_cube};

use super::cubes::failed;
use super::outcome::PieceError;
use super::result_lines::ResultLines;
use crate::spec::CountSubject;

/// Bytes of lines of JSON after which a piece ends, with the line that reaches them. Its solutions take about as much memory again, and
/// so do its lines of text.
const PIECE_BYTES: usize = 4 << 20;

/// Problem whose solutions are listed, with the notation of its solutions.
#[derive(Clone, Debug)]
pub(super) enum ListedProblem {
    Puzzle(Puzzle, NotationOf<Solutions>),
    Cover(Arc<Problem>, Arc<NamedProblem>),
}

impl ListedProblem {
    /// Parses the body of a request to the endpoint that lists.
    pub(super) fn parse(subject: CountSubject, body: &[u8]) -> Result<Self, PieceError> {
        Ok(match subject {
            CountSubject::Puzzle => {
                let request = read_json::<Solutions>(body, "", ProblemBounds::MAX)?;
                Self::Puzzle(request.question.subject, request.style.notation)
            }
            CountSubject::ExactCover => {
                let request = read_json::<CoverSolutions>(body, "", ProblemBounds::MAX)?;
                Self::Cover(request.question.subject, request.style.notation)
            }
        })
    }

    pub(super) fn whole(&self) -> AnyProblem {
        match self {
            Self::Puzzle(puzzle, _) => AnyProblem::Puzzle(puzzle.clone()),
            Self::Cover(problem, _) => AnyProblem::Cover(Arc::clone(problem)),
        }
    }
}

/// List of the solutions of the current cube.
enum Listing {
    Puzzle(Box<PuzzleCubeList>),
    Cover(Box<CubeList>),
}

/// Search that lists the solutions of one cube after the other.
pub(super) struct CubeListing {
    problem: ListedProblem,
    listing: Option<Listing>,
    /// Number of solutions after which the list ends.
    limit: usize,
    /// Lines of the solutions of earlier cubes, and their number.
    lines: ResultLines,
    listed: usize,
    /// Length of the lines of the solutions of the current cube.
    found_bytes: usize,
    /// Length of each line of a puzzle, once one is known.
    line_bytes: Option<usize>,
}

impl CubeListing {
    pub(super) fn new(problem: ListedProblem, limit: Option<u64>) -> Self {
        let limit = limit.and_then(|limit| limit.try_into().ok()).unwrap_or(usize::MAX);
        Self {
            problem,
            listing: None,
            limit,
            lines: ResultLines::default(),
            listed: 0,
            found_bytes: 0,
            line_bytes: None,
        }
    }

    /// Returns the lines of all solutions.
    pub(super) fn into_lines(self) -> ResultLines {
        self.lines
    }

    fn found(&self) -> usize {
        match &self.listing {
            Some(Listing::Puzzle(list)) => list.found(),
            Some(Listing::Cover(list)) => list.found(),
            None => 0,
        }
    }

    /// Number of solutions of the current cube with which the list is at its limit.
    fn found_max(&self) -> usize {
        self.limit.saturating_sub(self.listed)
    }

    /// Continues the list of a puzzle, all of whose lines have the same length.
    fn advance_puzzle(
        &mut self,
        list: &mut PuzzleCubeList,
        budget_nodes: u64,
        stop: &AtomicBool,
    ) -> Result<Progress, PieceError> {
        let free = PIECE_BYTES.saturating_sub(self.lines.json.len());
        let fitting = self.line_bytes.map_or(1, |bytes| free.div_ceil(bytes.max(1)));
        let found_max = fitting.min(self.found_max());
        let progress = list.advance(found_max, budget_nodes, stop).map_err(failed)?;
        if let (None, ListedProblem::Puzzle(_, notation), Some(first)) =
            (self.line_bytes, &self.problem, list.first())
        {
            let mut line = Vec::new();
            write_solution_line::<Puzzle>(notation, first, &mut line);
            self.line_bytes = Some(line.len());
        }
        self.found_bytes = list.found() * self.line_bytes.unwrap_or(0);
        Ok(progress)
    }

    /// Continues the list of an exact cover problem, whose lines may have very different lengths.
    fn advance_cover(
        &mut self,
        list: &mut CubeList,
        budget_nodes: u64,
        stop: &AtomicBool,
    ) -> Result<Progress, PieceError> {
        let ListedProblem::Cover(_, names) = &self.problem else { return Ok(Progress::Paused) };
        let (mut found, found_max, mut line) = (list.found(), self.found_max(), Vec::new());
        let is_last = |cover: &Cover| {
            line.clear();
            write_solution_line::<Arc<Problem>>(names, cover, &mut line);
            self.found_bytes += line.len();
            found += 1;
            found >= found_max || self.lines.json.len() + self.found_bytes >= PIECE_BYTES
        };
        list.advance(is_last, budget_nodes, stop).map_err(failed)
    }
}

impl CubeSearcher for CubeListing {
    type Error = PieceError;

    fn start(&mut self, cube: &str) -> Result<(), PieceError> {
        match (&self.problem, &mut self.listing) {
            (ListedProblem::Puzzle(whole, _), listing) => {
                let cube = parse_puzzle_cube(whole, cube).map_err(failed)?;
                match listing {
                    Some(Listing::Puzzle(list)) => list.restart(cube),
                    listing => *listing = Some(Listing::Puzzle(Box::new(PuzzleCubeList::new(cube)))),
                }
            }
            (ListedProblem::Cover(whole, _), listing) => {
                let cube = parse_cube(whole, cube).map_err(failed)?;
                *listing = Some(Listing::Cover(Box::new(CubeList::new(Arc::clone(whole), cube))));
            }
        }
        Ok(())
    }

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, PieceError> {
        let mut listing = self.listing.take();
        let progress = match &mut listing {
            Some(Listing::Puzzle(list)) => self.advance_puzzle(list, budget_nodes, stop)?,
            Some(Listing::Cover(list)) => self.advance_cover(list, budget_nodes, stop)?,
            None => Progress::Ended(StopReason::Complete),
        };
        self.listing = listing;
        Ok(progress)
    }

    fn nodes(&self) -> u64 {
        match &self.listing {
            Some(Listing::Puzzle(list)) => list.nodes(),
            Some(Listing::Cover(list)) => list.nodes(),
            None => 0,
        }
    }

    fn searched(&self) -> u128 {
        match &self.listing {
            Some(Listing::Puzzle(list)) => list.searched(),
            Some(Listing::Cover(list)) => list.searched(),
            None => 0,
        }
    }

    fn is_learning(&self) -> bool {
        match &self.listing {
            Some(Listing::Puzzle(list)) => list.is_learning(),
            Some(Listing::Cover(list)) => list.is_learning(),
            None => false,
        }
    }

    fn is_full(&self) -> bool {
        self.found() >= self.found_max() || self.lines.json.len() + self.found_bytes >= PIECE_BYTES
    }

    fn is_enough(&self) -> bool {
        self.listed >= self.limit
    }

    fn split(&mut self) -> Result<Split<String>, PieceError> {
        // At the limit, solutions of the rest count, too: the rest is not searched any more.
        let is_enough = self.found() >= self.found_max();
        self.found_bytes = 0;
        let before = self.listed;
        let split = match (&self.problem, self.listing.take()) {
            (ListedProblem::Puzzle(whole, notation), Some(Listing::Puzzle(mut list))) => {
                let all = is_enough.then(|| list.take_found());
                let (found, split) = list.split();
                for solution in all.unwrap_or(found) {
                    self.lines.push::<Puzzle>(notation, &solution);
                    self.listed += 1;
                }
                self.listing = Some(Listing::Puzzle(list));
                split.filter_map(|addition| Some(format_restriction(whole, addition)))
            }
            (ListedProblem::Cover(_, names), Some(Listing::Cover(mut list))) => {
                let all = is_enough.then(|| list.take_found());
                let (found, split) = list.split();
                for cover in all.unwrap_or(found) {
                    self.lines.push::<Arc<Problem>>(names, &cover);
                    self.listed += 1;
                }
                split.filter_map(|option| Some(option.0.to_string()))
            }
            _ => Split::default(),
        };
        Ok(Split { counted: (self.listed - before) as u128, ..split })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quadrille_exact_cover::Cube;

    use super::*;

    const PAIRS: &str = r#"{"primary": ["a","b","c","d"], "options": [
        ["a","b"],["c","d"],["a","c"],["b","d"],["a","d"],["b","c"]]}"#;

    /// Lines of the whole problem, found in steps of a few nodes, and the weight of the rest.
    fn list(subject: CountSubject, body: &str, limit: Option<u64>) -> (Vec<String>, u128) {
        let problem = ListedProblem::parse(subject, body.as_bytes()).expect("a problem");
        let mut listing = CubeListing::new(problem, limit);
        listing.start(&Cube::WEIGHT_OF_WHOLE.to_string()).expect("a cube");
        let stop = AtomicBool::new(false);
        while listing.advance(3, &stop).expect("a list") == Progress::Paused && !listing.is_full() {}
        let split = listing.split().expect("a split");
        assert_eq!(listing.is_enough(), limit.is_some_and(|limit| split.counted == limit.into()));
        let text = String::from_utf8(listing.into_lines().json).expect("text");
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        assert_eq!(lines.len() as u128, split.counted);
        (lines, Cube::WEIGHT_OF_WHOLE - split.searched)
    }

    #[test]
    fn lines_are_those_of_the_stream_without_index() {
        let (lines, rest) = list(CountSubject::Puzzle, r#"{"puzzle": "1.....3..4.....2"}"#, None);
        assert_eq!((lines, rest), (vec![r#"{"type":"result","solution":"1324423124133142"}"#.to_owned()], 0));
        let (lines, _) = list(CountSubject::ExactCover, PAIRS, None);
        let first =
            r#"{"type":"result","solution":[{"option":1,"items":["a","b"]},{"option":2,"items":["c","d"]}]}"#;
        assert!(lines.len() == 3 && lines.iter().any(|line| line == first), "{lines:?}");
    }

    #[test]
    fn piece_is_full_after_a_fixed_number_of_bytes() {
        let names: Vec<String> = (0..40).map(|name| format!("{name:0>60}")).collect();
        let long: Vec<String> = names.iter().map(|name| format!("{name}:x")).collect();
        let options = |count: usize| (0..count).map(|_| [&["a".to_owned()][..], &long].concat());
        let short = vec!["a".to_owned()];
        let options: Vec<_> = std::iter::once(short).chain(options(3000)).collect();
        let problem = serde_json::json!({"primary": ["a"], "secondary": names, "options": options});
        let (lines, rest) = list(CountSubject::ExactCover, &problem.to_string(), None);
        let bytes: usize = lines.iter().map(|line| line.len() + 1).sum();
        let longest = lines.iter().map(String::len).max().expect("a line");
        assert!(lines[0].len() < 100 && longest > 2000 && rest > 0);
        assert!((PIECE_BYTES..PIECE_BYTES + longest + 1).contains(&bytes), "{bytes} bytes");
        let empty = format!(r#"{{"puzzle": "{}"}}"#, ".".repeat(81));
        let (lines, rest) = list(CountSubject::Puzzle, &empty, None);
        let bytes: usize = lines.iter().map(|line| line.len() + 1).sum();
        assert!(rest > 0 && (PIECE_BYTES..PIECE_BYTES + 200).contains(&bytes), "{bytes} bytes");
    }

    #[test]
    fn list_ends_at_the_limit_and_has_no_solution_twice() {
        let empty = r#"{"puzzle": "................"}"#;
        for (limit, expected) in
            [(Some(1), 1), (Some(100), 100), (Some(288), 288), (Some(1000), 288), (None, 288)]
        {
            let (lines, rest) = list(CountSubject::Puzzle, empty, limit);
            assert_eq!(lines.iter().collect::<BTreeSet<_>>().len(), expected);
            assert_eq!(lines.len(), expected);
            assert!(rest == 0 || limit.is_some_and(|limit| limit <= 288));
        }
    }
}
