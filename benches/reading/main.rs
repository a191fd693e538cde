//! Reading benches: bodies that are no puzzle, or hardly one, of the largest size that the service reads. See `benches/README.md`.
#![expect(
    clippy::disallowed_types,
    clippy::print_stdout,
    reason = "a bench reads the clock and prints figures"
)]

use std::hint::black_box;
use std::time::Instant;

use quadrille_answers::kinds::{Count, CoverCount};
use quadrille_answers::wire::{ProblemBounds, QuestionKind, is_json, read_json, read_text};

/// Lengths of a body in bytes. The longest is a little less than the service reads by default; readers of words, fields and other
/// alphabets try shorter ones only.
const LENGTHS: [usize; 4] = [255 << 10, 127 << 10, 16_000, 2_000];

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Pieces that a text repeats.
const REPEATED: &[&str] = &[
    "\"\"",
    "''",
    "'",
    "\"",
    "`",
    "1",
    ".",
    "12",
    "0",
    "a",
    "A",
    "x",
    "é",
    "中",
    "\u{200b}",
    "\u{a0}",
    "１",
    " ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    ",",
    ";",
    ":",
    "-",
    "_",
    "*",
    "#",
    "/",
    "?",
    "%2E",
    "&",
    "=",
    "<",
    "&lt;",
    "<a>",
    "(",
    ")",
    "{",
    "[",
    "|",
    "+",
    "-+",
    "│",
    "─",
    "|-",
    "+-+\n",
    "|1|\n",
    "| 1 2 |\n",
    "1 ",
    "1,",
    "1;",
    "12 ",
    "123456789 ",
    "1\t",
    "1\n",
    "1\n\n",
    "1.\n",
    "a\n",
    "ab\n",
    "ab ",
    "#\n",
    "# a\n",
    "-\n",
    "=====\n",
    "12.\n",
    "> 1\n",
    ">1",
    "[puzzle]\n",
    "[Puzzle]",
    "r1c1=1 ",
    "B9B",
    ",\n",
    "1,2\n",
    "a,b\n",
    "\",\"",
    "\"1\n",
    "1...\n..3.\n.4..\n...2\n",
    "1.....3..4.....2\n",
    "\\n",
    "'1', ",
    "None, ",
    "[1], ",
    "order 9\n",
    ":0000:x:",
    "s-1-",
    "http://a",
    "fpuz",
    "scl",
    "N4Ig",
    "<game/>",
    "<?xml?>",
    "----\n",
    "123456789\n",
];

/// Beginnings of notations, which a text of the pieces above follows.
const BEGUN: &[(&str, &str)] = &[
    (PUZZLE, " "),
    (PUZZLE, "\n"),
    (PUZZLE, "\u{200b}"),
    (PUZZLE, "\n#"),
    (PUZZLE, "\na b"),
    (PUZZLE, ","),
    (PUZZLE, "\t"),
    (PUZZLE, "|"),
    (":0000:x:", "1"),
    (":0000:x:", ":"),
    (":0000:x:", "1 "),
    ("https://f-puzzles.com/?load=", "A"),
    ("https://sudokupad.app/scl", "A"),
    ("scl", "A"),
    ("fpuz", "A"),
    ("fpuzzles", "A"),
    ("SCLN4Ig", "A"),
    ("https://", "1"),
    ("http://a/", "1/"),
    ("http://a/", "................/"),
    ("S9B", "0"),
    ("S9B", "a"),
    ("9B", "0"),
    ("<?xml version='1.0'?><opensudoku>", "<game/>"),
    ("<opensudoku>", "<a>"),
    ("<opensudoku>", "a"),
    ("<opensudoku><game data='", "1"),
    ("{\"size\":9,\"grid\":[", "[],"),
    ("{\"a\":", "["),
    ("order 9\n", "1 "),
    ("order 9\n", "-1 "),
    ("3x3:", "1_"),
    ("9:", "a"),
    ("9:", "1_"),
    ("[puzzle]\n", "1"),
    ("[puzzle]\n", "|"),
    ("#A\n", "1"),
    ("#A\n", "1\n"),
    ("[", "1,"),
    ("[[", "None,"),
    ("(", "1,"),
    ("((", "'1',"),
    ("\"", "a"),
    (">", "\n>"),
];

/// JSON bodies: what precedes the repeated piece, the piece, and what follows it.
const JSON: &[Parts] = &[
    ("[", "1,", "1]"),
    ("[", "[],", "[]]"),
    ("[[", "0,", "0]]"),
    ("{\"puzzle\":\"", "1", "\"}"),
    ("{\"puzzle\":\"", "\\n", "\"}"),
    ("{\"puzzle\":\"", "\\u0031", "\"}"),
    ("{\"puzzle\":\"", " ", "\"}"),
    ("{\"puzzle\":\"", "\\\"\\\"", "\"}"),
    ("{\"puzzle\":[", "[],", "[]]}"),
    ("{\"puzzle\":[", "0,", "0]}"),
    ("{\"puzzle\":[", "[0],", "[0]]}"),
    ("{\"puzzle\":[", "\"\",", "\"\"]}"),
    ("{\"puzzle\":[", "\"1\",", "\"1\"]}"),
    ("{\"puzzle\":[", "null,", "null]}"),
    ("{\"puzzle\":[", "{},", "{}]}"),
    ("{\"puzzle\":[", "\"1...\",", "\"1...\"]}"),
    ("{\"puzzle\":[", "\"................................................................\",", "\"\"]}"),
    ("{\"puzzle\":[[", "0,", "0]]}"),
    ("{", "\"a\":1,", "\"a\":1}"),
    ("{", "\"puzzle\":\"1\",", "\"a\":1}"),
    ("{\"puzzle\":", "[", ""),
    ("{\"puzzle\":", "{\"a\":", ""),
    ("{\"puzzle\":\"1\",\"candidates\":[", "[1],", "[1]]}"),
    ("{\"puzzle\":\"1\",\"candidates\":[", "0,", "0]}"),
    ("{\"puzzle\":\"1\",\"regions\":[", "[0],", "[0]]}"),
    ("{\"puzzle\":\"1\",\"regions\":[", "0,", "0]}"),
    ("{\"puzzle\":\"1\",\"regions\":\"", "a", "\"}"),
    ("{\"puzzle\":\"1\",\"cages\":[", "{},", "{}]}"),
    ("{\"puzzle\":\"1\",\"limits\":{", "\"a\":1,", "\"a\":1}}"),
    ("{\"puzzle\":1e", "9", "}"),
    ("{\"puzzle\":", "9", "}"),
    ("{\"puzzle\":\"1\",\"id\":\"", "a", "\"}"),
];

