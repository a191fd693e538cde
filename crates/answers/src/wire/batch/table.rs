//! Answers as rows of a table (CSV, RFC 4180): the columns of the input, and after them columns of the answer.

use std::borrow::Cow;
use std::iter;
use std::sync::OnceLock;

use csv::{ByteRecord, ReaderBuilder, Writer};
use quadrille_notation::unstable::{is_table_header, is_table_row, puzzle_name};

use crate::wire::batch::chunk::EntryText;
use crate::wire::body_start::is_json_in_file;
use crate::wire::json::Json;

/// Characters between the fields of a row of the input.
const SEPARATORS: [u8; 3] = *b",;\t";

/// Column with the warnings about an entry, after the columns of the answer.
const WARNINGS: &str = "warnings";

/// Column with the problem of a refused entry, after the columns of the answer.
const ERROR: &str = "error";

/// Beginning of the name of a column of the answer whose own name a column before has.
const PREFIX: &str = "answer_";

/// Columns of the input of a batch, which the reader of its lines finds.
#[derive(Debug, Default)]
pub struct InputTable {
    header: OnceLock<Vec<u8>>,
    /// The first entry.
    first: OnceLock<Option<Vec<u8>>>,
    columns: OnceLock<InputColumns>,
}

/// Columns of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
enum InputColumns {
    /// Rows of a table, with the names of the columns and the character between fields.
    Rows(Vec<String>, u8),
    /// Lines of text: the number of the line, and the puzzle.
    Lines,
    /// Values of JSON: the number of the line, the id, and the puzzle.
    Json,
}

impl InputTable {
    /// Notes the line that names the columns of the input.
    pub fn set_header(&self, line: &[u8]) {
        // An input has one header.
        let _ = self.header.set(line.to_vec());
    }

    /// The line that names the columns, if the reader has found one.
    pub fn header(&self) -> Option<&[u8]> {
        self.header.get().map(Vec::as_slice)
    }

    /// Notes the first entry, if there is one. Later calls have no effect.
    pub fn begin(&self, first: Option<&[u8]>) {
        self.first.get_or_init(|| first.map(<[u8]>::to_vec));
    }

    /// Determines the columns by the header and the first entry when they are first needed: by the thread that writes the answers.
    fn columns(&self) -> &InputColumns {
        let first = || self.first.get().and_then(Option::as_deref);
        self.columns.get_or_init(|| InputColumns::new(self.header(), first()))
    }
}

impl InputColumns {
    fn new<'a>(header: Option<&'a [u8]>, first: Option<&'a [u8]>) -> Self {
        let first_line = |text: &'a [u8]| text.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let is = |text: &[u8], is: fn(&str) -> bool| str::from_utf8(text).is_ok_and(is);
        // A file that is one row has its header in the entry.
        let header = header.or(first.map(first_line).filter(|line| is(line, is_table_header)));
        if let Some(header) = header {
            let separator = separator(header);
            let names = fields(header, separator);
            let names = names.iter().map(|name| String::from_utf8_lossy(name).into_owned());
            return Self::Rows(names.collect(), separator);
        }
        match first {
            Some(first) if is_json_in_file(first, None) => Self::Json,
            Some(first) if is(first, is_table_row) => {
                let separator = separator(first);
                let names = (1..=fields(first, separator).len()).map(|number| format!("column_{number}"));
                Self::Rows(names.collect(), separator)
            }
            _ => Self::Lines,
        }
    }

    fn names(&self) -> Vec<&str> {
        match self {
            Self::Rows(names, _) => names.iter().map(String::as_str).collect(),
            Self::Lines => vec!["line", "puzzle"],
            Self::Json => vec!["line", "id", "puzzle"],
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Rows(names, _) => names.len(),
            Self::Lines => 2,
            Self::Json => 3,
        }
    }

    /// Returns the values of an entry, one for each column, and then the surplus values.
    fn values(&self, entry: &EntryText<'_>) -> Vec<Vec<u8>> {
        let bytes = entry.bytes.unwrap_or_default();
        let line = || entry.line.map(|line| line.to_string().into_bytes()).unwrap_or_default();
        match self {
            Self::Rows(names, separator) => {
                let row = fields(bytes, *separator);
                let missing = names.len().saturating_sub(row.len());
                row.iter().map(<[u8]>::to_vec).chain(iter::repeat_n(Vec::new(), missing)).collect()
            }
            Self::Lines => vec![line(), puzzle_of_entry(bytes).1],
            Self::Json => {
                let (id, puzzle) = puzzle_of_entry(bytes);
                vec![line(), id, puzzle]
            }
        }
    }
}

