//! The members of the object that hold constraints.

use quadrille_sudoku::constraints::{Constraint, ConstraintType, FpuzzlesMember};

use crate::formats::json::WebJson;

/// What a member of the object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) enum MemberKind {
    Constraint,
    Decoration,
    Unknown,
}

/// Tells constraints that are read from marks without a meaning and from others.
pub(in crate::formats) fn member_kind(name: &str, value: &WebJson) -> MemberKind {
    let all = |is_empty: fn(&WebJson) -> bool| value.elements().iter().all(is_empty);
    let is_list = !value.elements().is_empty();
    // Cages of the look alone, unless an extension reads a digital root.
    let is_empty = name == "cage" && all(|cage| !is_digital_root(cage));
    match () {
        () if known_member(name).is_some() => MemberKind::Constraint,
        () if is_list && is_empty => MemberKind::Decoration,
        () => MemberKind::Unknown,
    }
}

/// Whether the value of a cage is a digital root, such as `DR5`.
fn is_digital_root(cage: &WebJson) -> bool {
    let Some(WebJson::String(text)) = cage.member(&["value"]) else { return false };
    let number = text.trim().strip_prefix("DR");
    number.is_some_and(|number| number.starts_with(|first: char| first.is_ascii_digit()))
}

/// The member with this name, and the type whose constraints it holds.
pub(super) fn known_member(name: &str) -> Option<(&'static FpuzzlesMember, &'static ConstraintType)> {
    members().find(|(member, _)| member.name == name)
}

/// All members, each with the type whose constraints it holds.
pub(super) fn members() -> impl Iterator<Item = (&'static FpuzzlesMember, &'static ConstraintType)> {
    Constraint::TYPES.iter().flat_map(|known| known.fpuzzles.iter().map(move |member| (member, known)))
}

/// Row and column after a step in a direction such as `DR`, down and to the right; `None` above the first row and before the first column.
pub(super) fn step((row, column): (usize, usize), direction: &str) -> Option<(usize, usize)> {
    let by = |forward: char| if direction.contains(forward) { 1 } else { -1 };
    Some((row.checked_add_signed(by('D'))?, column.checked_add_signed(by('R'))?))
}
