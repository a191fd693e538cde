//! Reads questions from a query, for `GET`.

use std::borrow::Cow;

use quadrille_exact_cover::ProblemBounds;
use quadrille_sudoku::unstable::puzzle_name;
use utoipa::IntoParams;

use super::fault::{Fault, FaultCode, Faults, Location, Refusal};
use super::kind::QuestionKind;
use super::options::Options;
use super::puzzle_member::{PUZZLE, puzzle_parameter};
use super::question::{RequestOf, question_from_members, question_from_text_and};
use super::schema::PuzzleText;
use super::subject::RequestSubject as _;

/// The query parameter with the name of the text format.
const FORMAT: &str = "format";

/// The puzzle as a query parameter.
#[derive(Clone, Copy, Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PuzzleParameter {
    /// The puzzle as text: one symbol per cell, or a drawn grid. The parameter may have another usual name, such as `board`.
    #[param(example = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")]
    pub puzzle: PuzzleText,
}

/// Reads a query with a puzzle in symbols and its options; with options alone if the subject has no members.
///
/// # Errors
/// [`Refusal::Invalid`] with all faults. The location of those of the puzzle is the parameter `puzzle`.
pub fn question_from_query<A: QuestionKind>(
    query: &str,
    bounds: ProblemBounds,
) -> Result<RequestOf<A>, Refusal> {
    if A::Subject::MEMBERS.is_empty() {
        let mut faults = Faults::default();
        let options = Options::from_query(query, A::OPTIONS, &[], &mut faults);
        return question_from_members::<A>(&[], &options, bounds, faults);
    }
    let ([puzzles], options) = split(query, [PUZZLE]);
    let mut faults = Faults::default();
    let Some((puzzle, name)) = puzzle_parameter(puzzles, &mut faults) else {
        faults.push(|| missing_puzzle().at(&Location::Parameter(PUZZLE)));
        // Its name may be misspelt.
        Options::from_query(&options, A::OPTIONS, &[PUZZLE], &mut faults);
        return Err(Refusal::Invalid(faults));
    };
    let read = question_from_text_and::<A>(puzzle.as_bytes(), &options, &[PUZZLE], bounds);
    match read.map_err(|refusal| in_parameter(refusal, name)) {
        Ok(request) if faults.is_empty() => Ok(request),
        Ok(_) => Err(Refusal::Invalid(faults)),
        Err(others) => {
            faults.append(others);
            Err(Refusal::Invalid(faults))
        }
    }
}

/// Adds a text format to a query, such as `csv`, unless the query names one.
pub fn with_default_format(query: &str, format: &str) -> String {
    match form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == FORMAT) {
        true => query.to_owned(),
        false => format!("{query}&{FORMAT}={format}"),
    }
}

/// The fault of a query without a puzzle.
pub(super) fn missing_puzzle() -> Fault {
    let detail = "missing or empty: give a puzzle";
    Fault::new(FaultCode::MissingParameter, detail)
}

/// Values of parameters with their names.
type Named<'a> = Vec<(&'static str, Cow<'a, str>)>;

/// Splits a query into the values of these parameters and the other parameters. Those of the puzzle may have any of its usual names.
pub(super) fn split<'a, const N: usize>(
    query: &'a str,
    names: [&'static str; N],
) -> ([Named<'a>; N], String) {
    let mut values = [const { Vec::new() }; N];
    let mut others = form_urlencoded::Serializer::new(String::new());
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let own = |known: &'static str| match puzzle_name(&name).filter(|_| known == PUZZLE) {
            None => (known == name).then_some(known),
            usual => usual,
        };
        match names.into_iter().zip(&mut values).find_map(|(known, values)| Some((own(known)?, values))) {
            Some((name, values)) => values.push((name, value)),
            None => {
                others.append_pair(&name, &value);
            }
        }
    }
    (values, others.finish())
}