/// Entry whose row is not written yet.
#[derive(Clone, Debug)]
pub(crate) struct RowEntry {
    index: u64,
    line: Option<u64>,
    bytes: Option<Vec<u8>>,
}

impl RowEntry {
    /// Returns the entry.
    pub(crate) fn text(&self) -> EntryText<'_> {
        EntryText { index: self.index, line: self.line, bytes: self.bytes.as_deref(), header: None }
    }
}

impl From<&EntryText<'_>> for RowEntry {
    fn from(&EntryText { index, line, bytes, .. }: &EntryText<'_>) -> Self {
        Self { index, line, bytes: bytes.map(<[u8]>::to_vec) }
    }
}

/// Rows of the answers of a kind.
#[derive(Clone, Copy, Debug)]
pub struct AnswerTable<'a> {
    /// Columns of the input; `None` if the answers have no entries.
    input: Option<&'a InputTable>,
    /// Members of the answer, with a `.` before the name of a member within.
    answer: &'static [&'static str],
}

impl<'a> AnswerTable<'a> {
    /// Makes the table of answers with these columns.
    pub fn new(input: Option<&'a InputTable>, answer: &'static [&'static str]) -> Self {
        Self { input, answer }
    }

    /// The column with warnings, if the answers have entries.
    fn warnings(&self) -> &'static [&'static str] {
        if self.input.is_some() { &[WARNINGS] } else { &[] }
    }

    /// Appends the names of the columns.
    pub fn write_header(&self, out: &mut Vec<u8>) {
        let mut names: Vec<String> = self
            .input
            .map(|input| input.columns().names())
            .into_iter()
            .flatten()
            .map(str::to_owned)
            .collect();
        for path in self.answer.iter().chain(self.warnings()).chain(&[ERROR]) {
            let mut name = column_name(path).to_owned();
            while names.contains(&name) {
                name.insert_str(0, PREFIX);
            }
            names.push(name);
        }
        write_record(&names, out);
    }

    /// Replaces the answer at the end of a page from `start` on, which is a line of JSON, by a row; before the first entry, the header
    /// precedes it.
    pub(crate) fn replace_line(&self, entry: &EntryText<'_>, start: usize, page: &mut Vec<u8>) {
        let line = page.split_off(start);
        if entry.index == 0 {
            self.write_header(page);
        }
        self.write_row(entry, &line, page);
    }

    /// Appends the row of an answer, which is a line of JSON, to an entry.
    pub fn write_row(&self, entry: &EntryText<'_>, answer: &[u8], out: &mut Vec<u8>) {
        let line = str::from_utf8(answer).ok().and_then(|line| Json::parse(line).ok()).unwrap_or(Json::Null);
        let mut row = Vec::new();
        let mut surplus = Vec::new();
        if let Some(columns) = self.input.map(InputTable::columns) {
            row = columns.values(entry);
            surplus = row.split_off(columns.len());
        }
        let columns = self.answer.iter().chain(self.warnings());
        row.extend(columns.map(|path| answer_text(&line, path).into_bytes()));
        row.push(error_of(&line).into_bytes());
        row.extend(surplus);
        write_record(&row, out);
    }
}

/// Returns the id and the puzzle of an entry: its text, a value of JSON, or a member of it. An entry without one has its text instead.
fn puzzle_of_entry(bytes: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let text = || bytes.trim_ascii_end().to_vec();
    let json = str::from_utf8(bytes).ok().filter(|_| is_json_in_file(bytes, None));
    match json.and_then(|text| Json::parse(text).ok()) {
        Some(Json::Object(members)) => {
            let member = |is_named: &dyn Fn(&str) -> bool| {
                let found = members.iter().find(|(name, _)| is_named(name));
                found.map(|(_, value)| text_of(value).into_owned().into_bytes())
            };
            let puzzle = member(&|name| puzzle_name(name).is_some());
            (member(&|name| name == "id").unwrap_or_default(), puzzle.unwrap_or_else(text))
        }
        Some(json @ (Json::String(_) | Json::Array(_))) => {
            (Vec::new(), text_of(&json).into_owned().into_bytes())
        }
        _ => (Vec::new(), text()),
    }
}

