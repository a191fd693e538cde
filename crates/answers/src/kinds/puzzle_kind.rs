//! Kinds of question about one puzzle.

use quadrille_sudoku::Puzzle;
use quadrille_sudoku::constraints::Constraint;

use crate::faults::Faults;
use crate::wire::examples::Examples;
use crate::wire::puzzle::input::{Context, PuzzleInput};
use crate::wire::puzzle::notation::Notation;
use crate::wire::puzzle::options::{PuzzleOptions, Reading, ReadingOptions};
use crate::wire::puzzle::usual_lines::UsualLines;
use crate::wire::question::{
    LanguageOf, LimitsRequest, QuestionKind, QuestionRequest, RequestKind, RequestSubject,
};
use crate::wire::request::rule_options::{unsupported_constraint, unsupported_grids};
use crate::wire::request::{Fields, Flat, Nested};

/// Request about a puzzle, with the options `O` of its kind. The puzzle is read with the options `R`.
#[derive(Clone, Debug, Default, Fields)]
pub struct PuzzleRequest<O: Fields = NoOptions, R: Fields = PuzzleOptions> {
    /// The puzzle.
    #[required]
    pub puzzle: PuzzleInput,
    /// Options of the kind.
    pub options: Flat<O>,
    /// How the puzzle is read.
    pub reading: Flat<R>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

/// Options of a kind that has none of its own.
#[derive(Clone, Debug, Default, Fields)]
pub struct NoOptions {}

/// Puzzle of a request, with the options of the question.
#[derive(Debug)]
pub struct AskedPuzzle<'a, O> {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The notation of the puzzle.
    pub notation: &'a Notation,
    /// The puzzle as it was given, for faults at its place.
    pub input: &'a PuzzleInput,
    /// Options of the kind.
    pub options: &'a O,
}

/// Kind of question about one puzzle, whose request has options and limits. Its answers have the notation of the puzzle.
pub trait PuzzleKind {
    /// Options of its own.
    type Options: Fields;
    /// Options for reading the puzzle.
    type Reading: ReadingOptions;
    /// The question to the service.
    type Question;
    /// Path of the endpoint.
    const PATH: &'static str;
    /// First word of its schemas.
    const NAME: &'static str;
    /// Title in the list of endpoints.
    const LINK: &'static str;
    /// Examples for the document.
    const EXAMPLES: Examples;

    /// Whether the puzzle may have this constraint beside its houses.
    const ALLOWS_CONSTRAINT: fn(&Constraint) -> bool = |_| true;

    /// Whether the puzzle may have several grids.
    const ALLOWS_GRIDS: bool = true;

    /// As [`QuestionKind::LANGUAGE`].
    const LANGUAGE: Option<LanguageOf<Self::Question>> = None;

    /// Makes the question; otherwise adds faults.
    fn question(asked: AskedPuzzle<'_, Self::Options>, faults: &mut Faults) -> Option<Self::Question>;

    /// Returns the field of a line that has the puzzle, after the other fields were given to the request; by default, the whole line.
    fn read_fields<'a>(_request: &mut PuzzleRequest<Self::Options, Self::Reading>, line: &'a str) -> &'a str {
        line
    }

    /// Returns the puzzle of a question, if the question depends on nothing else but options that all entries of a batch share: a line
    /// of the batch may overwrite it.
    fn puzzle_mut(_question: &mut Self::Question) -> Option<&mut Puzzle> {
        None
    }
}

impl<K: PuzzleKind> RequestKind for K {
    type Request = PuzzleRequest<K::Options, K::Reading>;
    type Valid = QuestionRequest<K::Question>;
    const PATH: &'static str = <K as PuzzleKind>::PATH;
    const NAME: &'static str = <K as PuzzleKind>::NAME;
    const LINK: &'static str = <K as PuzzleKind>::LINK;
    const EXAMPLES: Examples = <K as PuzzleKind>::EXAMPLES;
    const SUBJECT: RequestSubject = RequestSubject::Puzzle;

    fn validate(request: Self::Request, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (puzzle, notation) =
            request.puzzle.read(&request, request.reading.reading(), context.place, faults)?;
        let PuzzleRequest { puzzle: input, options, reading, .. } = &request;
        if !K::ALLOWS_GRIDS && !puzzle.rules().layout().grids().is_empty() {
            let options = reading.reading().variant;
            let location = options.and_then(|variant| variant.grids.location());
            faults.push(|| match location {
                Some(location) => unsupported_grids().at(location),
                None => input.place(unsupported_grids()),
            });
            return None;
        }
        let mut constraints = puzzle.rules().constraints().iter();
        if let Some(constraint) = constraints.find(|constraint| !K::ALLOWS_CONSTRAINT(constraint)) {
            let fault = unsupported_constraint(constraint.type_name());
            let options = reading.reading().variant;
            let location = options.and_then(|variant| variant.constraints.location());
            faults.push(|| {
                location.map_or_else(|| input.place(fault.clone()), |place| fault.clone().at(place))
            });
            return None;
        }
        let asked = AskedPuzzle { puzzle, notation: &notation, input, options: &**options };
        let question = K::question(asked, faults)?;
        Some(QuestionRequest::new(question, &request.limits, notation))
    }
}

impl<K: PuzzleKind> QuestionKind for K {
    type Question = K::Question;
    type Notation = Notation;
    const LANGUAGE: Option<LanguageOf<K::Question>> = <K as PuzzleKind>::LANGUAGE;

    fn reading(request: &Self::Request) -> Option<Reading<'_>> {
        Some(request.reading.reading())
    }

    fn read_fields<'a>(request: &mut Self::Request, line: &'a str) -> &'a str {
        <K as PuzzleKind>::read_fields(request, line)
    }

    #[inline(always)]
    fn replace_by_usual_line(question: &mut K::Question, lines: UsualLines, line: &[u8]) -> Option<Notation> {
        lines.replace(K::puzzle_mut(question)?, line)
    }
}
