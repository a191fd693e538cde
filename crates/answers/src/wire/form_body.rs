//! Reads questions from form bodies, as browsers and `curl -d` send them.

use std::borrow::Cow;

use quadrille_exact_cover::ProblemBounds;

use super::fault::Refusal;
use super::kind::QuestionKind;
use super::query::question_from_query;
use super::question::{RequestOf, Source, question_from_text, text};

/// Reads a form: the fields `puzzle` and the options, such as `puzzle=1...&limit=2`; or a puzzle alone.
///
/// # Errors
/// [`Refusal`]: the first syntax error, or all faults.
pub fn question_from_form<K: QuestionKind>(
    body: &[u8],
    query: &str,
    bounds: ProblemBounds,
) -> Result<RequestOf<K>, Refusal> {
    if !has_fields(body) {
        return question_from_text::<K>(&puzzle(body), query, bounds);
    }
    let fields = text(body, Source::Body)?.trim_ascii();
    question_from_query::<K>(&format!("{fields}&{query}"), bounds)
}

/// Whether the body has fields. A drawn puzzle may have rules of `=`, but not after a name.
pub(super) fn has_fields(body: &[u8]) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
    let name = body.trim_ascii().split(|byte| matches!(byte, b'=' | b'&')).next().unwrap_or_default();
    body.contains(&b'=') && name.first().is_some_and(u8::is_ascii_alphabetic) && name.iter().all(is_name)
}

/// Returns a puzzle without a field name, decoded if it is percent-encoded. Without that, a `+` is a blank unless it
/// belongs to a drawn border.
pub(super) fn puzzle(body: &[u8]) -> Cow<'_, [u8]> {
    let has_border = || body.windows(2).any(|pair| matches!(pair, b"+-" | b"-+" | b"+=" | b"=+"));
    let is_encoded = body.contains(&b'%') || (body.contains(&b'+') && !has_border());
    if !is_encoded || body.iter().any(|byte| matches!(byte, b'=' | b'&')) {
        return Cow::Borrowed(body);
    }
    let decoded = form_urlencoded::parse(body).next().map(|(name, _)| name.into_owned().into_bytes());
    Cow::Owned(decoded.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::fault::FaultCode;
    use crate::wire::kind::{Count, Solve};

    const PUZZLE: &str = "1.....3..4.....2";

    #[test]
    fn fields_equal_parameters_of_a_query() {
        for fields in ["puzzle=1.....3..4.....2", "limit=1&puzzle=1.....3..4.....2&time_ms=7", "puzzle=1&x=1"]
        {
            let expected = question_from_query::<Solve>(fields, ProblemBounds::MAX);
            assert_eq!(
                question_from_form::<Solve>(fields.as_bytes(), "", ProblemBounds::MAX),
                expected,
                "{fields}"
            );
            let lines = format!("\n{fields}\r\n");
            assert_eq!(
                question_from_form::<Solve>(lines.as_bytes(), "", ProblemBounds::MAX),
                expected,
                "{fields}"
            );
        }
        let apart =
            question_from_form::<Count>(format!("puzzle={PUZZLE}").as_bytes(), "limit=5", ProblemBounds::MAX);
        assert_eq!(
            apart,
            question_from_query::<Count>(&format!("puzzle={PUZZLE}&limit=5"), ProblemBounds::MAX)
        );
    }

    #[test]
    fn body_without_fields_is_a_puzzle() {
        let expected = question_from_text::<Count>(PUZZLE.as_bytes(), "limit=5", ProblemBounds::MAX);
        assert!(expected.is_ok());
        for body in [
            PUZZLE,
            "1.....3..4.....2\n",
            "1...\n..3.\n.4..\n...2\n",
            "1...+..3.+.4..+...2",
            "1...%0A..3.%0D%0A.4..+...2",
            "%31.....3..4.....2",
        ] {
            assert_eq!(
                question_from_form::<Count>(body.as_bytes(), "limit=5", ProblemBounds::MAX),
                expected,
                "{body}"
            );
        }
    }

    #[test]
    fn field_in_body_and_query_is_given_twice() {
        let Err(Refusal::Invalid(faults)) =
            question_from_form::<Solve>(b"puzzle=1&limit=1", "limit=2", ProblemBounds::MAX)
        else {
            panic!("it is refused")
        };
        assert_eq!(faults.listed[0].code, FaultCode::DuplicateParameter);
    }

    #[test]
    fn misspelt_field_and_drawing_are_told_apart() {
        assert!(has_fields(b"puzle=1..."));
        assert!(has_fields(b"limit&puzzle=1"));
        for drawing in ["1.=..", "===", "1.|.2=+=.3|..", "", "1...", "puzzle"] {
            assert!(!has_fields(drawing.as_bytes()), "{drawing}");
        }
    }
}