/// Turns the refusal of a text body into the faults of the parameter with this text.
fn in_parameter(refusal: Refusal, name: &str) -> Faults {
    let mut faults = refusal.into_faults();
    for fault in &mut faults.listed {
        fault.parameter.get_or_insert_with(|| name.to_owned());
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::kind::{Count, Solve};
    use crate::wire::question::question_from_text;

    /// Code, parameter and cell of each fault.
    fn faults(query: &str) -> Vec<(FaultCode, Option<String>, Option<String>)> {
        match question_from_query::<Solve>(query, ProblemBounds::MAX) {
            Err(Refusal::Invalid(faults)) => {
                faults.listed.into_iter().map(|fault| (fault.code, fault.parameter, fault.cell)).collect()
            }
            other => panic!("{query}: {other:?}"),
        }
    }

    fn at(code: FaultCode, parameter: &str) -> (FaultCode, Option<String>, Option<String>) {
        (code, Some(parameter.to_owned()), None)
    }

    #[test]
    fn query_equals_text_body_with_options() {
        let puzzle = "1.....3..4.....2";
        for options in ["", "limit=2", "time_ms=7&nodes=8&box=2x2"] {
            let text = question_from_text::<Count>(puzzle.as_bytes(), options, ProblemBounds::MAX);
            for query in [format!("puzzle={puzzle}&{options}"), format!("{options}&puzzle={puzzle}")] {
                assert_eq!(question_from_query::<Count>(&query, ProblemBounds::MAX), text, "{query}");
            }
        }
        let plain = question_from_query::<Solve>("puzzle=1.....3..4.....2", ProblemBounds::MAX);
        assert!(plain.is_ok());
        for query in ["puzzle=1...+..3.%0A.4..%20...2", "%70uzzle=1%2e....3..4.....2"] {
            assert_eq!(question_from_query::<Solve>(query, ProblemBounds::MAX), plain, "{query}");
        }
    }

    #[test]
    fn missing_puzzle_is_a_fault() {
        for query in ["", "limit=2", "puzzle", "puzzle=", "puzzle=+%09"] {
            assert_eq!(faults(query), [at(FaultCode::MissingParameter, "puzzle")], "{query}");
        }
    }

    #[test]
    fn faults_of_puzzle_name_its_parameter() {
        assert_eq!(faults("puzzle=123"), [at(FaultCode::PuzzleLength, "puzzle")]);
        let unknown = (FaultCode::UnknownSymbol, Some("puzzle".to_owned()), Some("r1c2".to_owned()));
        assert_eq!(faults("puzzle=1%FF.."), [unknown]);
        let both = [at(FaultCode::OutOfRange, "limit"), at(FaultCode::PuzzleLength, "puzzle")];
        assert_eq!(faults("puzzle=123&limit=3"), both);
        assert_eq!(faults("puzzle=1...&box=3x3"), [at(FaultCode::BoxMismatch, "box")]);
    }

    #[test]
    fn puzzle_may_have_a_usual_name() {
        let puzzle = "1.....3..4.....2";
        let expected = question_from_query::<Solve>(&format!("puzzle={puzzle}"), ProblemBounds::MAX);
        for query in [
            format!("board={puzzle}"),
            format!("Initial_Board={puzzle}"),
            format!("puzzle=&quiz={puzzle}"),
            format!("grid=1...+..3.+.4..+...2&sudoku={puzzle}&puzzle={puzzle}"),
        ] {
            assert_eq!(question_from_query::<Solve>(&query, ProblemBounds::MAX), expected, "{query}");
        }
        assert_eq!(faults("board=123"), [at(FaultCode::PuzzleLength, "board")]);
        let other = faults("board=1...&puzzle=2...");
        assert_eq!(other, [at(FaultCode::Contradiction, "board")]);
    }

    #[test]
    fn duplicate_puzzle_is_one_of_all_faults() {
        let both = [at(FaultCode::DuplicateParameter, "puzzle"), at(FaultCode::PuzzleLength, "puzzle")];
        assert_eq!(faults("puzzle=12&puzzle=1..."), both);
        assert_eq!(faults("puzzle=1...&puzzle=1..."), both[..1]);
    }

    #[test]
    fn unknown_parameter_lists_known_ones() {
        let unknown = |query: &str| match question_from_query::<Solve>(query, ProblemBounds::MAX) {
            Err(Refusal::Invalid(faults)) => faults.listed.last().map(|fault| fault.detail.clone()),
            other => panic!("{other:?}"),
        };
        let all =
            "the query may have puzzle, limit, order, seed, box, candidates, format, layout, time_ms, nodes";
        assert_eq!(unknown("puzzle=1...&x=1"), Some(format!("`x` is unknown: {all}")));
        let meant = format!("`puzle` is unknown: did you mean `puzzle`? {all}");
        assert_eq!(unknown("puzle=1..."), Some(meant));
        assert_eq!(faults("puzle=1...").len(), 2);
    }
}
