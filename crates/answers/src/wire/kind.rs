//! Kinds of question.

use quadrille_sudoku::Puzzle;

use super::fault::{Fault, FaultCode, Faults};
use super::options::{Options, SolutionOrder};
use super::request_option::{
    COUNT, COUNT_LIMIT, Key, RequestOption, SOLUTIONS, SOLUTIONS_LIMIT, SOLVE, SOLVE_LIMIT,
};
use super::subject::RequestSubject;
use crate::service::{Answerable, Question, SolutionsQuery};

/// Kind of question: its options and its request to the service.
pub trait QuestionKind {
    /// What the question is about.
    type Subject: RequestSubject;
    /// The question to the service.
    type Question;
    /// The path of the endpoint.
    const PATH: &'static str;
    /// The first word of its schemas.
    const NAME: &'static str;
    /// The request options.
    const OPTIONS: &'static [RequestOption];
    /// Makes the question to the service; `None`, with a fault, if it does not fit the subject.
    fn question(subject: Self::Subject, options: &Options, faults: &mut Faults) -> Option<Self::Question>;

    /// Returns the subject of a question, if nothing else tells it apart from other questions with the same options. By default
    /// it cannot be changed.
    fn subject_mut(_question: &mut Self::Question) -> Option<&mut Self::Subject> {
        None
    }
}

/// The answer to a question of kind `K`.
pub type AnswerOf<K> = <<K as QuestionKind>::Question as Answerable>::Answer;

/// The notation of solutions of kind `K`.
pub type NotationOf<K> = <<K as QuestionKind>::Subject as RequestSubject>::Notation;

/// The kind of `/solve`.
#[derive(Clone, Copy, Debug)]
pub struct Solve;

/// The kind of `/count`.
#[derive(Clone, Copy, Debug)]
pub struct Count;

/// The kind of `/solutions`.
#[derive(Clone, Copy, Debug)]
pub struct Solutions;

impl QuestionKind for Solve {
    type Subject = Puzzle;
    type Question = Question;
    const PATH: &'static str = "/solve";
    const NAME: &'static str = "Solve";
    const OPTIONS: &'static [RequestOption] = SOLVE;

    fn question(subject: Puzzle, options: &Options, faults: &mut Faults) -> Option<Question> {
        if let (SolutionOrder::Fixed, Some(seed)) = (options.order(), options.location(Key::Seed)) {
            faults.push(|| {
                let detail = "`seed` has no effect without `order` `random`: add it, or leave out `seed`";
                Fault::new(FaultCode::Contradiction, detail).at(seed)
            });
        }
        Some(Question { subject, solutions_max: options.limit_or_default(&SOLVE_LIMIT) })
    }

    fn subject_mut(question: &mut Question) -> Option<&mut Puzzle> {
        Some(&mut question.subject)
    }
}

impl QuestionKind for Count {
    type Subject = Puzzle;
    type Question = Question;
    const PATH: &'static str = "/count";
    const NAME: &'static str = "Count";
    const OPTIONS: &'static [RequestOption] = COUNT;

    fn question(subject: Puzzle, options: &Options, _: &mut Faults) -> Option<Question> {
        Some(Question { subject, solutions_max: options.limit_or_default(&COUNT_LIMIT) })
    }

    fn subject_mut(question: &mut Question) -> Option<&mut Puzzle> {
        Some(&mut question.subject)
    }
}

impl QuestionKind for Solutions {
    type Subject = Puzzle;
    type Question = SolutionsQuery;
    const PATH: &'static str = "/solutions";
    const NAME: &'static str = "Solutions";
    const OPTIONS: &'static [RequestOption] = SOLUTIONS;

    fn question(subject: Puzzle, options: &Options, _: &mut Faults) -> Option<SolutionsQuery> {
        let limit = options.limit_or_default(&SOLUTIONS_LIMIT);
        Some(SolutionsQuery { subject, skip: options.skip(), limit })
    }
}
