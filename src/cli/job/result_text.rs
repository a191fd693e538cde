//! Results as lines of text.

use std::iter;

use quadrille_sudoku::Digit;
use quadrille_sudoku::notation::{LetterCase, format_line, parse, symbol_of};
use quadrille_sudoku::techniques::Technique;
use serde_json::Value;

/// Returns a line of the results of an operation as text, such as the batch commands write it; without a line end.
pub(super) fn result_text(operation: &str, line: &Value) -> String {
    if let Some(error) = line.get("error") {
        return error_text(line, error);
    }
    let incomplete = if line["stopped_by"].is_null() { "" } else { " +" };
    match operation {
        "solve" => match (line["solution"].is_null(), word(&line["verdict"])) {
            (true, verdict) => verdict.to_owned(),
            (false, "unique") => grid(&line["solution"]),
            (false, verdict) => format!("{} {verdict}", grid(&line["solution"])),
        },
        "count" | "exact_cover_count" => {
            let more = if line["complete"] == Value::Bool(true) { "" } else { "+" };
            format!("{} {}{more}", word(&line["verdict"]), line["count"])
        }
        "solutions" => grid(&line["solution"]),
        "exact_cover_solutions" => option_numbers(&line["solution"]),
        "rate" if line["score"].is_null() => format!("{}{incomplete}", word(&line["verdict"])),
        "rate" => format!("{}{incomplete}", rating(line)),
        "minimal" => format!("{}{incomplete}", minimality(line)),
        "canonical" => {
            let forms = [&line["puzzle"], &line["solution"]].into_iter().filter(|form| !form.is_null());
            let verdict = line["solution"].is_null().then(|| word(&line["verdict"]).to_owned());
            forms.map(grid).chain(verdict).collect::<Vec<_>>().join(" ")
        }
        "candidates" => format!("{}{incomplete}", candidates(line)),
        "generate" if line["puzzle"].is_null() => format!("no puzzle in {} attempts", line["attempts"]),
        "generate" => {
            let solution = Some(&line["solution"]).filter(|solution| !solution.is_null()).map(grid);
            let rating = line.get("rating").filter(|rating| !rating.is_null());
            let rating = rating.map(|rating| format!("{} {}", rating["score"], word(&rating["level"])));
            iter::once(grid(&line["puzzle"])).chain(solution).chain(rating).collect::<Vec<_>>().join(" ")
        }
        // An operation of a later version.
        _ => line.to_string(),
    }
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or("unknown")
}

/// Returns the first fault of an entry, with its line in the input.
fn error_text(line: &Value, error: &Value) -> String {
    let number = line["line"].as_u64();
    let at_line = |detail: String| match number {
        Some(number) => format!("error: line {number}: {detail}"),
        None => format!("error: {detail}"),
    };
    let faults = error["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
    let [first, others @ ..] = faults else { return at_line(word(&error["detail"]).to_owned()) };
    let more = if others.is_empty() { String::new() } else { format!(" (and {} more)", others.len()) };
    let (detail, pointer) = (word(&first["detail"]), first["pointer"].as_str());
    if let (Some(row), Some(column), None) = (first["line"].as_u64(), first["column"].as_u64(), pointer) {
        let row = row + number.map_or(0, |number| number.saturating_sub(1));
        let cell = first["cell"].as_str().map_or_else(String::new, |cell| format!("{cell}, "));
        return format!("error: {cell}line {row}, column {column}: {detail}{more}");
    }
    let place = first["cell"].as_str().or(first["parameter"].as_str()).or(pointer);
    match place.filter(|place| !place.is_empty()) {
        Some(place) => at_line(format!("{place}: {detail}{more}")),
        None => at_line(format!("{detail}{more}")),
    }
}

/// Returns a grid as a line: text in any format, or else the JSON.
fn grid(value: &Value) -> String {
    match value.as_str() {
        Some(text) if text.contains('\n') => {
            let parsed = parse(text, None, &mut |_| {});
            let line = parsed.and_then(|parsed| format_line(parsed.grid.cells(), parsed.alphabet.case()));
            line.unwrap_or_else(|| value.to_string())
        }
        Some(text) => text.to_owned(),
        None => value.to_string(),
    }
}

/// Returns the numbers of the options of a solution.
fn option_numbers(solution: &Value) -> String {
    let options = solution.as_array().map(Vec::as_slice).unwrap_or_default();
    options.iter().map(|option| option["option"].to_string()).collect::<Vec<_>>().join(" ")
}

/// Returns score, level and the name of the hardest technique.
fn rating(line: &Value) -> String {
    let hardest = line["hardest"].as_str().map(|id| {
        let technique = Technique::ALL.iter().find(|technique| technique.id() == id);
        format!(" {}", technique.map_or(id, |technique| technique.name()))
    });
    format!("{} {}{}", line["score"], word(&line["level"]), hardest.unwrap_or_default())
}

/// Returns the reduced puzzle, or whether clues are redundant, and which.
fn minimality(line: &Value) -> String {
    match (line.get("puzzle").filter(|puzzle| !puzzle.is_null()), line["is_minimal"].as_bool()) {
        (Some(puzzle), _) => grid(puzzle),
        (None, Some(true)) => "minimal".to_owned(),
        (None, Some(false)) => {
            let redundant = line["redundant"].as_array().map(Vec::as_slice).unwrap_or_default();
            iter::once("redundant").chain(redundant.iter().map(word)).collect::<Vec<_>>().join(" ")
        }
        (None, None) => "unknown".to_owned(),
    }
}

/// Returns the digits of each cell, or the verdict if no solution was found.
fn candidates(line: &Value) -> String {
    let lists = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let rows = lists(&line["candidates"]);
    let cells: Vec<Vec<Value>> = rows.iter().flat_map(lists).map(|cell| lists(&cell)).collect();
    if cells.iter().all(Vec::is_empty) {
        return word(&line["verdict"]).to_owned();
    }
    let symbol = |value: usize| Digit::new(value).and_then(|digit| symbol_of(digit, LetterCase::default()));
    let has_symbols = symbol(rows.len()).is_some();
    let digit = |value: &Value| {
        let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
        number.filter(|_| has_symbols).and_then(symbol).map_or_else(|| value.to_string(), String::from)
    };
    let separator = if has_symbols { "" } else { "," };
    let cell = |digits: &Vec<Value>| digits.iter().map(digit).collect::<Vec<_>>().join(separator);
    cells.iter().map(cell).collect::<Vec<_>>().join(" ")
}
