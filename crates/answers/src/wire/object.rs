//! Members of JSON objects, and names that are unknown.

use quadrille_sudoku::unstable::{PUZZLE_NAMES, puzzle_name};

use super::fault::{Fault, FaultCode, Faults, Location};
use super::json::Json;
use super::request_option::{Member, NODES, RequestOption, TIME_MS};

/// Longest name of an unknown member or parameter that a fault repeats.
const NAME_SHOWN_MAX: usize = 64;

/// Names that the members of an object may have.
pub(super) trait KnownNames {
    fn has(&self, name: &str) -> bool;

    /// Returns the names, for a fault.
    fn list(&self) -> Vec<&str>;
}

impl<N: AsRef<[&'static str]> + ?Sized> KnownNames for N {
    fn has(&self, name: &str) -> bool {
        self.as_ref().contains(&name)
    }

    fn list(&self) -> Vec<&str> {
        self.as_ref().to_vec()
    }
}

/// The names of the members that a request may have: those of its subject, options, `limits`, and those in `others`.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemberNames {
    pub(super) subject: &'static [&'static str],
    pub(super) options: &'static [RequestOption],
    pub(super) others: &'static [&'static str],
}

impl MemberNames {
    fn names(&self) -> impl Iterator<Item = &'static str> {
        let options = self.options.iter().filter(|option| option.member == Member::Request);
        let own = self.subject.iter().copied().chain(options.map(|option| option.name));
        own.chain(["limits"]).chain(self.others.iter().copied())
    }
}

impl MemberNames {
    /// Whether a name is one of these options, or of the subject, with at most one mistake.
    fn is_similar(&self, name: &str, options: &[&'static [RequestOption]]) -> bool {
        let lower = name.to_lowercase();
        let options = options.iter().copied().flatten().map(|option| option.name);
        let mut names = self.subject.iter().copied().chain(options).chain(["limits"]);
        names.any(|known| known.len().abs_diff(lower.len()) <= 1 && strsim::osa_distance(known, &lower) <= 1)
    }
}

impl KnownNames for MemberNames {
    fn has(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    fn list(&self) -> Vec<&str> {
        self.names().collect()
    }
}

/// Returns the members of an object, each of which must be known and may appear once. `null` counts as absent.
pub(super) fn object<'a>(
    json: &'a Json,
    location: &Location,
    known: &(impl KnownNames + ?Sized),
    faults: &mut Faults,
) -> Option<Members<'a>> {
    members(json, location, known, |_| true, faults).map(|(members, _)| members)
}

/// Members of an object, in their order.
pub(super) type Members<'a> = Vec<(&'a str, &'a Json)>;

/// Returns the members of a record of a data set, and the other ones: their names are unknown, and no misspelt `options`.
/// A record without its subject has no other members, because the subject may be misspelt.
pub(super) fn record<'a>(
    json: &'a Json,
    known: &MemberNames,
    options: &[&'static [RequestOption]],
    faults: &mut Faults,
) -> Option<(Members<'a>, Members<'a>)> {
    let has_subject = || {
        matches!(json, Json::Object(members) if members.iter().any(|(name, json)| {
            known.subject.contains(&name.as_str()) || is_puzzle(name, json, known)
        }))
    };
    let is_fault = |name: &str| !has_subject() || known.is_similar(name, options);
    members(json, &Location::root(), known, is_fault, faults)
}

/// Returns the known members of an object, and the unknown ones that are no faults.
fn members<'a>(
    json: &'a Json,
    location: &Location,
    known: &(impl KnownNames + ?Sized),
    is_fault: impl Fn(&str) -> bool,
    faults: &mut Faults,
) -> Option<(Members<'a>, Members<'a>)> {
    let Json::Object(members) = json else {
        faults.push(|| {
            let detail = format!("must be an object, not {}", json.kind());
            Fault::new(FaultCode::WrongType, detail).at(location)
        });
        return None;
    };
    let (mut found, mut others) = (Members::new(), Members::new());
    for (name, json) in members {
        if !known.has(name) && !is_puzzle(name, json, known) {
            if is_fault(name) {
                faults.push(|| unknown_field(name, location, &known.list()));
            } else {
                others.push((name, json));
            }
        } else if found.iter().any(|(other, _)| other == name) {
            faults.push(|| {
                let detail = format!("`{name}` appears more than once in the object");
                Fault::new(FaultCode::DuplicateField, detail).at(&location.member(name))
            });
        } else {
            found.push((name, json));
        }
    }
    found.retain(|(_, json)| **json != Json::Null);
    Some((found, others))
}

/// Whether a member is the puzzle of an object that may have one, under another usual name.
fn is_puzzle(name: &str, json: &Json, known: &(impl KnownNames + ?Sized)) -> bool {
    matches!(json, Json::String(_) | Json::Array(_) | Json::Null)
        && puzzle_name(name).is_some_and(|_| known.has(PUZZLE_NAMES[0]))
}

/// Returns the fault of an unknown parameter of the query.
pub(super) fn unknown_parameter(name: &str, allowed: &[RequestOption], others: &[&'static str]) -> Fault {
    let names: Vec<_> = others.iter().copied().chain(allowed.iter().map(|option| option.name)).collect();
    let detail = unknown(name, "the query", &names);
    let parameter = (name.len() <= NAME_SHOWN_MAX).then(|| name.to_owned());
    Fault { parameter, ..Fault::new(FaultCode::UnknownParameter, detail) }
}

/// Returns the fault of an unknown member.
fn unknown_field(name: &str, location: &Location, known: &[&str]) -> Fault {
    let location = if name.len() <= NAME_SHOWN_MAX { location.member(name) } else { location.clone() };
    Fault::new(FaultCode::UnknownField, unknown(name, "the object", known)).at(&location)
}

/// Describes an unknown name, with the known one that the client may have meant.
fn unknown(name: &str, parent: &str, known: &[&str]) -> String {
    let (name_shown, all) = (shown(name), known.join(", "));
    match meant(name, known) {
        Some(meant) => format!("{name_shown} is unknown: did you mean `{meant}`? {parent} may have {all}"),
        None => format!("{name_shown} is unknown: {parent} may have {all}"),
    }
}

/// Similarity from 0 to 1 above which a name is taken for a misspelt one, as by clap.
const SIMILARITY_MIN: f64 = 0.7;

/// Names that other programs have for options and their values, in lower case, and ours.
const SYNONYMS: [(&str, &str); 18] = [
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
    ("seconds", TIME_MS.name),
    ("time", TIME_MS.name),
    ("timeout", TIME_MS.name),
    ("timeout_ms", TIME_MS.name),
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
    if [TIME_MS.name, NODES.name].contains(&own) && known.contains(&"limits") {
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
pub(super) fn shown(name: &str) -> String {
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
