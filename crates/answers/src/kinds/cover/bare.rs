//! Exact cover problems without members: Knuth's text, a matrix of 0 and 1, or a list of options.

use std::collections::HashSet;
use std::mem;

use quadrille_exact_cover::{NamedProblem, ProblemBounds, TextError, parse_text};

use crate::faults::{FaultCode, Faults, Location};
use crate::kinds::cover::names::{inner, text_fault};
use crate::wire::json::Json;
use crate::wire::puzzle::list_text::parse_list;
use crate::wire::request::number::whole;
use crate::wire::request::{Field, FieldDoc, FieldInfo, GivenJson, Member, Parameter, Place};

/// Exact cover problem of a request without members.
#[derive(Clone, Debug, Default)]
pub struct BareProblem(Option<GivenJson>);

/// What a bare problem is.
pub(super) enum BareForm {
    /// A valid problem, or one with faults.
    Text(Option<NamedProblem>),
    /// Rows of 0 and 1.
    Matrix(GivenJson),
    /// Lists of items.
    Options(GivenJson),
}

impl Field for BareProblem {
    fn set_member(&mut self, _: &FieldInfo, _: &mut Member<'_>, _: &mut Faults) -> bool {
        false
    }

    fn set_parameter(&mut self, _: &FieldInfo, _: &Parameter<'_>, _: &mut Faults) -> bool {
        false
    }

    fn set_subject(&mut self, subject: &mut GivenJson) -> bool {
        if !matches!(subject.json, Json::String(_) | Json::Array(_)) {
            return false;
        }
        let json = mem::replace(&mut subject.json, Json::Null);
        self.0 = Some(GivenJson { json, location: subject.location.clone() });
        true
    }

    fn locate_digits<'a>(&'a self, _: &mut Vec<&'a Location>) {}

    fn inherit(&mut self, _: &Self) {}

    fn describe(_: &FieldInfo, _: Place, _: &mut Vec<FieldDoc>) {}
}

impl BareProblem {
    /// Returns the form of the problem; `None` if the request has members instead. A text is read, with its faults.
    pub(super) fn form(&self, bounds: ProblemBounds, faults: &mut Faults) -> Option<BareForm> {
        let GivenJson { json, location } = self.0.as_ref()?;
        let json = match json {
            Json::String(text) => match array_of(text) {
                Some(array) => array,
                None => return Some(text_form(text, location, bounds, faults)),
            },
            array => array.clone(),
        };
        let kind = array_kind(&json);
        let given = GivenJson { json, location: location.clone() };
        match kind {
            ArrayKind::Matrix => Some(BareForm::Matrix(given)),
            ArrayKind::Options => Some(BareForm::Options(given)),
            ArrayKind::Either => {
                let detail = "the array is a matrix of 0 and 1, or a list of options with the items 0 and 1: send it as `matrix` or as \
                              `options` of an object";
                faults.add(FaultCode::AmbiguousItems, location, || detail);
                Some(BareForm::Text(None))
            }
        }
    }
}

/// The array of a text that begins with a bracket, as other languages write it.
fn array_of(text: &str) -> Option<Json> {
    text.trim_start().starts_with('[').then(|| parse_list(text)).flatten()
}

/// Reads Knuth's text, or a matrix that is no such text.
fn text_form(text: &str, location: &Location, bounds: ProblemBounds, faults: &mut Faults) -> BareForm {
    if is_xml(text) {
        let detail = "the text is XML, as of BurrTools, and no exact cover problem: write the places of all pieces as options";
        faults.add(FaultCode::FormatSyntax, location, || detail);
        return BareForm::Text(None);
    }
    let mut found: Vec<TextError> = Vec::new();
    let mut omitted = 0;
    let read = parse_text(text, bounds, &mut |error| {
        if found.len() < FAULTS_MAX { found.push(error) } else { omitted += 1 }
    });
    if read.is_none()
        && let Some(json) = matrix_of(text)
    {
        return BareForm::Matrix(GivenJson { json, location: location.clone() });
    }
    let listed = found.into_iter().map(|error| text_fault(error).at(location)).collect();
    faults.append(Faults { listed, omitted });
    BareForm::Text(read)
}

/// Faults that are kept until the text is known to be no matrix.
const FAULTS_MAX: usize = 20;

