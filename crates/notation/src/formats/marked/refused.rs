//! Texts that are certainly no puzzle, although parts of them would be valid: they are refused, and called by their name.

use super::asp_facts::begins_facts;
use crate::formats::content::{ParsedText, Report, TextFault};

/// What a text is, and what helps.
const MATRIX: &str = "a matrix of 0 and 1, as of an exact cover problem: send it to `/exact-cover/solve`, or `quadrille cover solve`";
const BURR_TOOLS: &str = "a puzzle of BurrTools, whose pieces are not read: write the places of all pieces as an exact cover problem";
const XCSP: &str = "a model in XCSP3, whose constraints are not read: send the grid of clues";
const MINIZINC: &str = "a model in MiniZinc, whose constraints are not read: send its data, a file `.dzn`";
const ESSENCE: &str = "a model in Essence, whose constraints are not read: send its data, a file `.param`";
const ANSWER_SET: &str = "an answer set program with rules, which are not read: send its facts alone";

/// Bytes at the beginning of a text that tell what it is.
const HEAD_BYTES: usize = 1 << 10;

/// Whether a text is certainly no puzzle.
pub(super) fn is_refused(text: &str) -> bool {
    name_of(text).is_some()
}

/// Reports what the text is.
pub(super) fn refuse(text: &str, report: Report<'_>) -> Option<ParsedText> {
    if let Some(name) = name_of(text) {
        report(TextFault::Other(name));
    }
    None
}

fn name_of(text: &str) -> Option<&'static str> {
    let text = text.trim_start();
    match text.as_bytes().first()? {
        b'0' | b'1' => is_matrix(text).then_some(MATRIX),
        b'<' => {
            let head: String = text.chars().take(HEAD_BYTES).collect();
            let of_burr_tools = head.contains("<puzzle") && head.contains("<gridType");
            let of_xcsp = head.contains("<instance") && head.contains("XCSP");
            of_burr_tools.then_some(BURR_TOOLS).or(of_xcsp.then_some(XCSP))
        }
        _ => model_of(text),
    }
}

/// The kind of a model with constraints.
fn model_of(text: &str) -> Option<&'static str> {
    let begins = |line: &str, words: &[&str]| words.iter().any(|word| line.trim_start().starts_with(word));
    let mut lines =
        text.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with(['%', '$']));
    let first = lines.next()?;
    let has = |words: &[&str]| text.lines().any(|line| begins(line, words));
    if begins(first, &["include ", "int:", "int :", "array[", "array ["]) && has(&["constraint "]) {
        return Some(MINIZINC);
    }
    if begins(first, &["language Essence", "language ESSENCE", "given ", "letting "])
        && has(&["such that", "find "])
    {
        return Some(ESSENCE);
    }
    let has_letter = |line: &str| line.contains(|symbol: char| symbol.is_ascii_alphabetic());
    let is_rule = |line: &str| line.contains(":-") && line.trim_end().ends_with('.') && has_letter(line);
    let has_rules = begins_facts(text) && text.lines().any(is_rule);
    has_rules.then_some(ANSWER_SET)
}

/// Whether several lines of 0 and 1 are a matrix: as many symbols in each, and two of 1 in one of them, or in a column of as many lines as
/// symbols. Digits of a puzzle are not all 1, twice in a row.
fn is_matrix(text: &str) -> bool {
    let is_between = |byte: u8| matches!(byte, b' ' | b'\t' | b',' | b'\r' | b'\n');
    if !text.bytes().all(|byte| matches!(byte, b'0' | b'1') || is_between(byte)) {
        return false;
    }
    let cells = |line: &str| -> Vec<u8> { line.bytes().filter(|byte| !is_between(*byte)).collect() };
    let rows: Vec<Vec<u8>> = text.lines().map(cells).filter(|row| !row.is_empty()).collect();
    let Some(width) = rows.first().map(Vec::len).filter(|&width| width > 1 && rows.len() > 1) else {
        return false;
    };
    let is_one = |byte: &&u8| **byte == b'1';
    let has_two_in_row = || rows.iter().any(|row| row.iter().filter(is_one).count() > 1);
    let has_two_in_column = || {
        rows.len() == width
            && (0..width).any(|column| rows.iter().filter(|row| row[column] == b'1').count() > 1)
    };
    rows.iter().all(|row| row.len() == width)
        && text.bytes().any(|byte| byte == b'0')
        && (has_two_in_row() || has_two_in_column())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn other_texts_are_called_by_their_names() {
        for (text, name) in [
            ("0010110\n1001001\n0110010\n", MATRIX),
            ("\r\n0 0 1 0\r\n1 0 0 1\r\n0 1 1 0\r\n", MATRIX),
            ("1001\n0110\n1001\n0110", MATRIX),
            ("1000\n1000\n0010\n0001", MATRIX),
            ("1,0,1\n0,1,0", MATRIX),
            ("<?xml version=\"1.0\"?>\n<puzzle version=\"2\"><gridType type=\"0\"/></puzzle>", BURR_TOOLS),
            ("<instance format=\"XCSP3\" type=\"CSP\"></instance>", XCSP),
            (
                "% a\ninclude \"alldifferent.mzn\";\narray[1..9,1..9] of int: x;\nconstraint x[1,1] = 1;",
                MINIZINC,
            ),
            ("language Essence 1.3\ngiven n : int\nfind x : int(1..9)\nsuch that x = 1", ESSENCE),
            ("#const n=9.\ninitial(1,1,5).\n:- p(X,Y,N), p(X,Z,N), Y != Z.", ANSWER_SET),
        ] {
            let mut faults = Vec::new();
            assert_eq!(parse(text, None, &mut |fault| faults.push(fault)), None, "{text}");
            assert_eq!(faults, [TextFault::Other(name)], "{text}");
        }
    }

    #[test]
    fn puzzles_of_ones_are_no_matrix() {
        for text in [
            "1000\n0010\n0100\n0001",
            "1000000000000001",
            "1000\n0100\n0001",
            "10 01\n",
            "1100\n0011\n0021\n0000",
            "1111\n1111",
            "10\n0",
        ] {
            assert!(!is_refused(text), "{text}");
        }
    }
}
