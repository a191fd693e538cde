//! Random puzzles that meet a specification.

use std::num::NonZeroU64;
use std::ops::Range;
use std::sync::Arc;

use quadrille_exact_cover::{StopReason, Verdict};
use quadrille_sudoku::generate::{GenerateAnswer, Generator, PuzzleSpec};
use quadrille_sudoku::techniques::Rating;

use super::codec::{ChunkSource, InputError};
use super::search::{Answerable, SearchAnswer, SubjectKind};
use super::subject::has_large_search;

/// Puzzles that are generated one after the other by a thread.
const CHUNK_PUZZLES: u64 = 64;

/// A specification and a seed: everything that determines the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GenerateQuestion {
    /// What the puzzle must be like.
    pub spec: Arc<PuzzleSpec>,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Maximum number of attempts.
    pub attempts_max: NonZeroU64,
}

impl Answerable for GenerateQuestion {
    type Search = Generator;
    type Answer = GenerateAnswer;
    const SUBJECT: SubjectKind = SubjectKind::Puzzle;

    fn search(self) -> Generator {
        Generator::new(self.spec, self.seed, self.attempts_max.get())
    }

    fn restart(&mut self, generator: &mut Generator) {
        let is_same =
            Arc::ptr_eq(generator.spec(), &self.spec) && generator.attempts_max() == self.attempts_max.get();
        if is_same {
            generator.restart(self.seed);
        } else {
            *generator = self.clone().search();
        }
    }

    fn is_large(&self) -> bool {
        has_large_search(self.spec.rules().layout().cell_count())
    }

    fn heap_bytes(&self) -> usize {
        let orbits = self.spec.orbits().iter().map(|orbit| size_of_val(orbit) + size_of_val(&**orbit));
        orbits.sum::<usize>() + self.spec.rules().heap_bytes()
    }
}

impl SearchAnswer for GenerateAnswer {
    fn verdict(&self) -> Option<Verdict<()>> {
        Some(if self.generated.is_some() { Verdict::Unique(()) } else { Verdict::Unknown })
    }

    fn stop_reason(&self) -> StopReason {
        self.stop_reason
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes)
    }

    fn heap_bytes(&self) -> usize {
        let Some(generated) = &self.generated else { return 0 };
        let rating = generated.rating.as_ref().map_or(0, size_of_val::<Rating>);
        2 * generated.puzzle.clues().cells().len() + rating
    }
}

/// Input of a batch without content: the numbers of its entries.
#[derive(Clone, Debug)]
pub struct EntryNumbers(Range<u64>);

impl EntryNumbers {
    /// Numbers of `count` entries, from 0.
    pub fn new(count: NonZeroU64) -> Self {
        Self(0..count.get())
    }
}

impl ChunkSource<Range<u64>> for EntryNumbers {
    async fn next(&mut self) -> Result<Option<Range<u64>>, InputError> {
        let start = self.0.start;
        self.0.start = (start + CHUNK_PUZZLES).min(self.0.end);
        Ok((start < self.0.start).then_some(start..self.0.start))
    }

    fn buffered(&mut self) -> Option<Range<u64>> {
        None
    }

    fn has_known_end(&self) -> bool {
        true
    }
}
