//! Rules in prose that say no more than that the rules of Sudoku apply.

use std::iter;

/// Characters between sentences.
const SENTENCE_ENDS: [char; 8] = ['.', '!', ';', ':', '\n', '(', ')', '\u{2022}'];

/// Words for the usual rules.
const USUAL: [&str; 15] = [
    "default",
    "normal",
    "standard",
    "classic",
    "classical",
    "regular",
    "usual",
    "ordinary",
    "basic",
    "conventional",
    "common",
    "traditional",
    "typical",
    "vanilla",
    "plain",
];

/// Sentences without the words above and sizes. They say that the rules of Sudoku apply, or nothing.
const SENTENCES: [&str; 39] = [
    "sudoku",
    "sudoku rules",
    "sudoku rule",
    "sudoku rules apply",
    "sudoku rules applies",
    "sudoku rule applies",
    "sudoku rules only",
    "sudoku rules are used",
    "sudoku rules are in effect",
    "sudoku rules hold",
    "sudoku constraints apply",
    "sudoku applies",
    "sudoku puzzle",
    "rules",
    "rules apply",
    "rules for sudoku apply",
    "rules of sudoku",
    "rules of sudoku apply",
    "only sudoku rules apply",
    "just sudoku rules apply",
    "use sudoku rules",
    "follow sudoku rules",
    "apply sudoku rules",
    "solve using sudoku rules",
    "and that's it",
    "that's it",
    "that's all",
    "have fun",
    "good luck",
    "enjoy",
    "happy solving",
    "es gelten die normalen sudokuregeln",
    "es gelten die normalen sudoku regeln",
    "es gelten die üblichen sudokuregeln",
    "es gelten die üblichen sudoku regeln",
    "es gelten die klassischen sudokuregeln",
    "es gelten die klassischen sudoku regeln",
    "les règles normales du sudoku s'appliquent",
    "les règles classiques du sudoku s'appliquent",
];

/// Words for a box.
const BOXES: [&str; 10] =
    ["box", "boxes", "region", "regions", "block", "blocks", "square", "squares", "subgrid", "subgrids"];

/// Words that say that digits repeat, and words that deny it.
const REPEATS: [&str; 4] = ["repeat", "repeats", "repeated", "repeating"];
const DENIALS: [&str; 5] = ["not", "no", "cannot", "can't", "without"];

/// Words that say that a house has all digits.
const CONTAINS: [&str; 6] = ["contain", "contains", "containing", "has", "have", "once"];

/// Other words of a sentence that explains the rules.
const EXPLANATION: [&str; 53] = [
    "fill", "in", "place", "put", "enter", "write", "insert", "complete", "the", "a", "an", "all", "of",
    "into", "to", "with", "so", "such", "that", "each", "every", "any", "digit", "digits", "number",
    "numbers", "from", "through", "row", "rows", "column", "columns", "col", "cols", "and", "or", "exactly",
    "one", "grid", "must", "do", "cell", "empty", "appear", "appears", "occur", "occurs", "within", "is",
    "are", "be", "only", "same",
];

/// Adjectives, which must stand before a box.
const ADJECTIVES: [&str; 7] = ["outlined", "bold", "bordered", "thick", "marked", "smaller", "small"];

/// Whether rules in prose are only the usual ones of a grid of this size.
pub(super) fn is_usual_rules(rules: &str, size: usize) -> bool {
    let rules = rules.replace(" - ", "\n").replace(" \u{2013} ", "\n");
    let sentences = rules.split(SENTENCE_ENDS).map(words).filter(|words| !words.is_empty());
    sentences.into_iter().all(|words| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        is_statement(&words, size) || is_explanation(&words, size)
    })
}

