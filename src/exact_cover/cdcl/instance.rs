//! The problem as items over literals.
//!
//! An item is a set of literals of which exactly one (primary items) or at most one (all others) is true. If several
//! options give a secondary item the same colour, an auxiliary variable says that the item has this colour. It replaces
//! these options in the item, and each option together with the variable's negation forms an at-most-one item: the
//! option implies the colour. Options of the same colour thus share no item, and different colours exclude each other.

use super::literal::Literal;
use crate::exact_cover::problem::{Colour, Problem};

/// Items over literals, and the items of each literal.
#[derive(Clone, Debug, Default)]
pub(super) struct Instance {
    options: usize,
    variables: usize,
    /// Number of exactly-one items, which are the first ones.
    exactly_one: usize,
    /// Literals of all items, item by item.
    members: Vec<Literal>,
    /// Start and end of each item's members.
    spans: Vec<(u32, u32)>,
    /// Items of all literals, literal by literal, in ascending order.
    uses: Vec<u32>,
    /// Start of each literal's items, and the end of the last ones.
    use_starts: Vec<u32>,
    /// Scratch: secondary item, colour code (0 for none) and option of each secondary entry.
    entries: Vec<(u32, u32, u32)>,
}

impl Instance {
    /// Replaces the problem, and reuses the memory.
    pub(super) fn rebuild(&mut self, problem: &Problem) {
        self.options = problem.option_count();
        self.variables = self.options;
        self.exactly_one = problem.primary_count();
        self.push_primary_items(problem);
        self.push_secondary_items(problem);
        self.index_uses();
    }

    fn push_primary_items(&mut self, problem: &Problem) {
        let primary = problem.primary_count();
        let items = || {
            let entries = problem.options().zip(0_u32..).flat_map(|(entries, option)| {
                entries.iter().map(move |entry| (entry.item.0 as usize, option))
            });
            entries.filter(|&(item, _)| item < primary)
        };
        self.spans.clear();
        self.spans.resize(primary, (0, 0));
        for (item, _) in items() {
            self.spans[item].1 += 1;
        }
        let mut end = 0;
        for span in &mut self.spans {
            let start = end;
            end += span.1;
            *span = (start, start);
        }
        self.members.clear();
        self.members.resize(end as usize, Literal::chosen(0));
        for (item, option) in items() {
            let end = &mut self.spans[item].1;
            self.members[*end as usize] = Literal::chosen(option);
            *end += 1;
        }
    }

    fn push_secondary_items(&mut self, problem: &Problem) {
        let mut entries = std::mem::take(&mut self.entries);
        entries.clear();
        for (option, of_option) in (0_u32..).zip(problem.options()) {
            let secondary = of_option.iter().filter(|entry| entry.item.0 as usize >= self.exactly_one);
            entries
                .extend(secondary.map(|entry| (entry.item.0, entry.colour.map_or(0, Colour::code), option)));
        }
        entries.sort_unstable();
        for of_item in entries.chunk_by(|a, b| a.0 == b.0) {
            let is_shared = |same_colour: &&[(u32, u32, u32)]| same_colour[0].1 != 0 && same_colour.len() > 1;
            let colours = self.variables;
            for same_colour in of_item.chunk_by(|a, b| a.1 == b.1).filter(is_shared) {
                self.push_colour(same_colour);
            }
            let start = self.members.len();
            for same_colour in
                of_item.chunk_by(|a, b| a.1 == b.1).filter(|same_colour| !is_shared(same_colour))
            {
                self.members.extend(same_colour.iter().map(|&(_, _, option)| Literal::chosen(option)));
            }
            self.members.extend((colours..self.variables).map(|colour| Literal::chosen(colour as u32)));
            self.finish_item(start);
        }
        self.entries = entries;
    }

    /// Adds a variable for the common colour of these entries, which each of their options implies.
    fn push_colour(&mut self, same_colour: &[(u32, u32, u32)]) {
        let removed = Literal::removed(self.variables as u32);
        self.variables += 1;
        for &(_, _, option) in same_colour {
            let start = self.members.len();
            self.members.extend([Literal::chosen(option), removed]);
            self.finish_item(start);
        }
    }

    fn finish_item(&mut self, start: usize) {
        self.spans.push((start as u32, self.members.len() as u32));
    }

    fn index_uses(&mut self) {
        self.use_starts.clear();
        self.use_starts.resize(2 * self.variables + 1, 0);
        for member in &self.members {
            self.use_starts[member.index()] += 1;
        }
        let mut end = 0;
        for start in &mut self.use_starts {
            end += *start;
            *start = end;
        }
        self.uses.clear();
        self.uses.resize(self.members.len(), 0);
        for (item, &(start, end)) in self.spans.iter().enumerate().rev() {
            for member in &self.members[start as usize..end as usize] {
                let start = &mut self.use_starts[member.index()];
                *start -= 1;
                self.uses[*start as usize] = item as u32;
            }
        }
    }

    /// Number of options, which are the first variables.
    pub(super) fn option_count(&self) -> usize {
        self.options
    }

    pub(super) fn variable_count(&self) -> usize {
        self.variables
    }

    /// Number of exactly-one items, which are the first ones.
    pub(super) fn exactly_one_count(&self) -> usize {
        self.exactly_one
    }

    pub(super) fn members(&self, item: u32) -> &[Literal] {
        let (start, end) = self.spans[item as usize];
        &self.members[start as usize..end as usize]
    }

    /// Returns the items of a literal, in ascending order.
    pub(super) fn items_of(&self, literal: Literal) -> &[u32] {
        let start = self.use_starts[literal.index()] as usize;
        let end = self.use_starts[literal.index() + 1] as usize;
        &self.uses[start..end]
    }

    /// Removes a literal that is false at the root from its items.
    pub(super) fn remove_false(&mut self, literal: Literal) {
        let start = self.use_starts[literal.index()] as usize;
        let end = self.use_starts[literal.index() + 1] as usize;
        for &item in &self.uses[start..end] {
            let (first, last) = self.spans[item as usize];
            let members = &mut self.members[first as usize..last as usize];
            if let Some(place) = members.iter().position(|&member| member == literal) {
                members.swap(place, members.len() - 1);
                self.spans[item as usize].1 -= 1;
            }
        }
    }
}
