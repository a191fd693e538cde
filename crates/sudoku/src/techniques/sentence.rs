//! Sentences: a template, and a value for each of its places.

use std::fmt;

use super::language::Language;

/// Sentence about a step. Displayed, it has the values in the places of the template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// Text with named places, such as `{technique}: {house} has only one place for {digit}, so {effect}.`
    pub template: String,
    /// Name and text of each value.
    pub values: Vec<(&'static str, String)>,
}

impl Sentence {
    /// Puts these values in the places of the template.
    pub(super) fn new(template: &str, values: Vec<(&'static str, String)>) -> Self {
        Self { template: template.to_owned(), values }
    }

    /// The text before the effect, in a language.
    pub(super) fn clause(&self, language: Language) -> String {
        let template = language.template(&self.template);
        let end = template.rfind(',').unwrap_or(template.len());
        Self { template: template[..end].to_owned(), values: self.values.clone() }.to_string()
    }

    fn value(&self, name: &str) -> &str {
        self.values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
    }
}

/// Text before the first place of a template, the name of the place, and the rest; `None` without a place.
pub(super) fn first_place(template: &str) -> Option<(&str, &str, &str)> {
    let (before, after) = template.split_once('{')?;
    let (name, rest) = after.split_once('}')?;
    Some((before, name, rest))
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.template.as_str();
        while let Some((before, name, after)) = first_place(rest) {
            f.write_str(before)?;
            f.write_str(self.value(name))?;
            rest = after;
        }
        f.write_str(rest)
    }
}

/// A [`Sentence`] whose values are the variables with the names of its places.
macro_rules! sentence {
    ($template:literal, [$($value:ident),*]) => {
        $crate::techniques::sentence::Sentence::new($template, vec![$((stringify!($value), $value)),*])
    };
}
pub(super) use sentence;
