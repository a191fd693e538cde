//! Laws of the languages: each has every template and name.
#![cfg(test)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::german;
use super::language::Language;
use super::patterns::Technique;
use super::sentence::first_place;

/// The templates in the sources of the techniques.
fn templates() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/techniques");
    let mut templates = BTreeSet::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source file");
            for use_of in text.split(concat!("sentence", "!(")).skip(1) {
                let Some(literal) = use_of.trim_start().strip_prefix('"') else { continue };
                let (literal, _) = literal.split_once('"').expect("the end of a literal");
                let lines = literal.split("\\\n").map(str::trim_start);
                templates.insert(lines.collect());
            }
        }
    }
    templates
}

fn places(template: &str) -> BTreeSet<&str> {
    let (mut rest, mut places) = (template, BTreeSet::new());
    while let Some((_, name, after)) = first_place(rest) {
        places.insert(name);
        rest = after;
    }
    places
}

#[test]
fn every_template_has_a_translation_with_the_same_places() {
    let templates = templates();
    assert!(templates.len() > 40, "{templates:?}");
    let known: BTreeSet<&str> =
        german::TEMPLATES.iter().chain(german::RULE_TEMPLATES).map(|(english, _)| *english).collect();
    assert_eq!(known, templates.iter().map(String::as_str).collect());
    for (english, translated) in german::TEMPLATES.iter().chain(german::RULE_TEMPLATES) {
        assert_eq!(places(english), places(translated), "{translated}");
        assert!(english.contains("{effect}"), "{english}");
    }
}

#[test]
fn names_of_techniques_are_distinct_in_every_language() {
    for &language in Language::ALL {
        let names: BTreeSet<&str> =
            Technique::ALL.iter().copied().map(|technique| technique.name_in(language)).collect();
        assert_eq!(names.len(), Technique::ALL.len(), "{language:?}");
    }
    let english = Technique::ALL.iter().copied().map(Technique::name).collect::<Vec<_>>();
    assert!(german::TECHNIQUES.iter().all(|(name, _)| english.contains(name)));
}