/// Whether a text has the declaration of XML, or is one element. Items of Knuth's text may begin with the same symbols.
fn is_xml(text: &str) -> bool {
    let text = text.trim();
    let element = || {
        let name =
            text.strip_prefix('<')?.split(|symbol: char| symbol.is_whitespace() || symbol == '>').next()?;
        text.strip_suffix('>')?.strip_suffix(name)?.strip_suffix("</").filter(|_| !name.is_empty())
    };
    text.starts_with("<?xml") || element().is_some()
}

/// The matrix of lines of 0 and 1, all with as many of them.
fn matrix_of(text: &str) -> Option<Json> {
    let is_between = |symbol: char| symbol.is_ascii_whitespace() || symbol == ',';
    if !text.chars().all(|symbol| matches!(symbol, '0' | '1') || is_between(symbol)) {
        return None;
    }
    let bit = |symbol: char| symbol.to_digit(2).map(|bit| Json::Number(bit.into()));
    let rows: Vec<Json> =
        text.lines().map(|line| line.chars().filter_map(bit).collect()).map(Json::Array).collect();
    let rows: Vec<Json> = rows.into_iter().filter(|row| inner(Some(row)).next().is_some()).collect();
    let width = |row: &Json| inner(Some(row)).count();
    let first = rows.first().map(width)?;
    rows.iter().all(|row| width(row) == first).then_some(Json::Array(rows))
}

/// What an array is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ArrayKind {
    Matrix,
    Options,
    /// Rows of one or two different bits.
    Either,
}

/// Tells a matrix from options: no option has an item twice, and no item is true or false.
fn array_kind(json: &Json) -> ArrayKind {
    let number = |bit: &Json| if let Json::Number(number) = bit { whole(number) } else { None };
    let is_bit =
        |bit: &Json| matches!(bit, Json::Bool(_)) || number(bit).is_some_and(|bit| (0..2).contains(&bit));
    let rows = || inner(Some(json));
    let cells = || rows().flat_map(|row| inner(Some(row)));
    let is_no_option = |row: &Json| {
        let mut seen = HashSet::new();
        inner(Some(row)).any(|bit| matches!(bit, Json::Bool(_)) || !seen.insert(number(bit)))
    };
    match (cells().next().is_some() && cells().all(is_bit), rows().any(is_no_option)) {
        (true, true) => ArrayKind::Matrix,
        (true, false) => ArrayKind::Either,
        (false, _) => ArrayKind::Options,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_a_matrix_unless_they_may_be_items() {
        for (json, kind) in [
            ("[[0,0,1],[1,0,0]]", ArrayKind::Matrix),
            ("[[0,1],[1,1]]", ArrayKind::Matrix),
            ("[[true],[false]]", ArrayKind::Matrix),
            ("[[0,1],[1,0]]", ArrayKind::Either),
            ("[[1],[0]]", ArrayKind::Either),
            ("[[1,2],[2]]", ArrayKind::Options),
            ("[[0,1,2],[2]]", ArrayKind::Options),
            ("[[\"a\"]]", ArrayKind::Options),
            ("[1, 0]", ArrayKind::Options),
            ("[]", ArrayKind::Options),
        ] {
            assert_eq!(array_kind(&Json::parse(json).expect("JSON")), kind, "{json}");
        }
    }

    #[test]
    fn element_is_xml_and_items_that_begin_like_one_are_not() {
        for (text, expected) in [
            ("<?xml version=\"1.0\"?>\n<puzzle/>", true),
            ("\n<puzzle version=\"2\">\n<shapes/></puzzle>\n", true),
            ("<a>", false),
            ("</< </ a\n</< a\n</\n", false),
            ("<b </b\n</b\n<b", false),
            ("<> </>\n<>\n</>", false),
        ] {
            assert_eq!(is_xml(text), expected, "{text}");
        }
    }

    #[test]
    fn lines_of_bits_are_a_matrix() {
        for (text, expected) in [
            ("01\r\n\n10\n", Some("[[0,1],[1,0]]")),
            ("0 1, 1\n1,0,0", Some("[[0,1,1],[1,0,0]]")),
            ("01\n100\n", None),
            ("0 2\n1 0", None),
            ("", None),
        ] {
            assert_eq!(matrix_of(text).map(|json| json.to_string()).as_deref(), expected, "{text}");
        }
    }
}
