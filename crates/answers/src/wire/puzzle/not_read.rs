//! Parts of a text that were not read and may be rules.

use std::collections::BTreeMap;
use std::fmt;

use quadrille_notation::Description;
use serde::Serialize;
use utoipa::ToSchema;

/// Maximum number of characters of rules in an answer.
const RULES_MAX: usize = 120;

/// Parts of the text of a puzzle that were not read and may be rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NotRead {
    /// Number of the drawings of each kind, such as `line` and `text`; absent if there are none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false, example = json!({"line": 1, "text": 2}))]
    pub drawings: BTreeMap<String, usize>,
    /// The first 120 characters of the rules in prose; absent if there are none, or only the usual ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(
        nullable = false,
        max_length = 120,
        example = "Normal sudoku rules apply. Purple lines are renbans."
    )]
    pub rules: Option<String>,
    /// Names of members without a known meaning, at most 20; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, max_items = 20, example = json!(["hint"]))]
    pub members: Vec<String>,
}

impl From<&Description> for NotRead {
    fn from(description: &Description) -> Self {
        let Description { drawings, members, .. } = description;
        let rules = description.unread_rules().map(|rules| rules.chars().take(RULES_MAX).collect());
        Self { drawings: drawings.clone(), rules, members: members.clone() }
    }
}

impl fmt::Display for NotRead {
    /// Writes the parts in words, such as `1 line, 2 texts; the rules "..."`, in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let drawing = |(kind, count): (&String, &usize)| {
            let plural = if *count == 1 || kind.ends_with('s') { "" } else { "s" };
            format!("{count} {kind}{plural}")
        };
        let drawings: Vec<String> = self.drawings.iter().map(drawing).collect();
        let in_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let members: Vec<String> =
            self.members.iter().map(|name| format!("`{}`", in_one_line(name))).collect();
        let parts = [
            drawings.join(", "),
            self.rules
                .as_ref()
                .map_or_else(String::new, |rules| format!("the rules \"{}\"", in_one_line(rules))),
            if members.is_empty() { String::new() } else { format!("the members {}", members.join(", ")) },
        ];
        f.write_str(&parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; "))
    }
}
