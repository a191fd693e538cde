//! Addresses: links as they were wrapped and escaped, sites that are not read, and rules beside a line.

use quadrille_sudoku::text::LetterCase;
use quadrille_sudoku::unstable::parse_plain_line;
use quadrille_sudoku::{Grid, size_for_cells};

use super::clear_line::parse_clear_line;
use super::content::TextFault;
use super::fpuzzles::Fpuzzles;
use super::layout::CELLS_MIN;
use super::sudokupad::Sudokupad;
use super::text_format::TextFormat as _;

/// Sites whose links are not read, by a part of host and path, in lower case.
const SITES: [(&str, &str); 27] = [
    ("lisudoku", "lisudoku"),
    ("sudokumaker", "SudokuMaker"),
    ("penpa", "Penpa"),
    ("logic-masters.de", "Logic Masters Germany"),
    ("interactive-sudoku-solver", "Interactive Sudoku Solver"),
    ("puzz.link", "puzz.link"),
    ("pzplus", "puzz.link"),
    ("pzv.jp", "PUZ-PRE v3"),
    ("pzprxs", "PUZ-PRE v3"),
    ("sudokulab", "SudokuLab"),
    ("gmpuzzles.com", "Grandmaster Puzzles"),
    ("dkmgames.com", "DKM Games"),
    ("dailykillersudoku.com", "Daily Killer Sudoku"),
    ("killersudokuonline.com", "Killer Sudoku Online"),
    ("krazydad.com", "KrazyDad"),
    ("websudoku.com", "Web Sudoku"),
    ("puzzle-sudoku.com", "Puzzle Sudoku"),
    ("puzzle-killer-sudoku.com", "Puzzle Killer Sudoku"),
    ("puzzle-jigsaw-sudoku.com", "Puzzle Jigsaw Sudoku"),
    ("nytimes.com", "The New York Times"),
    ("theguardian.com", "The Guardian"),
    ("sudokuoftheday.com", "Sudoku of the Day"),
    ("sudoku.coach", "Sudoku Coach"),
    ("sudokukingdom.com", "Sudoku Kingdom"),
    ("sudoku9x9.com", "Sudoku 9x9"),
    ("menneske.no", "Menneske"),
    ("sudoku.com", "Sudoku.com"),
];

/// Number of [`SITES`] that are editors: a line among their data would be without its rules.
const EDITORS: usize = 10;

/// Words of host and path that name a variant.
const VARIANTS: [&str; 20] = [
    "antiking",
    "antiknight",
    "anti-king",
    "anti-knight",
    "diagonal",
    "hyper",
    "irregular",
    "jigsaw",
    "kendoku",
    "kenken",
    "killer",
    "kropki",
    "samurai",
    "str8ts",
    "sudoku-x",
    "sudoku_x",
    "sudokux",
    "thermo",
    "windoku",
    "x-sudoku",
];

/// Parameters that are rules.
const RULES: [&str; 23] = [
    "about",
    "antiking",
    "antiknight",
    "box",
    "boxes",
    "cages",
    "candidates",
    "constraint",
    "constraints",
    "diagonal",
    "diagonals",
    "extra",
    "irregular",
    "jigsaw",
    "killer",
    "killercage",
    "layout",
    "nonconsecutive",
    "region",
    "regions",
    "rules",
    "variant",
    "windoku",
];

/// Values of such parameters that mean no rule.
const NO_RULES: [&str; 10] =
    ["", "0", "false", "none", "no", "classic", "standard", "normal", "usual", "regular"];

/// Parameters that hold a puzzle.
const PUZZLES: [&str; 7] = ["puzzle", "bd", "board", "grid", "sudoku", "s", "p"];

/// Beginnings of links and ids, in any case for addresses.
const SCHEMES: [&str; 3] = ["https://", "http://", "https%3a%2f%2f"];
const IDS: [&str; 6] = ["N4Ig", "fpuzzles", "fpuz", "scl", "ctc", "scf"];

/// Maximum number of times that a link is encoded.
const ENCODINGS_MAX: usize = 3;

/// Whether a text is an address in one piece.
pub(super) fn is_address(text: &str) -> bool {
    let text = text.trim();
    let begins_with =
        |scheme: &str| text.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme));
    (begins_with("https://") || begins_with("http://")) && !text.contains(char::is_whitespace)
}

/// Returns a link without the line ends within it and without escapes of visible characters; `None` for other texts, and for links
/// without both.
pub(super) fn whole_link(text: &str) -> Option<String> {
    let link = text.trim().trim_start_matches(['<', '(', '"']).trim_end_matches(['>', ')', '"', ',', ';']);
    let begins = begins_like_link(link);
    let is_changed = begins && (link.len() < text.trim().len() || link.contains(['%', '\n']));
    if !is_changed {
        return None;
    }
    let joined = joined(link)?;
    let decoded =
        (0..ENCODINGS_MAX).fold(joined, |link, _| if link.contains('%') { decoded(&link) } else { link });
    (decoded != text).then_some(decoded)
}

