//! Members of JSON objects, and names that are unknown.

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::request::rule_options::unsupported_option;
use crate::wire::request::{duplicate_field, wrong_type};

/// Longest name of an unknown member or parameter that a fault repeats.
pub(crate) const NAME_SHOWN_MAX: usize = 64;

/// Members of an object, in their order.
pub(crate) type Members<'a> = Vec<(&'a str, &'a Json)>;

/// Returns the members of an object, each of which must be known and may appear once. `null` counts as absent.
pub(crate) fn object<'a>(
    json: &'a Json,
    location: &Location,
    known: &[&str],
    faults: &mut Faults,
) -> Option<Members<'a>> {
    let Json::Object(members) = json else {
        faults.push(|| wrong_type(json, "an object").at(location));
        return None;
    };
    let mut found = Members::new();
    for (name, json) in members {
        if !known.contains(&name.as_str()) {
            faults.push(|| unknown_field(name, location, known));
        } else if found.iter().any(|(other, _)| other == name) {
            faults.push(|| duplicate_field(name).at(&location.member(name)));
        } else {
            found.push((name, json));
        }
    }
    found.retain(|(_, json)| **json != Json::Null);
    Some(found)
}

/// Returns the fault of an unknown member.
pub(crate) fn unknown_field(name: &str, location: &Location, known: &[&str]) -> Fault {
    // The options of a job are in an object of their own.
    let is_option = matches!(location.pointer(), Some("" | "/options")) && !known.contains(&"operation");
    let location = if name.len() <= NAME_SHOWN_MAX { location.member(name) } else { location.clone() };
    if let Some(fault) = unsupported_option(name).filter(|_| is_option && !known.contains(&"constraints")) {
        return fault.at(&location);
    }
    Fault::new(FaultCode::UnknownField, unknown(name, "the object", known)).at(&location)
}

/// Describes an unknown name, with the known one that the client may have meant.
pub(crate) fn unknown(name: &str, parent: &str, known: &[&str]) -> String {
    let (name_shown, all) = (shown(name), known.join(", "));
    match meant(name, known) {
        Some(meant) => format!("{name_shown} is unknown: did you mean `{meant}`? {parent} may have {all}"),
        None => format!("{name_shown} is unknown: {parent} may have {all}"),
    }
}

/// Names of the limits, which are members of `limits`.
const TIME_MS: &str = "time_ms";
const NODES: &str = "nodes";

/// Similarity from 0 to 1 above which a name is taken for a misspelt one, as by clap.
const SIMILARITY_MIN: f64 = 0.7;

/// Names that other programs have for options and their values, in lower case, and ours.
const SYNONYMS: [(&str, &str); 21] = [
    // A job has them there.
    ("constraints", "options"),
    ("regions", "options"),
    ("grids", "options"),
    ("level", "difficulty"),
    ("hardness", "difficulty"),
    ("rating", "difficulty"),
    ("rotational", "rotate180"),
    ("rotation", "rotate180"),
    ("central", "rotate180"),
    ("max", "limit"),
    ("max_solutions", "limit"),
    ("maximum", "limit"),
    ("block", "box"),
    ("box_size", "box"),
    ("pencilmarks", "candidates"),
    ("number", "count"),
    ("amount", "count"),
    ("seconds", TIME_MS),
    ("time", TIME_MS),
    ("timeout", TIME_MS),
    ("timeout_ms", TIME_MS),
];

/// Returns the known name that another one stands for, or else the most similar one, if one is similar enough. A limit may be meant as a
/// member of `limits`.
pub fn meant(name: &str, known: &[&str]) -> Option<String> {
    // A single letter resembles too much.
    if !(2..=NAME_SHOWN_MAX).contains(&name.len()) {
        return None;
    }
    let lower = name.to_lowercase();
    let synonym = SYNONYMS.iter().find(|(other, _)| *other == lower).map(|(_, own)| *own);
    let own = synonym.unwrap_or(name);
    if [TIME_MS, NODES].contains(&own) && known.contains(&"limits") {
        return Some(format!("limits.{own}"));
    }
    if synonym.is_some_and(|own| known.contains(&own)) {
        return synonym.map(str::to_owned);
    }
    let similar = known.iter().map(|known| (strsim::jaro(&lower, known), *known));
    let (similarity, nearest) = similar.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (similarity > SIMILARITY_MIN).then(|| nearest.to_owned())
}

/// Quotes a name from the client, unless it is too long.
pub(crate) fn shown(name: &str) -> String {
    if name.len() <= NAME_SHOWN_MAX {
        format!("`{}`", name.escape_debug())
    } else {
        format!("a name of {} bytes", name.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_name_gets_the_nearest_known_one() {
        let known = ["puzzle", "limit", "box", "limits"];
        for (name, expected) in [
            ("limti", Some("limit")),
            ("Limit", Some("limit")),
            ("limits_", Some("limits")),
            ("puzle", Some("puzzle")),
            ("boxes", Some("box")),
            ("time_ms", Some("limits.time_ms")),
            ("nodes", Some("limits.nodes")),
            ("i", None),
            ("xy", None),
            ("sudoku", None),
            (&"limit".repeat(20), None),
        ] {
            assert_eq!(meant(name, &known).as_deref(), expected, "{name}");
        }
        assert_eq!(meant("time", &["time_ms", "nodes"]).as_deref(), Some("time_ms"));
        for (name, known, expected) in [
            ("level", "difficulty", Some("difficulty")),
            ("Level", "difficulty", Some("difficulty")),
            ("rotational", "rotate180", Some("rotate180")),
            ("timeout", "limits", Some("limits.time_ms")),
            ("max_solutions", "limit", Some("limit")),
            ("level", "limit", None),
        ] {
            assert_eq!(meant(name, &[known]).as_deref(), expected, "{name}");
        }
        assert_eq!(meant("time_ms", &["width", "height"]), None);
    }
}
