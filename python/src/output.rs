//! Values of answers, in bytes.

use std::marker::PhantomData;
use std::sync::Arc;

use quadrille_answers::faults::Refusal;
use quadrille_answers::kinds::{
    ChooseSubset, Count, CountGuesses, CoverCount, FindCandidates, Prove, Score, ScoreQuestion, Solve,
    WriteFormula,
};
use quadrille_answers::service::Reply;
use quadrille_answers::wire::{
    AnswerKind as _, AnswerOf, BatchKind, NotationOf, QuestionKind, ResultStyle, SolutionNotation,
};
use quadrille_exact_cover::{StopReason, Verdict};

use crate::entries::Texts;

/// Columns beside the puzzles, as long as these. Each has the texts, and whether they are JSON.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    pub(crate) predictions: Option<(Arc<Texts>, bool)>,
    pub(crate) solutions: Option<(Arc<Texts>, bool)>,
}

/// Value of an answer.
pub(crate) trait Output: 'static {
    /// The question.
    type Kind: BatchKind;
    /// Length of values of the same length, otherwise 0.
    const NULL_BYTES: usize = 0;
    /// Whether each entry may be JSON or text. The text of a puzzle may begin like JSON, that of an exact cover problem not.
    const DETECTS_JSON: bool = false;
    /// Adds to the question what the other columns have for the entry.
    ///
    /// # Errors
    /// [`Refusal`] if that is invalid.
    fn complete(
        _question: &mut <Self::Kind as QuestionKind>::Question,
        _beside: &Beside,
        _index: usize,
    ) -> Result<(), Refusal> {
        Ok(())
    }

    /// Appends the value. Returns false if the answer has none.
    fn write(
        reply: &Reply<AnswerOf<Self::Kind>>,
        style: &ResultStyle<NotationOf<Self::Kind>>,
        value: &mut Vec<u8>,
    ) -> bool;
}

/// The first solution.
pub(crate) struct Solution;

impl Output for Solution {
    type Kind = Solve;

    fn write(
        Reply { answer, .. }: &Reply<AnswerOf<Solve>>,
        style: &ResultStyle,
        value: &mut Vec<u8>,
    ) -> bool {
        let solution = answer.verdict.witnesses().first();
        if let Some(solution) = solution {
            style.notation.write_solution(solution, value);
        }
        solution.is_some()
    }
}

/// The number of all solutions, unless a limit has stopped the count.
pub(crate) struct Number<K>(PhantomData<fn() -> K>);

/// The number of solutions found, of which there may be more.
pub(crate) struct AtLeast<K>(PhantomData<fn() -> K>);

impl Output for Number<Count> {
    type Kind = Count;
    const NULL_BYTES: usize = size_of::<u64>();

    fn write(Reply { answer, .. }: &Reply<AnswerOf<Count>>, _: &ResultStyle, value: &mut Vec<u8>) -> bool {
        value.extend_from_slice(&answer.count.to_ne_bytes());
        answer.stop_reason == StopReason::Complete
    }
}

impl Output for AtLeast<Count> {
    type Kind = Count;
    const NULL_BYTES: usize = size_of::<u64>();

    fn write(Reply { answer, .. }: &Reply<AnswerOf<Count>>, _: &ResultStyle, value: &mut Vec<u8>) -> bool {
        value.extend_from_slice(&answer.count.to_ne_bytes());
        true
    }
}

impl Output for Number<CoverCount> {
    type Kind = CoverCount;
    const NULL_BYTES: usize = size_of::<u64>();
    const DETECTS_JSON: bool = true;

    fn write(
        Reply { answer, .. }: &Reply<AnswerOf<CoverCount>>,
        _: &ResultStyle<NotationOf<CoverCount>>,
        value: &mut Vec<u8>,
    ) -> bool {
        value.extend_from_slice(&answer.count.to_ne_bytes());
        answer.stop_reason == StopReason::Complete
    }
}

impl Output for AtLeast<CoverCount> {
    type Kind = CoverCount;
    const NULL_BYTES: usize = size_of::<u64>();
    const DETECTS_JSON: bool = true;

    fn write(
        Reply { answer, .. }: &Reply<AnswerOf<CoverCount>>,
        _: &ResultStyle<NotationOf<CoverCount>>,
        value: &mut Vec<u8>,
    ) -> bool {
        value.extend_from_slice(&answer.count.to_ne_bytes());
        true
    }
}

/// Whether there is exactly one solution, unless a limit of time or nodes has stopped the search.
pub(crate) struct IsUnique;

impl Output for IsUnique {
    type Kind = Count;
    const NULL_BYTES: usize = 1;