/// The words of a sentence in lower case.
fn words(sentence: &str) -> Vec<String> {
    let lower = sentence.to_lowercase();
    let plain = lower.replace(['\u{2019}', '\u{2018}'], "'").replace(['\u{2013}', '\u{2014}'], "-");
    let plain = plain.replace('\u{d7}', "x").replace("sudoku-", "sudoku ");
    let is_between = |symbol: char| symbol.is_whitespace() || matches!(symbol, ',' | '"' | '*' | '/');
    let words = plain.split(is_between).map(|word| word.trim_matches(['-', '+', '\'', '_', '#']));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Whether a sentence says that the usual rules apply, or nothing, such as the number before a sentence.
fn is_statement(words: &[&str], size: usize) -> bool {
    let is_left_out =
        |word: &&str| USUAL.contains(word) || ["the", "all"].contains(word) || is_size(word, size);
    let rest: Vec<&str> = words.iter().copied().filter(|word| !is_left_out(word)).collect();
    rest.is_empty() || SENTENCES.contains(&rest.join(" ").as_str()) || (rest.len() == 1 && is_number(rest[0]))
}

/// Whether a sentence explains that each row, column and box has each digit once.
fn is_explanation(words: &[&str], size: usize) -> bool {
    let has = |names: &[&str]| words.iter().any(|word| names.contains(word));
    let is_meant = match (has(&REPEATS), has(&DENIALS)) {
        (true, denies) => denies,
        (false, denies) => !denies && (has(&CONTAINS) || has(&["fill"])),
    };
    let next = words.iter().skip(1).copied().chain(iter::once(""));
    let is_known = |(word, next): (&&str, &str)| {
        let is_before_box = || BOXES.contains(&next) || ADJECTIVES.contains(&next) || is_size(next, size);
        [&BOXES[..], &REPEATS, &DENIALS, &CONTAINS, &EXPLANATION].iter().any(|known| known.contains(word))
            // Only in `may not`.
            || (["may", "can"].contains(word) && next == "not")
            || is_size(word, size)
            || is_range(word, size)
            || (ADJECTIVES.contains(word) && is_before_box())
    };
    is_meant
        && has(&["row", "rows"])
        && has(&["column", "columns", "col", "cols"])
        && has(&BOXES)
        && words.iter().zip(next).all(is_known)
}

/// Whether a word is the size of the grid or of a box, such as `9x9`.
fn is_size(word: &str, size: usize) -> bool {
    let halves = word.split_once('x').or_else(|| word.split_once("-by-"));
    let sides = halves.and_then(|(width, height)| number(width).zip(number(height)));
    sides.is_some_and(|(width, height)| width * height == size || (width, height) == (size, size))
}

/// Whether a word is the first or the last digit, or their range, such as `1-9`.
fn is_range(word: &str, size: usize) -> bool {
    let is_end = |word: &str| number(word).is_some_and(|number| number == 1 || number == size);
    let word = word.strip_suffix("-cell").unwrap_or(word);
    is_end(word)
        || word.split_once('-').is_some_and(|(first, last)| first == "1" && number(last) == Some(size))
}

fn is_number(word: &str) -> bool {
    number(word).is_some()
}

fn number(word: &str) -> Option<usize> {
    let is_short = (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    if is_short { word.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_sentences_are_usual_rules() {
        for rules in [
            "",
            "Normal sudoku rules apply.",
            "normal Sudoku rules apply",
            "NORMAL SUDOKU RULES APPLY!",
            "Rules:\n1. Normal 9x9 sudoku rules apply.",
            "Standard Sudoku rules.",
            "Classic sudoku rules apply. And that\u{2019}s it!",
            "The usual rules of sudoku apply.",
            "Normal rules apply.",
            "Sudoku rules apply.",
            "Classic Sudoku",
            "Es gelten die normalen Sudoku-Regeln.",
            "Normal sudoku rules apply: place the digits 1-9 once each in every row, column and 3\u{d7}3 box.",
            "Fill the grid with the digits from 1 to 9, so that each row, column and outlined region contains each digit \
             exactly once.",
            "Normal sudoku rules apply (digits do not repeat in any row, column or box).",
            "Digits may not repeat in any row, column or 3x3 box.",
            "+ Default sudoku rules apply.\n- Fill each row, 3x3 box, and column with 1-9",
            "Sudoku - every row, column, and 9-cell region must contain all the digits from 1-9",
            "In every row, column and box, all digits from 1 to 9 have to appear exactly once.",
            "Digits must not repeat within the same row, column, or box.",
        ] {
            assert!(is_usual_rules(rules, 9), "{rules}");
        }
    }

    #[test]
    fn other_sentences_may_be_rules() {
        for rules in [
            "Normal sudoku rules apply. Purple lines are renbans.",
            "Normal sudoku rules do not apply.",
            "Normal sudoku rules CANNOT apply.",
            "Normal 6x6 sudoku rules apply.",
            "Normal antiknight sudoku rules apply.",
            "Anti-knight sudoku",
            "Killer sudoku rules apply.",
            "Normal sudoku rules apply, except in row 1.",
            "Normal sudoku rules. One cell in each row, column and box counts double in cages.",
            "Each row and column contains each digit exactly once.",
            "Each row, column and box contains the digits 0-8.",
            "Each row, column and box contains the digits 2 to 9.",
            "Digits may repeat in any row, column or box.",
            "Digits must repeat once in each row, column and box.",
            "No digit is in each row, column and box.",
            "Digits must not repeat in any row, column, box or marked cell.",
            "Digits must not repeat in any row, column, box or diagonal.",
            "Digits must not repeat in any row, column, box or 2x2 square.",
            "No rules provided for this puzzle. Please check the related video or website for rules.",
            "Irregular sudoku rules apply",
            "Normal rules for sudoku, renban, and kropki apply",
            "Normal Sudoku rules and both main diagonals contain 1-9 as well",
            "X",
        ] {
            assert!(!is_usual_rules(rules, 9), "{rules}");
        }
    }
}