/// Whether a line is a link that may hold a puzzle: of an editor, with a puzzle or rules in a parameter, or of a site that is not read.
pub(super) fn is_link(line: &str) -> bool {
    let line = line.trim();
    if !begins_like_link(line) || line.contains(char::is_whitespace) {
        return false;
    }
    let has_puzzle = || parameters(line).any(|(name, _)| PUZZLES.contains(&name) || RULES.contains(&name));
    Fpuzzles::may_be(line)
        || Sudokupad::may_be(line)
        || is_cut_editor_link(line)
        || (begins_with_scheme(line) && (site_of(line).is_some() || has_puzzle()))
}

fn begins_like_link(text: &str) -> bool {
    begins_with_scheme(text) || id_start(text).is_some()
}

fn begins_with_scheme(text: &str) -> bool {
    let begins_with =
        |start: &&str| text.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start));
    SCHEMES.iter().any(begins_with)
}

/// The beginning of an id.
fn id_start(text: &str) -> Option<&'static str> {
    IDS.into_iter().find(|id| text.starts_with(id))
}

/// Joins the lines of a link; `None` if a line is no part of it.
fn joined(link: &str) -> Option<String> {
    let is_part = |symbol: char| symbol.is_ascii_graphic() && !matches!(symbol, '"' | '<' | '>' | '{' | '}');
    let mut lines = link.lines().map(str::trim);
    let mut joined = lines.next()?.to_owned();
    let id = id_start(&joined);
    let is_next_link = |line: &str| begins_with_scheme(line) || id.is_some_and(|id| line.starts_with(id));
    for line in lines {
        if line.is_empty() || is_next_link(line) || !line.chars().all(is_part) {
            return None;
        }
        if ends_softly(&joined) {
            joined.pop();
        }
        joined.push_str(line);
    }
    Some(joined)
}

/// Whether the `=` at the end of a line is a soft line end of mails, not the one after the name of a parameter.
fn ends_softly(line: &str) -> bool {
    let is_value = |line: &str| line.rsplit(['?', '&', '#']).next().is_some_and(|part| part.contains('='));
    line.strip_suffix('=').is_some_and(|line| is_value(line) || !line.contains(['?', '#']))
}

/// Replaces the escapes of visible ASCII characters.
fn decoded(link: &str) -> String {
    let mut decoded = String::with_capacity(link.len());
    let mut rest = link;
    while let Some((before, after)) = rest.split_once('%') {
        decoded.push_str(before);
        let byte = after.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte.filter(u8::is_ascii_graphic) {
            Some(byte) => {
                decoded.push(char::from(byte));
                rest = &after[2..];
            }
            None => {
                decoded.push('%');
                rest = after;
            }
        }
    }
    decoded.push_str(rest);
    decoded
}

/// Parses the line of an address that has no data of an editor. Otherwise the fault says why there is none.
pub(super) fn line_of_address(address: &str) -> Result<(Grid, LetterCase), TextFault> {
    let address = address.trim();
    let site = site_of(address);
    if let Some((_, site)) = site.filter(|(index, _)| *index < EDITORS) {
        return Err(TextFault::UnreadSite { site });
    }
    match (only_line(address), site) {
        (Some(line), _) => match rule_of(address) {
            Some(name) => Err(TextFault::RuleOfAddress { name: name.to_owned() }),
            None => Ok(line),
        },
        (None, Some((_, site))) => Err(TextFault::UnreadSite { site }),
        (None, None) => match incomplete_puzzle(address).or_else(|| is_cut_editor_link(address).then_some(0))
        {
            Some(cells) => Err(TextFault::DamagedAddress { cells }),
            None => Err(TextFault::AddressWithoutPuzzle),
        },
    }
}

/// The only line among the parts of an address, such as its parameters and its fragment.
fn only_line(address: &str) -> Option<(Grid, LetterCase)> {
    let parts = address.split(['/', '?', '&', ';', '#', '=']).filter(|part| part.len() >= CELLS_MIN);
    let mut lines = parts.filter_map(|part| parse_clear_line(part.as_bytes()));
    let line = lines.next()?;
    lines.all(|(grid, _)| grid == line.0).then_some(line)
}

/// Host and path of an address in lower case.
fn host_and_path(address: &str) -> String {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase()
}

/// The host of a [`host_and_path`].
fn host_of(place: &str) -> &str {
    place.split(['/', ':']).next().unwrap_or_default()
}

