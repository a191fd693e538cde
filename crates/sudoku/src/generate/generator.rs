//! Attempts, one after the other, until a puzzle meets its specification.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::unstable::SplitMix64;
use quadrille_exact_cover::{Progress, ResumableSearch, StopReason};
use thiserror::Error;

use super::attempt::{AttemptEnd, PuzzleAttempt};
use super::generated::GeneratedPuzzle;
use super::restriction::{FailureCounts, SpecRestrictions};
use super::spec::PuzzleSpec;
use super::spec_number::spec_number;
use crate::analysis::Slice;
use crate::solver::SolverError;

/// Result of a generator.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GenerateAnswer {
    /// The puzzle; `None` if no attempt has succeeded.
    pub generated: Option<GeneratedPuzzle>,
    /// Seed of the random numbers, which also depend on the specification.
    pub seed: u64,
    /// Number of attempts that have ended; 0 if the search is complete because simple bounds exclude every puzzle.
    pub attempts: u64,
    /// Smallest number of clues of a puzzle with one solution in the attempts that have failed.
    pub fewest_clues: Option<usize>,
    /// Without a puzzle, the restrictions that kept the attempts from success, or that exclude every puzzle.
    pub binding: SpecRestrictions,
    /// Why the search ended. Without a puzzle, [`StopReason::Complete`] means that all attempts have failed.
    pub stop_reason: StopReason,
    /// Number of nodes visited.
    pub nodes: u64,
}

/// Reason why no puzzle was generated: the attempts failed, or simple bounds exclude every puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no puzzle after {attempts} attempts: relax {binding}")]
#[non_exhaustive]
pub struct GenerateError {
    /// Number of attempts; 0 if simple bounds exclude every puzzle.
    pub attempts: u64,
    /// The restrictions that kept the attempts from success, or that exclude every puzzle.
    pub binding: SpecRestrictions,
    /// Smallest number of clues of a puzzle with one solution in the attempts.
    pub fewest_clues: Option<usize>,
}

impl GenerateAnswer {
    /// The puzzle.
    ///
    /// # Errors
    /// [`GenerateError`] if there is none.
    pub fn into_result(self) -> Result<GeneratedPuzzle, GenerateError> {
        let Self { generated, attempts, binding, fewest_clues, .. } = self;
        generated.ok_or(GenerateError { attempts, binding, fewest_clues })
    }
}

/// Generates a random puzzle that meets a specification.
///
/// Each attempt fills the grid with a random solution, and removes clues in a random order. The attempt with the lowest
/// number that succeeds gives the puzzle.
#[derive(Clone, Debug)]
pub struct Generator {
    spec: Arc<PuzzleSpec>,
    /// Restrictions with which simple bounds exclude every puzzle. No attempt is made then.
    impossible: Option<SpecRestrictions>,
    seed: u64,
    /// Hash of the specification.
    spec_number: u64,
    attempts_max: u64,
    attempt: PuzzleAttempt,
    attempts: u64,
    fewest_clues: Option<usize>,
    failures: FailureCounts,
    generated: Option<GeneratedPuzzle>,
    /// Nodes visited before the last restart.
    nodes_before: u64,
}

impl Generator {
    /// Creates a generator that makes up to `attempts_max` attempts.
    pub fn new(spec: impl Into<Arc<PuzzleSpec>>, seed: u64, attempts_max: u64) -> Self {
        let spec = spec.into();
        let spec_number = spec_number(&spec);
        Self {
            attempt: PuzzleAttempt::new(&spec, random(spec_number, seed, 0)),
            impossible: spec.impossible(),
            spec,
            seed,
            spec_number,
            attempts_max,
            attempts: 0,
            fewest_clues: None,
            failures: FailureCounts::default(),
            generated: None,
            nodes_before: 0,
        }
    }

    /// Starts again with another seed, and reuses the memory.
    pub fn restart(&mut self, seed: u64) {
        self.seed = seed;
        self.attempts = 0;
        self.fewest_clues = None;
        self.failures = FailureCounts::default();
        self.generated = None;
        self.nodes_before = self.attempt.searches().nodes();
        self.attempt.restart(random(self.spec_number, seed, 0));
    }

    /// What the puzzle must be like.
    pub fn spec(&self) -> &Arc<PuzzleSpec> {
        &self.spec
    }

    /// Maximum number of attempts.
    pub fn attempts_max(&self) -> u64 {
        self.attempts_max
    }

    /// The restrictions that kept the attempts from success; of the first attempt, while it lasts, those on which it works.
    fn binding(&self) -> SpecRestrictions {
        match (&self.generated, self.impossible) {
            (Some(_), _) => SpecRestrictions::default(),
            (None, Some(impossible)) => impossible,
            (None, None) if self.attempts == 0 => self.attempt.restrictions(&self.spec),
            (None, None) => self.failures.binding(),
        }
    }

    /// The generated puzzle; `None` if no attempt has succeeded.
    pub fn puzzle(&self) -> Option<&GeneratedPuzzle> {
        self.generated.as_ref()
    }
}

/// The random numbers of an attempt.
fn random(spec_number: u64, seed: u64, attempt: u64) -> SplitMix64 {
    let own_seed = SplitMix64::stream(spec_number, seed).below(u64::MAX);
    SplitMix64::stream(own_seed, attempt)
}

impl ResumableSearch for Generator {
    type Answer = GenerateAnswer;
    type Error = SolverError;

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, SolverError> {
        let searches = self.attempt.searches();
        let slice = Slice::new(searches.nodes(), searches.steps(), budget_nodes, stop);
        while self.stop_reason().is_none() {
            let Some(end) = self.attempt.advance(&self.spec, &slice)? else { return Ok(Progress::Paused) };
            self.attempts += 1;
            match end {
                AttemptEnd::Puzzle(generated) => self.generated = Some(*generated),
                AttemptEnd::Failed { clues, check, binding } => {
                    self.failures.record(check, binding);
                    self.fewest_clues = self.fewest_clues.into_iter().chain(clues).min();
                    self.attempt.restart(random(self.spec_number, self.seed, self.attempts));
                }
            }
        }
        Ok(Progress::Ended(StopReason::Complete))
    }

    fn nodes(&self) -> u64 {
        self.attempt.searches().nodes() - self.nodes_before
    }

    fn stop_reason(&self) -> Option<StopReason> {
        let has_ended =
            self.generated.is_some() || self.attempts >= self.attempts_max || self.impossible.is_some();
        has_ended.then_some(StopReason::Complete)
    }

    fn answer(&mut self) -> GenerateAnswer {
        GenerateAnswer {
            generated: self.generated.clone(),
            seed: self.seed,
            attempts: self.attempts,
            fewest_clues: self.fewest_clues,
            binding: self.binding(),
            stop_reason: self.stop_reason().unwrap_or(StopReason::Interrupted),
            nodes: self.nodes(),
        }
    }
}
