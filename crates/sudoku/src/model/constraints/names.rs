//! Names of constraint types as people write them.

/// Name that players and other programs have for a constraint type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherName {
    /// The name, in lower case and without separators.
    pub name: &'static str,
    /// Field whose number it implies, and the number, such as the sum 10 of an X.
    pub implied: Option<(&'static str, i64)>,
}

impl OtherName {
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, implied: None }
    }

    /// A name that implies the number of a field.
    pub(crate) const fn implying(name: &'static str, field: &'static str, number: i64) -> Self {
        Self { name, implied: Some((field, number)) }
    }
}

/// A name without separators between its words, in lower case: `killercage` for `Killer Cage` and `killer_cage`. `None` if other
/// characters are in it, or a separator at its start or end, which may mean something: `diagonal-` is one diagonal.
pub fn plain_name(name: &str) -> Option<String> {
    let is_separator = |symbol: char| matches!(symbol, '_' | '-' | ' ');
    let is_plain = |symbol: char| symbol.is_ascii_alphanumeric() || is_separator(symbol);
    let has_ends = !name.starts_with(is_separator) && !name.ends_with(is_separator);
    (has_ends && name.chars().all(is_plain))
        .then(|| name.chars().filter(|&symbol| !is_separator(symbol)).collect::<String>().to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Constraint;

    #[test]
    fn plain_name_has_no_case_and_no_separators() {
        for (name, plain) in [
            ("cage", Some("cage")),
            ("killer_cage", Some("killercage")),
            ("Killer Cage", Some("killercage")),
            ("ANTI-KNIGHT", Some("antiknight")),
            ("diagonal-", None),
            ("diagonal+", None),
            ("_cage", None),
            ("cage!", None),
            ("k\u{e4}fig", None),
        ] {
            assert_eq!(plain_name(name).as_deref(), plain, "{name}");
        }
    }

    #[test]
    fn each_name_has_one_meaning() {
        let mut names: Vec<String> = Vec::new();
        for known in Constraint::TYPES {
            names.extend(plain_name(known.name));
            for other in known.other_names {
                assert_eq!(plain_name(other.name).as_deref(), Some(other.name), "{}", known.name);
                names.push(other.name.to_owned());
                if let Some((field, _)) = other.implied {
                    assert!(known.fields.iter().any(|known| known.name == field), "{}", other.name);
                }
            }
            let mut members: Vec<&str> = vec!["type"];
            members.extend(
                known
                    .fields
                    .iter()
                    .flat_map(|field| [field.name].into_iter().chain(field.other_names.iter().copied())),
            );
            let count = members.len();
            members.sort_unstable();
            members.dedup();
            assert_eq!(members.len(), count, "{}", known.name);
        }
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "a name has two meanings");
    }
}
