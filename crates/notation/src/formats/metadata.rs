//! Metadata of the web editors: members that describe a puzzle, and flags that are rules.

use super::constraint_reader::ConstraintReader;
use super::description::Description;
use super::format_faults::FormatFaults;
use super::json::WebJson;
use super::own_solution::OwnSolution;
use crate::formats::Format;

/// Flags that are constraints, with their types.
const FLAGS: [(&str, &str); 6] = [
    ("antiking", "anti_king"),
    ("antiknight", "anti_knight"),
    ("disjointgroups", "disjoint_groups"),
    ("nonconsecutive", "non_consecutive"),
    ("sudokux", "diagonals"),
    ("windoku", "windoku"),
];

/// Flags that are rules and not supported.
const OTHER_FLAGS: [&str; 1] = ["norowcol"];

/// Names of rules in prose.
const PROSE: [&str; 5] = ["rules", "ruleset", "ruletext", "instructions", "description"];

/// Members that say nothing about the rules.
const IGNORED: [&str; 50] = [
    "bgimagemaskopacity",
    "bgimageopacity",
    "cellsize",
    "channel",
    "checksum",
    "collection",
    "copyright",
    "created",
    "createdat",
    "customstyle",
    "d",
    "date",
    "difficulty",
    "discord",
    "duration",
    "editor",
    "email",
    "font",
    "generator",
    "hash",
    "id",
    "keywords",
    "lang",
    "language",
    "licence",
    "license",
    "link",
    "links",
    "modified",
    "msgcorrect",
    "patreon",
    "published",
    "rating",
    "series",
    "settings",
    "source",
    "sources",
    "stars",
    "subtitle",
    "successmessage",
    "tag",
    "tags",
    "theme",
    "thumbnail",
    "updated",
    "vd",
    "version",
    "video",
    "videos",
    "website",
];

/// Maximum number of flags.
const FLAGS_MAX: usize = 16;

/// Metadata of a puzzle, read member by member.
#[derive(Debug, Default)]
pub(super) struct Metadata {
    /// What the members say beside the puzzle.
    pub(super) description: Description,
    /// Names of the flags that are set, each once.
    flags: Vec<String>,
    /// The solution beside the puzzle.
    solution: Option<WebJson>,
}

impl Metadata {
    /// Reads a member. Returns whether its meaning is known.
    pub(super) fn read(&mut self, name: &str, value: &WebJson) -> bool {
        let key = key(name);
        match &*key {
            _ if value.is_void() => {}
            "title" | "t" => self.description.set_title(&text_of(value)),
            "author" | "authors" => self.description.set_author(&text_of(value)),
            "solution" => self.solution = self.solution.take().or_else(|| Some(value.clone())),
            "bgimage" => self.description.add_drawings("image", 1),
            key if PROSE.contains(&key) => self.description.add_rules(&text_of(value)),
            key if is_flag(key) => self.set_flag(name, value),
            key if IGNORED.contains(&key) => {}
            _ => return is_address(value),
        }
        true
    }

    /// Reads a member of metadata. One without a known meaning may be a rule.
    pub(super) fn read_or_name(&mut self, name: &str, value: &WebJson) {
        if !self.read(name, value) {
            self.description.add_member(name);
        }
    }

    /// Reads a member of a puzzle. One without a known meaning may be a constraint, unless it is a text or a number: it is refused.
    pub(super) fn read_or_refuse(
        &mut self,
        format: Format,
        name: &str,
        value: &WebJson,
        faults: &mut FormatFaults,
    ) {
        match value {
            _ if self.read(name, value) => {}
            WebJson::String(_) | WebJson::Number(_) => self.description.add_member(name),
            _ => faults.push_named(format, name),
        }
    }

    /// Describes colours and marks of a cell, beside these members.
    pub(super) fn describe_cell(&mut self, cell: &WebJson, read: &[&str], colours: &[&str]) {
        let is_other =
            |(name, value): &&(String, WebJson)| !value.is_void() && !read.contains(&name.as_str());
        let others = || cell.members().iter().filter(is_other);
        let is_colour = |(name, _): &(String, WebJson)| colours.contains(&name.as_str());
        self.description.add_drawings("colour", others().any(is_colour).into());
        self.description.add_drawings("mark", others().any(|other| !is_colour(other)).into());
    }

    /// Reads a text such as `title: Sunday`, which may have any name. Returns whether it has this form.
    pub(super) fn read_text(&mut self, text: &str) -> bool {
        if is_address(&WebJson::String(text.to_owned())) {
            return true;
        }
        let Some((name, value)) = named_text(text) else { return false };
        self.read_or_name(name, &WebJson::String(value.to_owned()));
        true
    }