/// Exact cover problems, as above.
const COVER: &[Parts] = &[
    ("{\"primary\":[\"a\"],\"options\":[", "[\"a\"],", "[\"a\"]]}"),
    ("{\"primary\":[\"a\",\"b\"],\"options\":[", "[\"a\",\"b\"],", "[\"a\"]]}"),
    ("{\"primary\":[\"a\"],\"options\":[", "[\"b\",\"b\"],", "[\"a\"]]}"),
    ("{\"primary\":[\"a\"],\"options\":[", "[],", "[]]}"),
    ("{\"primary\":[", "\"a\",", "\"a\"],\"options\":[[\"a\"]]}"),
    ("{\"primary\":[\"a\"],\"options\":[[", "\"a\",", "\"a\"]]}"),
    ("{\"primary\":[\"a\"],\"options\":[[", "\"a:b\",", "\"a\"]]}"),
    ("{\"primary\":[", "\"\",", "\"a\"],\"options\":[]}"),
    ("{\"primary\":[", "1,", "1],\"options\":[]}"),
    ("a\n", "a\n", ""),
    ("a\n", "b\n", ""),
    ("", "a ", ""),
    ("a\n", "a:b\n", ""),
    ("| ", "\n", ""),
    ("a | b\n", "b ", ""),
    ("a\n", "\n", ""),
    ("", "|", ""),
    ("", "\"\"", ""),
];

/// Passes over a text, of which the fastest counts.
const PASSES: usize = 3;

/// Prints a line for each body whose name contains one of the arguments, the slowest last; with `--test`, reads each once.
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_test = !arguments.iter().any(|argument| argument == "--bench")
        || arguments.iter().any(|argument| argument == "--test");
    let names: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    let is_chosen = |body: &Body| names.is_empty() || names.iter().any(|&name| body.name.contains(name));
    let bodies = bodies().into_iter().filter(is_chosen);
    let passes = if is_test { 1 } else { PASSES };
    let mut measured: Vec<([f64; LENGTHS.len()], String)> = bodies
        .map(|body| (LENGTHS.map(|length| nanoseconds_per_byte(&body, length, passes)), body.name))
        .collect();
    let slowest = |times: &[f64]| times.iter().copied().fold(0.0, f64::max);
    measured.sort_by(|(one, _), (other, _)| slowest(one).total_cmp(&slowest(other)));
    println!("nanoseconds per byte of bodies of {LENGTHS:?} bytes");
    for (times, name) in measured {
        let times: String = times.iter().map(|nanoseconds| format!("{nanoseconds:7.1}")).collect();
        println!("{times}  {name}");
    }
}

/// What precedes the repeated piece, the piece, and what follows it.
type Parts = (&'static str, &'static str, &'static str);

struct Body {
    name: String,
    parts: Parts,
    read: fn(&[u8]) -> bool,
}

fn bodies() -> Vec<Body> {
    let puzzles = REPEATED.iter().map(|&piece| ("", piece, ""));
    let begun = BEGUN.iter().map(|&(before, piece)| (before, piece, ""));
    let puzzles = puzzles.chain(begun).chain(JSON.iter().copied()).map(|parts| body(parts, read::<Count>));
    puzzles.chain(COVER.iter().map(|&parts| body(parts, read::<CoverCount>))).collect()
}

/// Makes a body that repeats the piece between the other two parts.
fn body(parts: Parts, read: fn(&[u8]) -> bool) -> Body {
    let (before, piece, after) = parts;
    Body { name: format!("{before}({piece})*{after}").escape_debug().collect(), parts, read }
}

/// Reads a body as the service does, with all formats. Most are refused.
fn read<K: QuestionKind>(body: &[u8]) -> bool {
    let question = if is_json(body, "") { read_json::<K> } else { read_text::<K> };
    question(body, "", ProblemBounds::MAX).is_ok()
}

fn nanoseconds_per_byte(body: &Body, length: usize, passes: usize) -> f64 {
    let (before, piece, after) = body.parts;
    let count = length.saturating_sub(before.len() + after.len()) / piece.len();
    let text = [before, &piece.repeat(count), after].concat();
    let time = |_| {
        let begun = Instant::now();
        black_box((body.read)(black_box(text.as_bytes())));
        begun.elapsed()
    };
    let fastest = (0..passes).map(time).min().unwrap_or_default();
    fastest.as_nanos() as f64 / text.len() as f64
}