    fn write(Reply { answer, .. }: &Reply<AnswerOf<Count>>, _: &ResultStyle, value: &mut Vec<u8>) -> bool {
        value.push(u8::from(matches!(answer.verdict, Verdict::Unique(_))));
        !matches!(answer.verdict, Verdict::Solvable(_) | Verdict::Unknown)
    }
}

/// The number of guesses of a plain search, if the solution is unique.
pub(crate) struct Guesses;

impl Output for Guesses {
    type Kind = CountGuesses;
    const NULL_BYTES: usize = size_of::<u64>();

    fn write(
        Reply { answer, .. }: &Reply<AnswerOf<CountGuesses>>,
        _: &ResultStyle,
        value: &mut Vec<u8>,
    ) -> bool {
        value.extend_from_slice(&answer.guesses.unwrap_or(0).to_ne_bytes());
        answer.guesses.is_some()
    }
}

/// The name of the subset, if there is a canonical form.
pub(crate) struct SubsetName;

impl Output for SubsetName {
    type Kind = ChooseSubset;

    fn write(
        Reply { answer, .. }: &Reply<AnswerOf<ChooseSubset>>,
        _: &ResultStyle,
        value: &mut Vec<u8>,
    ) -> bool {
        value.extend_from_slice(answer.subset.as_deref().unwrap_or_default().as_bytes());
        answer.subset.is_some()
    }
}

/// The score of a prediction, as 24 bytes: whether it is readable, valid, consistent and solved, whether the right cells are known, and three
/// zeros; the right cells, and the cells without a clue, as 64-bit integers.
pub(crate) struct Scored;

impl Output for Scored {
    type Kind = Score;
    const NULL_BYTES: usize = 24;

    fn complete(question: &mut ScoreQuestion, beside: &Beside, index: usize) -> Result<(), Refusal> {
        if let Some((texts, is_json)) = &beside.predictions {
            question.set_prediction(texts.get(index), *is_json)?;
        }
        match &beside.solutions {
            Some((texts, is_json)) => question.set_solution(texts.get(index), *is_json),
            None => Ok(()),
        }
    }

    fn write(Reply { answer, .. }: &Reply<AnswerOf<Score>>, _: &ResultStyle, value: &mut Vec<u8>) -> bool {
        let flags = [
            answer.is_readable,
            answer.is_valid,
            answer.is_consistent,
            answer.is_solved,
            answer.right.is_some(),
        ];
        value.extend_from_slice(&flags.map(u8::from));
        value.extend_from_slice(&[0; 3]);
        for number in [answer.right.unwrap_or(0), answer.open] {
            value.extend_from_slice(&(number as u64).to_ne_bytes());
        }
        true
    }
}

/// The digits of each cell that occur in solutions, as the bits of 64-bit integers, from bit 0 for the digit 1.
pub(crate) struct Candidates;

impl Output for Candidates {
    type Kind = FindCandidates;

    fn write(
        Reply { answer, .. }: &Reply<AnswerOf<FindCandidates>>,
        _: &ResultStyle,
        value: &mut Vec<u8>,
    ) -> bool {
        for digits in &answer.candidates {
            let mask = digits.digits().fold(0_u64, |mask, digit| mask | 1 << digit.index());
            value.extend_from_slice(&mask.to_ne_bytes());
        }
        answer.undecided.iter().all(|digits| digits.is_empty())
    }
}

/// The result of a proof as JSON, with a text of any length.
pub(crate) struct Proof;

impl Output for Proof {
    type Kind = Prove;

    fn write(reply: &Reply<AnswerOf<Prove>>, style: &ResultStyle, value: &mut Vec<u8>) -> bool {
        let mut result = Prove::result(reply, &style.notation);
        result.first.add_text(&reply.answer);
        serde_json::to_writer(value, &result).is_ok()
    }
}

/// A formula as JSON, with a text of any length.
pub(crate) struct Formula;

impl Output for Formula {
    type Kind = WriteFormula;

    fn write(reply: &Reply<AnswerOf<WriteFormula>>, style: &ResultStyle, value: &mut Vec<u8>) -> bool {
        let mut result = WriteFormula::result(reply, &style.notation);
        result.first.add_text(&reply.answer);
        serde_json::to_writer(value, &result).is_ok()
    }
}

/// The result as JSON.
pub(crate) struct Details<K>(PhantomData<fn() -> K>);

impl<K: BatchKind> Output for Details<K> {
    type Kind = K;

    fn write(reply: &Reply<AnswerOf<K>>, style: &ResultStyle<NotationOf<K>>, value: &mut Vec<u8>) -> bool {
        serde_json::to_writer(value, &K::result(reply, &style.notation)).is_ok()
    }
}
