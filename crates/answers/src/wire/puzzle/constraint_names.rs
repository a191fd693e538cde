//! Names of types of constraints: those that people use are read, and others get the name that is right.

use quadrille_sudoku::constraints::{Constraint, ConstraintType, plain_name};

use crate::faults::Fault;
use crate::wire::request::object::{NAME_SHOWN_MAX, shown};

/// Names that are no type or may be two, without separators and in lower case, and what to write instead.
const LEADS: [(&[&str], &str); 6] = [
    (
        &["kropki", "kropkidot", "kropkidots", "kropkipair", "dot", "dots"],
        "`difference` is a white dot, and `ratio` a black one",
    ),
    (
        &["jigsaw", "irregular", "jigsawsudoku", "irregularsudoku", "region", "regions", "layout", "areas"],
        "regions instead of boxes are `regions`, beside the constraints; a region more is an `extra_region`",
    ),
    (&["latin", "latinsquare", "noboxes"], "a grid without boxes has `boxes` false, beside the constraints"),
    (
        &["lessthan", "less", "smaller", "smallerthan"],
        "`greater_than` has the cell with the larger digit first",
    ),
    (
        &["inequality", "inequalities", "comparison"],
        "`greater_than` has the cell with the larger digit first",
    ),
    (
        &["window", "windows"],
        "`windoku` has the windows of a 9x9, and an `extra_region` is one with cells of its own",
    ),
];

/// A type of constraints, and the number that its name implies for a field.
pub(crate) type NamedType = (&'static ConstraintType, Option<(&'static str, i64)>);

/// Returns the type with a name that people use for it.
///
/// # Errors
/// The fault of a name that is none, or may be two. `has_cells` says whether the constraint has cells.
pub(crate) fn type_called(name: &str, has_cells: bool) -> Result<NamedType, Fault> {
    let plain = plain_name(name).unwrap_or_default();
    if plain == "x" && !has_cells {
        let detail = "`x` with two `cells` is a `sum_pair` of 10, and without cells it is `diagonals`: name the one that is meant";
        return Err(Fault::unsupported(name, detail));
    }
    Constraint::type_called(name).ok_or_else(|| unknown_type(name, &plain))
}

/// The fault of a type that does not exist.
fn unknown_type(name: &str, plain: &str) -> Fault {
    let shown = shown(name);
    if let Some((_, lead)) = LEADS.iter().find(|(names, _)| names.contains(&plain)) {
        return Fault::unsupported(name, format!("{shown} is no type of constraint: {lead}"));
    }
    let known: Vec<&str> = Constraint::TYPES.iter().map(|known| known.name).collect();
    let guess = misspelt(plain).map_or_else(String::new, |meant| format!(" did you mean `{meant}`?"));
    let detail =
        format!("there is no type of constraint named {shown}:{guess} the types are {}", known.join(", "));
    Fault::unsupported(name, detail)
}

/// The type whose name was misspelt: one letter of a short name, two of a long one, none of names such as `sum`. Names that are only similar are
/// other rules.
fn misspelt(plain: &str) -> Option<&'static str> {
    if !(3..=NAME_SHOWN_MAX).contains(&plain.len()) {
        return None;
    }
    let names = Constraint::TYPES.iter().flat_map(|known| {
        let others = known.other_names.iter().map(|other| other.name.to_owned());
        plain_name(known.name).into_iter().chain(others).map(|name| (name, known.name))
    });
    let distances = names.map(|(name, known)| {
        let distance_max = match name.len().min(plain.len()) {
            0..=3 => 0,
            4..=5 => 1,
            _ => 2,
        };
        (strsim::osa_distance(&name, plain), distance_max, known)
    });
    let near = distances.filter(|(distance, distance_max, _)| distance <= distance_max);
    near.min_by_key(|(distance, ..)| *distance).map(|(.., known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str) -> Result<&'static str, String> {
        type_called(name, true).map(|(known, _)| known.name).map_err(|fault| fault.detail)
    }

    #[test]
    fn names_that_people_use_are_read() {
        for (name, known) in [
            ("killer", "cage"),
            ("killercage", "cage"),
            ("killer_cage", "cage"),
            ("Killer Cage", "cage"),
            ("x", "sum_pair"),
            ("v", "sum_pair"),
            ("XV", "sum_pair"),
            ("x-sudoku", "diagonals"),
            ("diagonal", "diagonals"),
            ("german_whispers", "whisper"),
            ("German Whispers", "whisper"),
            ("dutch-whispers", "whisper"),
            ("thermo", "thermometer"),
            ("antiknight", "anti_knight"),
            ("anti-king", "anti_king"),
            ("nonconsecutive", "non_consecutive"),
            ("consecutive", "difference"),
            ("white_dot", "difference"),
            ("black_dot", "ratio"),
            ("greater_than", "greater_than"),
            ("greaterThan", "greater_than"),
            ("Sandwich Sums", "sandwich"),
            ("XSum", "x_sum"),
        ] {
            assert_eq!(read(name), Ok(known), "{name}");
        }
    }

    #[test]
    fn names_with_another_meaning_get_the_right_one() {
        for (name, leads) in [
            ("kropki", &["`difference`", "`ratio`"][..]),
            ("kropki_dots", &["`difference`", "`ratio`"]),
            ("jigsaw", &["`regions`"]),
            ("irregular", &["`regions`"]),
            ("latin_square", &["`boxes`"]),
            ("less_than", &["`greater_than` has the cell with the larger digit first"]),
        ] {
            let detail = read(name).expect_err("refused");
            assert!(leads.iter().all(|lead| detail.contains(lead)), "{detail}");
            assert!(!detail.contains("did you mean"), "{detail}");
        }
        let (known, implied) = type_called("x", true).expect("a type");
        assert_eq!((known.name, implied), ("sum_pair", Some(("value", 10))));
        let detail = type_called("x", false).expect_err("refused").detail;
        assert!(detail.contains("`sum_pair`") && detail.contains("`diagonals`"), "{detail}");
    }

    #[test]
    fn only_misspelt_names_are_guessed() {
        for (name, guess) in [
            ("thermometre", "thermometer"),
            ("kage", "cage"),
            ("palindrom", "palindrome"),
            ("whisperr", "whisper"),
            ("tabel", "table"),
        ] {
            let detail = read(name).expect_err("refused");
            assert!(detail.contains(&format!("did you mean `{guess}`?")), "{detail}");
        }
        for name in [
            "chaosline",
            "or",
            "samurai",
            "anti_queen",
            "parity",
            "diagonal-",
            "",
            "i",
            "row",
            "column",
            "xyz",
        ] {
            let fault = type_called(name, true).expect_err("refused");
            assert!(!fault.detail.contains("did you mean"), "{}", fault.detail);
            assert_eq!(fault.constraint.as_deref(), Some(name));
        }
        let long = "cage".repeat(100);
        assert!(type_called(&long, true).expect_err("refused").detail.len() < 1_000);
    }
}
