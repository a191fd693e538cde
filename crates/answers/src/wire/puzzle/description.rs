//! Title, author and rules in prose beside the puzzle of a request, as `/convert` writes them.

use std::mem;

use quadrille_notation::Description;

use crate::faults::{Fault, Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::notation::Notation;
use crate::wire::request::{GivenJson, Member, Place, duplicate_field};

/// Members that are texts.
const TEXTS: [&str; 3] = ["title", "author", RULES];

/// Member with rules in prose.
const RULES: &str = "rules";

/// Member that says that the puzzle has rules that are not read.
const RULES_NOT_READ: &str = "rules_not_read";

/// Description of a puzzle beside it.
#[derive(Clone, Debug, Default)]
pub(crate) struct DescriptionInput(Vec<(&'static str, GivenJson)>);

impl DescriptionInput {
    /// Whether nothing was given.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes a member of a JSON object that describes the puzzle. Those of other types are no descriptions, and title and author of a record
    /// in a batch stay members of the record.
    pub(crate) fn set_member(&mut self, member: &mut Member<'_>, faults: &mut Faults) -> bool {
        let name = match &member.json {
            Json::String(_) if member.name == RULES || member.place == Place::Body => {
                TEXTS.into_iter().find(|name| *name == member.name)
            }
            Json::Bool(_) => Some(RULES_NOT_READ).filter(|name| *name == member.name),
            _ => None,
        };
        let Some(name) = name.filter(|_| matches!(member.place, Place::Body | Place::Entry)) else {
            return false;
        };
        let location = member.parent.member(member.name);
        if self.0.iter().any(|(other, _)| *other == name) {
            faults.push(|| duplicate_field(name).at(&location));
            return true;
        }
        let json = mem::replace(&mut member.json, Json::Null);
        self.0.push((name, GivenJson { json, location }));
        true
    }

    /// Adds the description to the notation of a puzzle of this size. Rules in prose that say more than usual are a fault, unless the
    /// request says that rules are not read.
    pub(crate) fn describe(&self, notation: &mut Notation, size: usize, faults: &mut Faults) {
        if self.is_empty() {
            return;
        }
        let text = |name: &str| match self.get(name) {
            Some((Json::String(text), _)) => Some(text.as_str()),
            _ => None,
        };
        let description = Description::from_texts(text("title"), text("author"), text(RULES), size);
        let rules_not_read = matches!(self.get(RULES_NOT_READ), Some((Json::Bool(true), _)));
        if let Some((_, location)) = self.get(RULES).filter(|_| !rules_not_read)
            && description.as_ref().is_some_and(|description| description.unread_rules().is_some())
        {
            faults.push(|| {
                let detail = "`rules` is prose, which is not read: give `constraints` instead, or add `\"rules_not_read\": true`";
                Fault::unsupported(RULES, detail).at(location)
            });
        }
        notation.remark(|remarks| {
            remarks.rules_not_read |= rules_not_read;
            // The text of the puzzle has the first word.
            remarks.description = remarks.description.take().or(description);
        });
    }

    fn get(&self, name: &str) -> Option<(&Json, &Location)> {
        let (_, given) = self.0.iter().find(|(other, _)| *other == name)?;
        Some((&given.json, &given.location))
    }
}