/// The site of an address, with its index.
fn site_of(address: &str) -> Option<(usize, &'static str)> {
    let place = host_and_path(address);
    let host = host_of(&place);
    let is_site = |name: &str| match name.contains('.') {
        true => host.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')),
        false => place.contains(name),
    };
    SITES.iter().enumerate().find(|(_, (name, _))| is_site(name)).map(|(index, (_, site))| (index, *site))
}

/// The name of a rule in an address: a parameter, or a word of its host and path.
fn rule_of(address: &str) -> Option<&'static str> {
    let is_set = |value: &str| !NO_RULES.contains(&&*value.to_ascii_lowercase());
    let parameter = parameters(address).find_map(|(name, value)| {
        let name = RULES.iter().find(|rule| rule.eq_ignore_ascii_case(name));
        name.filter(|_| is_set(value))
    });
    let place = host_and_path(address);
    parameter.or_else(|| VARIANTS.iter().find(|word| place.contains(**word))).copied()
}

/// Number of the cells of a puzzle in a parameter, if they make no grid.
fn incomplete_puzzle(address: &str) -> Option<usize> {
    let is_cell = |symbol: char| symbol.is_ascii_digit() || matches!(symbol, '.' | '_' | '*' | '-');
    let (_, cells) = parameters(address).find(|(name, value)| {
        let is_puzzle = PUZZLES.iter().any(|puzzle| puzzle.eq_ignore_ascii_case(name));
        is_puzzle && !value.is_empty() && value.chars().all(is_cell)
    })?;
    let is_whole = size_for_cells(cells.len()).is_some() && parse_plain_line(cells.as_bytes()).is_some();
    (!is_whole).then_some(cells.len())
}

/// Whether an address of f-puzzles has data that are not even the beginning of a puzzle.
fn is_cut_editor_link(address: &str) -> bool {
    host_of(&host_and_path(address)).ends_with("f-puzzles.com")
        && parameters(address).any(|(name, _)| name.eq_ignore_ascii_case("load"))
}

/// Names and values of the parameters of an address and its fragment.
fn parameters(address: &str) -> impl Iterator<Item = (&str, &str)> {
    let start = address.find(['?', '#']).map_or(address.len(), |start| start + 1);
    address[start..].split(['&', '#', '?', ';']).filter_map(|part| part.split_once('='))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapped_and_escaped_links_are_joined() {
        let link = "https://example.org/?load=N4Ig+/=&a";
        for text in [
            "https://example.org/?lo\n ad=N4Ig+/=&a",
            "https://example.org/?load=\nN4Ig+/=&a",
            "<https://example.org/?load=N4Ig+/=&a>",
            "https://example.org/?load=N4Ig%2B%2F%3D&a",
            "https://example.org/?load=N4Ig%252B%252f=&a",
            "https%3A%2F%2Fexample.org%2F?load=N4=\r\nIg+/=&a\n",
        ] {
            assert_eq!(whole_link(text).as_deref(), Some(link), "{text}");
        }
        for text in
            [link, "1...\n..3.", "https://a.b/\nhttps://a.c/", "https://a.b/\na title", "scf1\nscf2", "%41"]
        {
            assert_eq!(whole_link(text), None, "{text}");
        }
        assert_eq!(whole_link("https://a.b/%E4%zz%20%").as_deref(), None);
    }

    #[test]
    fn address_says_why_it_is_not_read() {
        let line = "1.....3..4.....2";
        let rule = |name: &str| TextFault::RuleOfAddress { name: name.to_owned() };
        for (address, fault) in [
            (
                "https://lisudoku.xyz/solver?import=N4Ig5g".to_owned(),
                TextFault::UnreadSite { site: "lisudoku" },
            ),
            (
                format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q={line}"),
                TextFault::UnreadSite { site: "Interactive Sudoku Solver" },
            ),
            ("https://www.sudoku.com/easy/".to_owned(), TextFault::UnreadSite { site: "Sudoku.com" }),
            ("https://mysudoku.com/easy/".to_owned(), TextFault::AddressWithoutPuzzle),
            (format!("https://example.org/killer/{line}"), rule("killer")),
            (format!("http://127.0.0.1/#puzzle={line}&variant=x"), rule("variant")),
            (format!("http://127.0.0.1/#puzzle={}", &line[1..]), TextFault::DamagedAddress { cells: 15 }),
            ("http://127.0.0.1/#puzzle=".to_owned(), TextFault::AddressWithoutPuzzle),
            ("https://www.f-puzzles.com/?load=N4".to_owned(), TextFault::DamagedAddress { cells: 0 }),
        ] {
            assert_eq!(line_of_address(&address), Err(fault), "{address}");
        }
        for address in
            [format!("https://sudoku.coach/play/{line}"), format!("https://a.b/?s={line}&variant=classic")]
        {
            assert!(line_of_address(&address).is_ok(), "{address}");
        }
    }
}