    /// Reads a text such as `title: Sunday` whose name has a known meaning. Returns whether it has one.
    pub(super) fn read_known_text(&mut self, text: &str) -> bool {
        named_text(text).is_some_and(|(name, value)| self.read(name, &WebJson::String(value.to_owned())))
    }

    /// Sets a flag, unless its value is a word for no. Returns whether there is a flag of this name.
    pub(super) fn read_flag(&mut self, name: &str, value: &WebJson) -> bool {
        let is_known = is_flag(&key(name));
        if is_known {
            self.set_flag(name, value);
        }
        is_known
    }

    fn set_flag(&mut self, name: &str, value: &WebJson) {
        let is_off = match value {
            _ if value.is_void() => true,
            WebJson::Number(number) => *number == 0.0,
            WebJson::String(text) => {
                ["false", "0", "no", "off"].contains(&&*text.trim().to_ascii_lowercase())
            }
            _ => false,
        };
        let is_new = !self.flags.iter().any(|flag| key(flag) == key(name));
        if !is_off && is_new && self.flags.len() < FLAGS_MAX {
            self.flags.push(name.to_owned());
        }
    }

    /// The solution beside the puzzle.
    pub(super) fn solution(&self, size: usize) -> Option<OwnSolution> {
        self.solution.as_ref().and_then(|solution| OwnSolution::read(solution, size))
    }

    /// Adds the constraints of the flags that are no member of these names. Refuses those that are not supported.
    pub(super) fn add_flags(&self, others: &[&str], reader: &mut ConstraintReader<'_>) {
        for flag in self.flags.iter().filter(|flag| !others.contains(&&*key(flag))) {
            match FLAGS.iter().find(|(name, _)| *name == key(flag)) {
                Some((_, type_name)) => reader.add(flag, type_name, []),
                None => reader.refuse_named(flag),
            }
        }
    }
}

/// A name in lower case without separators.
fn key(name: &str) -> String {
    name.chars().filter(|symbol| !"-_ ".contains(*symbol)).map(|symbol| symbol.to_ascii_lowercase()).collect()
}

fn is_flag(key: &str) -> bool {
    OTHER_FLAGS.contains(&key) || FLAGS.iter().any(|(name, _)| *name == key)
}

/// Splits a text such as `title: Sunday`.
fn named_text(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.trim().split_once(':')?;
    (!name.is_empty() && !name.contains(char::is_whitespace)).then(|| (name, value.trim()))
}

/// A string, or the strings of a list, one a line.
fn text_of(value: &WebJson) -> String {
    match value {
        WebJson::String(text) => text.clone(),
        WebJson::Number(number) => number.to_string(),
        _ => value.elements().iter().map(text_of).collect::<Vec<_>>().join("\n"),
    }
}

/// Whether a value is an address, or a list of addresses.
fn is_address(value: &WebJson) -> bool {
    match value {
        WebJson::String(text) => {
            let text = text.trim();
            let has_scheme = ["http://", "https://", "www."].iter().any(|start| text.starts_with(start));
            has_scheme && !text.contains(char::is_whitespace)
        }
        WebJson::Array(elements) => !elements.is_empty() && elements.iter().all(is_address),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(members: &str) -> Metadata {
        let json = WebJson::parse(members).expect("JSON");
        let mut metadata = Metadata::default();
        json.members().iter().for_each(|(name, value)| metadata.read_or_name(name, value));
        metadata
    }

    #[test]
    fn addresses_and_other_members_without_rules_are_ignored() {
        let metadata = read(
            r#"{"vd":["abcdefghijk"],"Videos":"x","watch":["https://example.org/a","http://example.org/b"],
                "home":"www.example.org","source":"A","customStyle":"{}","antiknight":false,"antiking":"no","x":null}"#,
        );
        assert_eq!((metadata.description, metadata.flags), (Description::default(), vec![]));
    }

    #[test]
    fn members_of_unknown_meaning_are_named() {
        let metadata = read(r#"{"hint":"odd","antiqueen":true,"note":["https://example.org", "a"]}"#);
        assert_eq!(metadata.description.members, ["hint", "antiqueen", "note"]);
    }

    #[test]
    fn texts_have_names() {
        let mut metadata = Metadata::default();
        for text in ["title: Sunday: a puzzle", "rules:\nodd", "anti-knight: true", "solution: 12"] {
            assert!(metadata.read_text(text), "{text}");
        }
        assert!(!metadata.read_text("a text: b") && !metadata.read_text("text"));
        assert!(!metadata.read_known_text("x: y"));
        let Metadata { description, flags, .. } = metadata;
        assert_eq!(description.title.as_deref(), Some("Sunday: a puzzle"));
        assert_eq!((description.rules.as_deref(), &*flags), (Some("odd"), &["anti-knight".to_owned()][..]));
        assert_eq!(description.members, Vec::<String>::new());
    }
}
