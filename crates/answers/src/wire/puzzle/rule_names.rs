//! Names of rules, as members, columns and words beside a puzzle have them.

use quadrille_sudoku::constraints::Constraint;

use crate::faults::Fault;
use crate::wire::request::object::shown;

/// Advice in faults.
pub(crate) const ADVICE: &str =
    "give rules as `constraints`, `regions`, `boxes` or `grids`: `GET /constraints` lists the types";

/// Meaning of the name of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedRule {
    /// Constraints of this type.
    Type(&'static str),
    /// Constraints of any types, or names of rules.
    Any,
    /// Regions instead of boxes.
    Regions,
    /// Several grids.
    Grids,
    /// Whether there are boxes.
    Boxes,
    /// Shape of a box.
    Box,
    /// Width of a box.
    BoxWidth,
    /// Height of a box.
    BoxHeight,
    /// Allowed digits of cells.
    Candidates,
    /// A rule that the service does not have.
    Unknown,
}

/// Where a name is the name of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Certainty {
    /// Also as a word of a title or another text.
    Word,
    /// As a member or column.
    Name,
    /// As a member or column whose value is `true`, a list, an object or a map: the name is a common word.
    WithParts,
}

use Certainty::{Name, WithParts, Word};
use NamedRule::{Any, BoxHeight, BoxWidth, Boxes, Candidates, Grids, Regions, Type, Unknown};

/// Names in lower case, in the singular and without separators.
const NAMES: &[(Certainty, NamedRule, &[&str])] = &[
    (Word, Type("anti_king"), &["antiking", "kingsmove", "antikönig"]),
    (Word, Type("anti_knight"), &["antiknight", "knightsmove", "antispringer"]),
    (Word, Type("non_consecutive"), &["nonconsecutive"]),
    (Word, Type("diagonals"), &["diagonal", "diagonale", "diagonalen", "xsudoku", "sudokux"]),
    (Word, Type("windoku"), &["windoku", "hypersudoku"]),
    (Word, Type("disjoint_groups"), &["disjointgroup", "disjointset"]),
    (Word, Type("cage"), &["killer", "cage", "killercage", "killersudoku", "sumdoku"]),
    (Word, Type("thermometer"), &["thermometer", "thermo"]),
    (Word, Type("slow_thermometer"), &["slowthermometer", "slowthermo"]),
    (Word, Type("arrow"), &["arrow"]),
    (Word, Type("palindrome"), &["palindrome"]),
    (Word, Type("whisper"), &["whisper", "germanwhisper"]),
    (Word, Type("renban"), &["renban", "renbanline"]),
    (Word, Type("sandwich"), &["sandwich", "sandwichsum", "sandwichsudoku"]),
    (Word, Type("skyscraper"), &["skyscraper"]),
    (Word, Type("x_sum"), &["xsum"]),
    (Word, Type("numbered_room"), &["numberedroom"]),
    (Word, Type("extra_region"), &["extraregion"]),
    (Word, Type("little_killer"), &["littlekiller", "littlekillersum"]),
    (Word, Type("quadruple"), &["quadruple"]),
    (Word, Type("between_line"), &["betweenline"]),
    (Word, Type("lockout"), &["lockoutline"]),
    (Word, Type("entropic"), &["entropicline"]),
    (Word, Type("modular"), &["modularline"]),
    (Word, Type("region_sum_line"), &["regionsumline"]),
    (Word, Type("zipper"), &["zipperline"]),
    (Word, Type("nabner"), &["nabner"]),
    (Word, Type("double_arrow"), &["doublearrow"]),
    (Word, Type("anti_taxicab"), &["antitaxicab"]),
    (Word, Type("global_entropy"), &["globalentropy"]),
    (Name, Type("indexer"), &["indexer", "rowindexer", "columnindexer", "boxindexer"]),
    (Name, Type("lockout"), &["lockout"]),
    (Name, Type("zipper"), &["zipper"]),
    (Name, Type("entropic"), &["entropic"]),
    (Name, Type("modular"), &["modular"]),
    (Name, Type("region_sum_line"), &["regionsum"]),
    (WithParts, Type("minimum"), &["minimum", "min"]),
    (WithParts, Type("maximum"), &["maximum", "max"]),
    (Word, Type("greater_than"), &["greaterthan"]),
    (Word, Regions, &["jigsaw", "irregular", "nonomino", "squiggly"]),
    (Word, Grids, &["samurai", "windmill", "sohei", "twodoku", "gattai"]),
    (
        Word,
        Unknown,
        &[
            "antiqueen",
            "kropki",
            "xvsudoku",
            "consecutivesudoku",
            "consecutivepair",
            "evenodd",
            "oddeven",
            "miraclesudoku",
            "argyle",
            "girandola",
            "futoshiki",
            "kenken",
            "calcudoku",
            "fogofwar",
            "latinsquare",
        ],
    ),
    (
        Name,
        Any,
        &[
            "constraint",
            "rule",
            "ruleset",
            "variant",
            "variantrule",
            "variantconstraint",
            "extrarule",
            "specialrule",
            "additionalrule",
            "globalrule",
        ],
    ),
    (Name, Regions, &["region", "regionmap", "boxmap", "irregularregion"]),
    (Name, Boxes, &["boxes", "hasboxes"]),
    (Name, NamedRule::Box, &["box", "boxsize", "boxshape", "blocksize"]),
    (Name, BoxWidth, &["boxwidth"]),
    (Name, BoxHeight, &["boxheight"]),
    (Name, Unknown, &["visualelement", "xv", "inequality", "inequalities", "fog", "truthsplaced"]),
    (WithParts, Regions, &["layout", "area", "block", "group"]),
    (WithParts, Candidates, &["candidate"]),
    (
        WithParts,
        Unknown,
        &["line", "dot", "circle", "underlay", "overlay", "cosmetic", "hyper", "consecutive"],
    ),
];

