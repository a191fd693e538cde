//! Values of answers, in bytes.

use std::marker::PhantomData;

use quadrille_answers::kinds::{Count, CoverCount, FindCandidates, Prove, Solve};
use quadrille_answers::service::Reply;
use quadrille_answers::wire::{
    AnswerKind as _, AnswerOf, BatchKind, NotationOf, ResultStyle, SolutionNotation,
};
use quadrille_exact_cover::Verdict;

/// Value of an answer.
pub(crate) trait Output: 'static {
    /// The question.
    type Kind: BatchKind;
    /// Length of values of the same length, otherwise 0.
    const NULL_BYTES: usize = 0;
    /// Whether each entry may be JSON or text. The text of a puzzle may begin like JSON, that of an exact cover problem not.
    const DETECTS_JSON: bool = false;
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

/// The number of solutions, unless a limit of time or nodes has stopped the count.
pub(crate) struct Number<K>(PhantomData<fn() -> K>);

impl Output for Number<Count> {
    type Kind = Count;
    const NULL_BYTES: usize = size_of::<u64>();

    fn write(Reply { answer, .. }: &Reply<AnswerOf<Count>>, _: &ResultStyle, value: &mut Vec<u8>) -> bool {
        value.extend_from_slice(&answer.count.to_ne_bytes());
        answer.is_final()
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
        answer.stop_reason.is_final()
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

/// The result as JSON.
pub(crate) struct Details<K>(PhantomData<fn() -> K>);

impl<K: BatchKind> Output for Details<K> {
    type Kind = K;

    fn write(reply: &Reply<AnswerOf<K>>, style: &ResultStyle<NotationOf<K>>, value: &mut Vec<u8>) -> bool {
        serde_json::to_writer(value, &K::result(reply, &style.notation)).is_ok()
    }
}