/// Returns the problem of a refused entry as text.
fn error_of(line: &Json) -> String {
    let detail = text_at(line, "error.detail");
    if detail.is_empty() { text_at(line, "error.code") } else { detail }
}

/// Returns the member of an answer as text. A count that is not complete has a `+`, so that a reader does not take it for the number of all
/// solutions.
fn answer_text(line: &Json, path: &str) -> String {
    let mut text = text_at(line, path);
    if path == "count" && text_at(line, "complete") == "false" {
        text.push('+');
    }
    text
}

/// Returns the member at a path as text: the values of several elements with blanks between them.
fn text_at<'a>(json: &'a Json, path: &str) -> String {
    let mut values = vec![json];
    for name in path.split('.') {
        let elements = values.into_iter().flat_map(|value| match value {
            Json::Array(elements) => elements.iter().collect(),
            other => vec![other],
        });
        let member = |value: &'a Json| match value {
            Json::Object(members) => members.iter().find(|(known, _)| known == name).map(|(_, value)| value),
            _ => None,
        };
        values = elements.filter_map(member).collect();
    }
    values.into_iter().map(text_of).collect::<Vec<_>>().join(" ")
}

/// Returns a value as text: a list of strings with blanks between them, nothing for null, other values as JSON.
fn text_of(value: &Json) -> Cow<'_, str> {
    let string = |value: &Json| if let Json::String(text) = value { Some(text.clone()) } else { None };
    match value {
        Json::Null => Cow::Borrowed(""),
        Json::String(text) => Cow::Borrowed(text),
        Json::Array(elements) => match elements.iter().map(string).collect::<Option<Vec<_>>>() {
            Some(texts) => Cow::Owned(texts.join(" ")),
            None => Cow::Owned(value.to_string()),
        },
        other => Cow::Owned(other.to_string()),
    }
}

/// Returns the separator that a row has most often.
fn separator(row: &[u8]) -> u8 {
    let count = |separator: &u8| row.iter().filter(|byte| *byte == separator).count();
    // Of several, the first one.
    SEPARATORS.into_iter().rev().max_by_key(count).unwrap_or(b',')
}

/// Splits the last row of an entry into its fields, without the quotes around them.
fn fields(entry: &[u8], separator: u8) -> ByteRecord {
    let mut builder = ReaderBuilder::new();
    let mut reader = builder.delimiter(separator).has_headers(false).flexible(true).from_reader(entry);
    // Bytes in memory are read without failure.
    reader.byte_records().map_while(Result::ok).last().unwrap_or_default()
}

/// Appends a row.
fn write_record<T: AsRef<[u8]>>(fields: &[T], out: &mut Vec<u8>) {
    let mut writer = Writer::from_writer(out);
    // Memory takes all rows, and each has as many fields as it likes.
    let _ = writer.write_record(fields);
    let _ = writer.flush();
}