/// Names of members and columns whose texts may name a rule.
const TITLES: [&str; 13] = [
    "title",
    "name",
    "puzzlename",
    "description",
    "comment",
    "note",
    "type",
    "kind",
    "category",
    "genre",
    "tag",
    "puzzletype",
    "sudokutype",
];

/// Words of texts that name the usual rules.
const USUAL_WORDS: [&str; 24] = [
    "normal",
    "standard",
    "classic",
    "classical",
    "regular",
    "plain",
    "usual",
    "vanilla",
    "none",
    "no",
    "default",
    "sudoku",
    "rule",
    "rules",
    "apply",
    "applies",
    "only",
    "the",
    "of",
    "4x4",
    "6x6",
    "9x9",
    "16x16",
    "basic",
];

/// Largest number of words of the name of a rule.
const WORDS_MAX: usize = 3;

/// Longest name, in bytes.
const NAME_BYTES_MAX: usize = 32;

/// Returns what the name of a member or column stands for. `has_parts` is whether its value is `true`, a list, an object or a map.
pub(crate) fn rule_named(name: &str, has_parts: bool) -> Option<NamedRule> {
    let letters = letters_of(name)?;
    let is_sure = |certainty: Certainty| has_parts || certainty != WithParts;
    let known = NAMES.iter().find(|(certainty, _, names)| {
        is_sure(*certainty) && names.iter().any(|known| is_same(&letters, known))
    });
    // Types of constraints; some of their names are common words.
    let of_type = || {
        let mut types = Constraint::TYPES.iter().filter(|_| has_parts);
        types.find(|known| is_same(&letters, &known.name.replace('_', ""))).map(|known| Type(known.name))
    };
    known.map(|(_, rule, _)| *rule).or_else(of_type)
}

