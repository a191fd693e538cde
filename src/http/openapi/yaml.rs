//! Writes documents as YAML: what fits on a line is on one line.

use quadrille_answers::wire::Json;
use serde_json::Value;
use utoipa::openapi::OpenApi;

/// Longest line with several values.
const WIDTH: usize = 160;

/// Words that a reader of YAML 1.1 does not take as text.
const RESERVED: [&str; 9] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];

/// Returns a document as YAML, with the members in the order of its JSON.
///
/// # Errors
/// If the document cannot be serialized.
pub fn to_yaml(document: &OpenApi) -> serde_json::Result<String> {
    let json: Json = serde_json::from_str(&document.to_json()?)?;
    let mut text = String::new();
    write_block(&json, 0, &mut text);
    Ok(text)
}

/// Writes a container with a line for each element or member. The first line has its indentation already.
fn write_block(json: &Json, indent: usize, text: &mut String) {
    let start_line = |index: usize, text: &mut String| {
        if index > 0 {
            text.extend(std::iter::repeat_n(' ', indent));
        }
    };
    match json {
        Json::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                start_line(index, text);
                text.push_str("- ");
                match flow(element).filter(|flow| indent + 2 + flow.len() <= WIDTH) {
                    Some(flow) => text.extend([&flow, "\n"]),
                    None => write_element(element, indent + 2, text),
                }
            }
        }
        Json::Object(members) => {
            for (index, (name, member)) in members.iter().enumerate() {
                start_line(index, text);
                let name = key(name, true);
                text.extend([&name, ":"]);
                match flow(member).filter(|flow| indent + name.len() + 2 + flow.len() <= WIDTH) {
                    Some(flow) => text.extend([" ", &flow, "\n"]),
                    None => write_member(member, indent, text),
                }
            }
        }
        other => text.push_str(&scalar(other)),
    }
}

/// Writes an element of a sequence, after its dash.
fn write_element(json: &Json, indent: usize, text: &mut String) {
    match json {
        Json::Array(_) | Json::Object(_) => write_block(json, indent, text),
        other => write_long(other, indent, text),
    }
}

/// Writes the value of a member, after its colon.
fn write_member(json: &Json, indent: usize, text: &mut String) {
    let nested = match json {
        // A dash is indentation.
        Json::Array(_) => indent,
        Json::Object(_) => indent + 2,
        other => {
            text.push(' ');
            return write_long(other, indent + 2, text);
        }
    };
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', nested));
    write_block(json, nested, text);
}

/// Returns the value on one line, unless it has a text of several lines.
fn flow(json: &Json) -> Option<String> {
    match json {
        Json::String(value) if value.trim_end().contains('\n') => None,
        Json::Array(elements) => {
            let elements: Option<Vec<String>> = elements.iter().map(flow).collect();
            Some(format!("[{}]", elements?.join(", ")))
        }
        Json::Object(members) => {
            let member =
                |(name, member): &(String, Json)| Some(format!("{}: {}", key(name, false), flow(member)?));
            let members: Option<Vec<String>> = members.iter().map(member).collect();
            Some(format!("{{{}}}", members?.join(", ")))
        }
        other => Some(scalar(other)),
    }
}

/// Writes a scalar that is too long for its line, or has several lines.
fn write_long(json: &Json, indent: usize, text: &mut String) {
    let lines = match json {
        Json::String(lines) if is_literal(lines) => lines,
        other => return text.extend([&scalar(other), "\n"]),
    };
    text.push_str(if lines.ends_with('\n') { "|\n" } else { "|-\n" });
    for line in lines.lines() {
        if !line.is_empty() {
            text.extend(std::iter::repeat_n(' ', indent));
        }
        text.extend([line, "\n"]);
    }
}

/// Returns whether a text of several lines may stand line by line, without escapes.
fn is_literal(value: &str) -> bool {
    value.trim_end().contains('\n')
        && !value.starts_with([' ', '\n'])
        && !value.ends_with("\n\n")
        && !value.contains(" \n")
        && value.chars().all(|other| other == '\n' || !is_escaped(other))
}

/// Returns a value on one line.
fn scalar(json: &Json) -> String {
    match json {
        Json::String(value) if is_plain(value, " ()'`*") => value.clone(),
        Json::String(value) => quoted(value),
        // YAML 1.1 has no exponent without a fraction.
        Json::Number(number) => {
            let number = number.to_string();
            if number.contains('.') { number } else { number.replacen('e', ".0e", 1) }
        }
        other => other.to_string(),
    }
}

/// Returns the name of a member. In block style it may have braces.
fn key(name: &str, is_block: bool) -> String {
    let others = if is_block { "{}" } else { "" };
    if is_plain(name, others) { name.to_owned() } else { quoted(name) }
}

/// Returns whether a text needs no quotes: letters, digits, some signs and these others, with a letter or a sign of names first.
fn is_plain(text: &str, others: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic() || "_$/".contains(first))
        && !text.ends_with(' ')
        && text
            .chars()
            .all(|other| other.is_ascii_alphanumeric() || "_$/.+-".contains(other) || others.contains(other))
        && !RESERVED.contains(&text.to_ascii_lowercase().as_str())
}

/// Returns whether a character is no part of a text without escapes: a control character, or a line end of YAML 1.1.
fn is_escaped(other: char) -> bool {
    other.is_control() || matches!(other, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

fn quoted(text: &str) -> String {
    if text.chars().any(is_escaped) {
        // Escapes of JSON are escapes of YAML, which escapes further characters.
        let escape = |other: char| match is_escaped(other) {
            true => format!("\\u{:04x}", u32::from(other)),
            false => other.to_string(),
        };
        Value::from(text).to_string().chars().map(escape).collect()
    } else {
        format!("'{}'", text.replace('\'', "''"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn yaml_is_read_as_the_same_values() {
        let long = "word ".repeat(40) + "end";
        let texts: &[&str] = &[
            "",
            " ",
            "a",
            "no",
            "Yes",
            "null",
            "~",
            "1",
            "1e3",
            "0x1",
            "12:30",
            "2026-01-01",
            "a: b",
            "a #b",
            "#a",
            "- a",
            "-",
            "?",
            "{a}",
            "[a]",
            "a, b",
            "'a'",
            "\"a\"",
            "a\\b",
            "a\n",
            "a\nb",
            "a\nb\n",
            "a\nb\n\n",
            " a\nb",
            "a \nb",
            "\na\nb",
            "a\n\nb\n",
            "a\n  b\nc",
            "a\tb\nc",
            "\u{7f}",
            "é",
            "\u{2028}",
            "%a",
            "@a",
            "`a`",
            "!a",
            "&a",
            "*a",
            "|",
            ">",
            "=",
            "<<",
            "a:",
            "$ref",
            "/a/{b}",
            long.as_str(),
            "....1..",
            "a'b",
        ];
        let value = json!({
            "texts": texts,
            "nested": [[["a\nb", {"c": "d\ne"}], []], {}, {"f": {}, "g": [{"h": [1, 2, [3]]}, {"i": long, "j": [long, {"k": long}]}]}],
            "numbers": [0, -1, 1.5, 1e300, 1e-7, u64::MAX, i64::MIN],
            "others": [null, true, false],
            "keys": texts.iter().map(|text| json!({*text: text})).collect::<Vec<_>>(),
        });
        let json: Json = serde_json::from_str(&value.to_string()).expect("JSON");
        let mut text = String::new();
        write_block(&json, 0, &mut text);
        let read: Value = yaml_serde::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(read, value, "{text}");
    }
}