/// Returns the name of the column with a member of the answer, which may be within another one.
fn column_name(path: &str) -> &str {
    // A `value` has its name in the member around it.
    let member = path.strip_suffix(".value").unwrap_or(path);
    member.rsplit('.').next().unwrap_or(member)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "1.....3..4.....2";

    fn entry<'a>(line: u64, text: &'a str) -> EntryText<'a> {
        EntryText { index: line - 1, line: Some(line), bytes: Some(text.as_bytes()), header: None }
    }

    fn table(header: Option<&str>, rows: &[(&str, &str)], columns: &'static [&'static str]) -> String {
        let input = InputTable::default();
        header.iter().for_each(|header| input.set_header(header.as_bytes()));
        input.begin(rows.first().map(|(text, _)| text.as_bytes()));
        let (table, mut out) = (AnswerTable::new(Some(&input), columns), Vec::new());
        table.write_header(&mut out);
        for (line, (text, answer)) in (1..).zip(rows) {
            table.write_row(&entry(line, text), answer.as_bytes(), &mut out);
        }
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn columns_of_a_table_are_kept_in_order_and_untouched() {
        let row = format!("7,{PUZZLE},\"a, \"\"b\"\"\nc\", d ,1.50");
        let answer = r#"{"verdict":"unique","solution":"12","count":2,"wrong":["r1c1","r2c2"],"step":null}"#;
        let columns = &["verdict", "solution", "count", "wrong", "step.text"];
        let expected = format!(
            "id,Puzzle,note,solution,x,verdict,answer_solution,count,wrong,text,warnings,error\n{row},unique,12,2,r1c1 r2c2,,,\n"
        );
        assert_eq!(table(Some("id,Puzzle,note,solution,x"), &[(&row, answer)], columns), expected);
        let whole_file = format!("id,puzzle\n7,{PUZZLE}\n");
        assert_eq!(
            table(None, &[(&whole_file, "{}")], &["count"]),
            format!("id,puzzle,count,warnings,error\n7,{PUZZLE},,,\n")
        );
        let with_tabs = table(Some("id\tpuzzle"), &[(&format!("1,5\t{PUZZLE}"), "{}")], &["puzzle"]);
        assert_eq!(with_tabs, format!("id,puzzle,answer_puzzle,warnings,error\n\"1,5\",{PUZZLE},,,\n"));
    }

    #[test]
    fn row_without_a_header_has_numbered_columns_and_loses_no_field() {
        let rows = [(&*format!("7;{PUZZLE};x"), r#"{"verdict":"none"}"#), ("8", "{}"), (";;y;z", "{}")];
        let expected = format!(
            "column_1,column_2,column_3,verdict,warnings,error\n7,{PUZZLE},x,none,,\n8,,,,,\n,,y,,,,z\n"
        );
        assert_eq!(table(None, &rows, &["verdict"]), expected);
    }

    #[test]
    fn entry_that_is_no_row_has_its_line_id_and_puzzle() {
        let refused = r#"{"type":"error","error":{"code":"x","detail":"bad","errors":[{"detail":"bad"}]}}"#;
        let brief = r#"{"type":"error","error":{"code":"invalid_question"}}"#;
        let rows = [(PUZZLE, r#"{"verdict":"none"}"#), ("1..", refused), ("+-+\n|1|\n+-+\n", brief)];
        let expected = format!(
            "line,puzzle,verdict,warnings,error\n1,{PUZZLE},none,,\n2,1..,,,bad\n3,\"+-+\n|1|\n+-+\",,,invalid_question\n"
        );
        assert_eq!(table(None, &rows, &["verdict"]), expected);
        let two = r#"{"error":{"detail":"2 faults","errors":[{"detail":"a"},{"detail":"b"}]}}"#;
        let rows = [
            (r#"{"id": 9, "quiz": "1..", "verdict": 3}"#, r#"{"steps":[{"text":"One."},{"text":"Two."}]}"#),
            (r#""2..""#, two),
            ("[[1, 0]]", r#"{"steps":[[1,2],[3]]}"#),
        ];
        let expected = "line,id,puzzle,text,steps,warnings,error\n1,9,1..,One. Two.,\"[{\"\"text\"\":\"\"One.\"\"},{\"\"text\"\":\"\"Two.\"\"}]\",,\n\
            2,,2..,,,,2 faults\n3,,\"[[1,0]]\",,\"[[1,2],[3]]\",,\n";
        assert_eq!(table(None, &rows, &["steps.text", "steps"]), expected);
    }

    #[test]
    fn count_that_is_not_complete_is_marked() {
        let whole = r#"{"verdict":"multiple","count":3,"complete":true}"#;
        let bound = r#"{"verdict":"multiple","count":2227,"complete":false,"stopped_by":"time_limit"}"#;
        let columns = &["verdict", "count", "complete"];
        assert_eq!(
            table(Some("puzzle"), &[(PUZZLE, whole), (PUZZLE, bound)], columns),
            format!(
                "puzzle,verdict,count,complete,warnings,error\n{PUZZLE},multiple,3,true,,\n{PUZZLE},multiple,2227+,false,,\n"
            )
        );
    }

    #[test]
    fn answers_without_entries_have_their_own_columns() {
        let (table, mut out) = (AnswerTable::new(None, &["puzzle", "seed"]), Vec::new());
        table.write_header(&mut out);
        let entry = EntryText { index: 0, line: None, bytes: None, header: None };
        table.write_row(&entry, br#"{"puzzle":"1..","seed":7}"#, &mut out);
        assert_eq!(String::from_utf8_lossy(&out), "puzzle,seed,error\n1..,7,\n");
    }
}