/// Whether a member or column with this name has a text that may name a rule.
pub(crate) fn is_title(name: &str) -> bool {
    letters_of(name).is_some_and(|letters| TITLES.iter().any(|known| is_same(&letters, known)))
}

/// The fault of words that name a rule which is not read.
pub(crate) fn words_fault(words: &str) -> Fault {
    Fault::unsupported(words, format!("the words {} name a rule that is not read: {ADVICE}", shown(words)))
}

/// Returns the first words of a text that name a rule, as written, and the rule.
pub(crate) fn rule_in_words(text: &str) -> Option<(String, NamedRule)> {
    let words: Vec<&str> =
        text.split(|symbol: char| !symbol.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let has_symmetry = text.to_lowercase().contains("symmetr");
    (0..words.len()).find_map(|start| {
        // The longest name first: a little killer is no killer.
        let mut lengths = (1..=WORDS_MAX.min(words.len() - start)).rev();
        lengths.find_map(|length| {
            let found = &words[start..start + length];
            let letters = letters_of(&found.concat())?;
            let (_, rule, _) = NAMES.iter().find(|(certainty, _, names)| {
                *certainty == Word && names.iter().any(|known| is_same(&letters, known))
            })?;
            let is_symmetry = *rule == Type("diagonals") && has_symmetry;
            (!is_symmetry).then(|| (found.join(" "), *rule))
        })
    })
}

/// Whether a text says no more than that the usual rules apply.
pub(crate) fn are_usual_rules(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split(|symbol: char| !symbol.is_alphanumeric()).filter(|word| !word.is_empty());
    words.all(|word| USUAL_WORDS.contains(&word))
}

/// Letters and digits of a short name in lower case.
fn letters_of(name: &str) -> Option<String> {
    (name.len() <= NAME_BYTES_MAX).then(|| {
        name.chars().filter(|symbol| symbol.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    })
}

/// Whether letters are a known name, in the singular or the plural.
fn is_same(letters: &str, known: &str) -> bool {
    letters.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest == "s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_rules_are_found_in_any_case_and_number() {
        for (name, rule) in [
            ("cages", Type("cage")),
            ("killerCage", Type("cage")),
            ("anti-knight", Type("anti_knight")),
            ("Thermos", Type("thermometer")),
            ("jigsaw", Regions),
            ("regions", Regions),
            ("boxes", Boxes),
            ("box_size", NamedRule::Box),
            ("rules", Any),
            ("visual_elements", Unknown),
        ] {
            assert_eq!(rule_named(name, false), Some(rule), "{name}");
        }
        for name in ["layout", "areas", "lines", "even", "sum", "sum_pairs", "table"] {
            assert!(rule_named(name, true).is_some() && rule_named(name, false).is_none(), "{name}");
        }
        for name in
            ["", "id", "difficulty", "solution", "clues", "source", "level", "killers_club_of_the_town"]
        {
            assert_eq!(rule_named(name, true), None, "{name}");
        }
    }

    #[test]
    fn words_of_rules_are_found_in_texts() {
        for (text, words) in [
            ("with the anti-king rule", "anti king"),
            ("Killer Sudoku No. 7", "Killer Sudoku"),
            ("A Little Killer", "Little Killer"),
            ("X-Sudoku", "X Sudoku"),
            ("digits on both diagonals differ", "diagonals"),
            ("Jigsaw 12", "Jigsaw"),
        ] {
            let found = rule_in_words(text).map(|(words, _)| words);
            assert_eq!(found.as_deref(), Some(words), "{text}");
        }
        for text in [
            "",
            "Sudoku",
            "Puzzle 12 (hard)",
            "Normal sudoku rules apply",
            "diagonal symmetry",
            "The king of puzzles, by A. Knight",
            "hexagon 3a1b2c3d4e, rating 1.0",
        ] {
            assert_eq!(rule_in_words(text), None, "{text}");
        }
        assert!(are_usual_rules("Normal sudoku rules apply.") && !are_usual_rules("sujiko"));
    }
}
