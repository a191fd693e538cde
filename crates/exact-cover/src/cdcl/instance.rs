//! The problem as items over literals.
//!
//! An item is a set of literals of which exactly one (primary items) or at most one (all others) is true. If several
//! options give a secondary item the same colour, an auxiliary variable says that the item has this colour. It replaces
//! these options in the item, and each option together with the variable's negation forms an at-most-one item: the
//! option implies the colour. Options of the same colour thus share no item, and different colours exclude each other.
//!
//! *Support items* make propagation arc consistent (Bacchus, "GAC via unit propagation", 2007). If all options of a primary
//! item cover a secondary item, exactly one is true of the negation of a colour and the options of the primary item with
//! this colour: without an option, the secondary item cannot have the colour.

use std::ops::Range;

use super::literal::Literal;
use super::number_set::NumberSet;
use crate::problem::{Colour, Entry, Item, OptionId, Problem};

/// Maximum number of literals in support items, relative to the entries of the problem. Bounds the memory for long options.
const SUPPORTS_PER_ENTRY_MAX: usize = 8;

/// Maximum number of entries visited to find supporting items, relative to the entries of the problem. Bounds the time for
/// long options, which is the sum of their squared lengths without it.
const VISITS_PER_ENTRY_MAX: usize = 32;

/// Maximum number of rivals in all lists, relative to the entries of the problem. Bounds the memory for long items: a Sudoku has
/// up to twice as many rivals of a candidate as candidates of a cell.
const RIVALS_PER_ENTRY_MAX: usize = 8;

/// Maximum number of members visited to list the rivals, relative to the entries of the problem: the sum of the squared lengths of the
/// items. Bounds the time for long items that overlap, whose lists would be thrown away half-made.
const RIVAL_VISITS_PER_ENTRY_MAX: usize = 2 * RIVALS_PER_ENTRY_MAX;

/// Items over literals, and the items of each literal.
#[derive(Clone, Debug, Default)]
pub(super) struct Instance {
    options: usize,
    variables: usize,
    /// Number of exactly-one items, which are the first ones: the primary items, then the support items.
    exactly_one: usize,
    primary: usize,
    /// Secondary item and colour of each auxiliary variable.
    colours: Vec<(Item, Colour)>,
    /// Literals of all items, item by item.
    members: Vec<Literal>,
    /// Start and end of each item's members.
    spans: Vec<(u32, u32)>,
    /// Items of all literals, literal by literal, in ascending order.
    uses: Vec<u32>,
    /// Start of each literal's items, and the end of the last ones, by [`Literal::chosen_first_index`]. Ends with the chosen literals
    /// if no other is in an item.
    use_starts: Vec<u32>,
    /// For each literal, the other literals of its items, each once.
    rivals: Vec<Literal>,
    /// Start and end of each literal's rivals, for the same literals as `use_starts`; empty if none are listed.
    rival_spans: Vec<(u32, u32)>,
    /// Scratch: a literal and its rivals listed so far.
    listed: NumberSet,
    /// Scratch: secondary item, colour code (0 for none) and option of each secondary entry.
    entries: Vec<(u32, u32, u32)>,
    supports: Supports,
}

/// Support items under construction.
#[derive(Clone, Debug, Default)]
struct Supports {
    /// Start and end of the members of each support item.
    spans: Vec<(u32, u32)>,
    /// Literals that may still be added.
    literals_left: usize,
    /// Entries that may still be visited to find supporting items.
    visits_left: usize,
    /// Number of options of each primary item that cover the current secondary item; 0 between secondary items.
    counts: Vec<u32>,
    /// Primary items whose options all cover the current secondary item.
    items: Vec<u32>,
    /// Those of the items, and the options of a colour that cover them.
    pairs: Vec<(u32, u32)>,
}

impl Instance {
    /// Replaces the problem, and reuses the memory.
    pub(super) fn rebuild(&mut self, problem: &Problem) {
        self.options = problem.option_count();
        self.variables = self.options;
        self.primary = problem.primary_count();
        self.exactly_one = self.primary;
        self.colours.clear();
        self.push_primary_items(problem);
        self.push_secondary_items(problem);
        // Exactly-one items come first.
        let primary = self.exactly_one;
        self.exactly_one += self.supports.spans.len();
        self.spans.splice(primary..primary, self.supports.spans.drain(..));
        self.index_uses();
        let entries = problem.entry_count();
        self.list_rivals(RIVALS_PER_ENTRY_MAX * entries, RIVAL_VISITS_PER_ENTRY_MAX * entries);
    }

    /// Lists the rivals of all literals, or of none if that takes too much memory or time.
    fn list_rivals(&mut self, literals_max: usize, visits_max: usize) {
        self.rivals.clear();
        self.rival_spans.clear();
        let lengths = self.spans.iter().map(|(start, end)| (end - start) as usize);
        if lengths.map(|length| length * length).sum::<usize>() > visits_max {
            return;
        }
        self.listed.rebuild(2 * self.variables);
        for index in 0..self.use_starts.len() - 1 {
            let start = self.rivals.len() as u32;
            let literal = match index.checked_sub(self.variables) {
                None => Literal::chosen(index as u32),
                Some(variable) => Literal::removed(variable as u32),
            };
            self.listed.clear();
            self.listed.insert(literal.code());
            for &item in &self.uses[self.uses_of(literal)] {
                let (first, end) = self.spans[item as usize];
                for &member in &self.members[first as usize..end as usize] {
                    if self.listed.insert(member.code()) {
                        self.rivals.push(member);
                    }
                }
                if self.rivals.len() > literals_max {
                    // Not kept: it is long, and this problem does not need it.
                    self.rivals = Vec::new();
                    self.rival_spans = Vec::new();
                    return;
                }
            }
            self.rival_spans.push((start, self.rivals.len() as u32));
        }
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
        self.supports.counts.clear();
        self.supports.counts.resize(self.exactly_one, 0);
        self.supports.literals_left = SUPPORTS_PER_ENTRY_MAX * problem.entry_count();
        self.supports.visits_left = VISITS_PER_ENTRY_MAX * problem.entry_count();
        for of_item in entries.chunk_by(|a, b| a.0 == b.0) {
            let is_shared = |same_colour: &&[(u32, u32, u32)]| same_colour[0].1 != 0 && same_colour.len() > 1;
            let colours = self.variables;
            self.find_supporting_items(problem, of_item);
            for same_colour in of_item.chunk_by(|a, b| a.1 == b.1).filter(is_shared) {
                self.push_colour(problem, same_colour);
            }
            let start = self.members.len();
            for same_colour in
                of_item.chunk_by(|a, b| a.1 == b.1).filter(|same_colour| !is_shared(same_colour))
            {
                self.members.extend(same_colour.iter().map(|&(_, _, option)| Literal::chosen(option)));
            }
            self.members.extend((colours..self.variables).map(|colour| Literal::chosen(colour as u32)));
            self.finish_item(start);
            for same_colour in
                of_item.chunk_by(|a, b| a.1 == b.1).filter(|same_colour| !is_shared(same_colour))
            {
                self.push_unsupported(problem, same_colour);
            }
        }
        self.entries = entries;
    }

    /// Finds the primary items whose options all cover a secondary item, which has these entries. Finds none if the visits
    /// are used up.
    fn find_supporting_items(&mut self, problem: &Problem, of_item: &[(u32, u32, u32)]) {
        let Supports { items, counts, literals_left, visits_left, .. } = &mut self.supports;
        let primary = self.exactly_one;
        items.clear();
        let visits: usize =
            of_item.iter().map(|&(_, _, option)| problem.option(OptionId(option)).len()).sum();
        let Some(left) = visits_left.checked_sub(visits) else { return };
        *visits_left = left;
        let covered = || {
            let entries = of_item.iter().flat_map(|&(_, _, option)| problem.option(OptionId(option)));
            entries.map(|entry| entry.item.0).filter(|&item| (item as usize) < primary)
        };
        let mut literals = 0;
        for item in covered() {
            counts[item as usize] += 1;
            literals += 1;
            let (start, end) = self.spans[item as usize];
            if counts[item as usize] == end - start {
                items.push(item);
            }
        }
        covered().for_each(|item| counts[item as usize] = 0);
        literals += items.len() * of_item.chunk_by(|a, b| a.1 == b.1).count();
        if literals > *literals_left {
            items.clear();
        } else {
            *literals_left -= literals;
        }
        items.sort_unstable();
    }

    /// Adds a variable for the common colour of these entries, which each of their options implies, and its support items.
    fn push_colour(&mut self, problem: &Problem, same_colour: &[(u32, u32, u32)]) {
        let removed = Literal::removed(self.variables as u32);
        self.variables += 1;
        let (item, code, _) = same_colour[0];
        self.colours.extend(Colour::new(code - 1).map(|colour| (Item(item), colour)));
        let mut supports = std::mem::take(&mut self.supports);
        supports.pairs.clear();
        for &(_, _, option) in same_colour {
            let before = supports.pairs.len();
            let entries: &[Entry] =
                if supports.items.is_empty() { &[] } else { problem.option(OptionId(option)) };
            let items = entries.iter().map(|entry| entry.item.0);
            let supporting = items.filter(|item| supports.items.binary_search(item).is_ok());
            supports.pairs.extend(supporting.map(|item| (item, option)));
            // In a support item, the option excludes the negation of the colour already.
            if supports.pairs.len() == before {
                let start = self.members.len();
                self.members.extend([Literal::chosen(option), removed]);
                self.finish_item(start);
            }
        }
        supports.pairs.sort_unstable();
        let mut pairs = supports.pairs.iter().peekable();
        for item in &supports.items {
            let start = self.members.len() as u32;
            self.members.push(removed);
            while let Some(&(_, option)) = pairs.next_if(|pair| pair.0 == *item) {
                self.members.push(Literal::chosen(option));
            }
            supports.spans.push((start, self.members.len() as u32));
        }
        self.supports = supports;
    }

    /// Adds support items for options whose entry no other option shares. They remove an option unless it covers all
    /// supporting items, which would have no option beside it.
    fn push_unsupported(&mut self, problem: &Problem, alone: &[(u32, u32, u32)]) {
        let items = &self.supports.items;
        if items.is_empty() {
            return;
        }
        for &(_, _, option) in alone {
            let entries = problem.option(OptionId(option)).iter();
            let covered = entries.filter(|entry| items.binary_search(&entry.item.0).is_ok()).count();
            if covered < items.len() {
                let start = self.members.len() as u32;
                self.members.push(Literal::removed(option));
                self.supports.spans.push((start, start + 1));
            }
        }
    }

    fn finish_item(&mut self, start: usize) {
        self.spans.push((start as u32, self.members.len() as u32));
    }

    fn index_uses(&mut self) {
        let variables = self.variables;
        let members = || {
            let spans = self.spans.iter();
            spans.flat_map(|&(start, end)| &self.members[start as usize..end as usize])
        };
        let literals = if members().all(|member| member.is_chosen()) { variables } else { 2 * variables };
        self.use_starts.clear();
        self.use_starts.resize(literals + 1, 0);
        let mut uses = 0;
        for member in members() {
            self.use_starts[member.chosen_first_index(variables)] += 1;
            uses += 1;
        }
        let mut end = 0;
        for start in &mut self.use_starts {
            end += *start;
            *start = end;
        }
        self.uses.clear();
        self.uses.resize(uses, 0);
        for (item, &(start, end)) in self.spans.iter().enumerate().rev() {
            for member in &self.members[start as usize..end as usize] {
                let start = &mut self.use_starts[member.chosen_first_index(variables)];
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

    /// Support items, which say more than unit propagation of the other items does.
    pub(super) fn support_items(&self) -> impl Iterator<Item = u32> + use<> {
        self.primary as u32..self.exactly_one as u32
    }

    /// Secondary item and colour of each auxiliary variable.
    pub(super) fn colours(&self) -> impl ExactSizeIterator<Item = (Item, Colour)> {
        self.colours.iter().copied()
    }

    pub(super) fn members(&self, item: u32) -> &[Literal] {
        let (start, end) = self.spans[item as usize];
        &self.members[start as usize..end as usize]
    }

    /// Returns the items of a literal, in ascending order.
    pub(super) fn items_of(&self, literal: Literal) -> &[u32] {
        &self.uses[self.uses_of(literal)]
    }

    /// Range of the items of a literal in `uses`.
    #[inline]
    fn uses_of(&self, literal: Literal) -> Range<usize> {
        let index = literal.chosen_first_index(self.variables);
        match (self.use_starts.get(index), self.use_starts.get(index + 1)) {
            (Some(&start), Some(&end)) => start as usize..end as usize,
            _ => 0..0,
        }
    }

    /// Returns the *rivals* of a literal: the other literals of its items, each once; `None` if they are not listed.
    #[inline]
    pub(super) fn rivals_of(&self, literal: Literal) -> Option<&[Literal]> {
        match self.rival_spans.get(literal.chosen_first_index(self.variables)) {
            Some(&(start, end)) => Some(&self.rivals[start as usize..end as usize]),
            None if self.rival_spans.is_empty() => None,
            None => Some(&[]),
        }
    }

    /// Removes a literal that is false at the root from its items, and from the rivals of its rivals.
    pub(super) fn remove_false(&mut self, literal: Literal) {
        let variables = self.variables;
        let span = self.rival_spans.get(literal.chosen_first_index(variables));
        let (first, last) = span.copied().unwrap_or((0, 0));
        for at in first as usize..last as usize {
            let (start, end) = &mut self.rival_spans[self.rivals[at].chosen_first_index(variables)];
            let rivals = &mut self.rivals[*start as usize..*end as usize];
            if let Some(place) = rivals.iter().position(|&rival| rival == literal) {
                rivals.swap(place, rivals.len() - 1);
                *end -= 1;
            }
        }
        for &item in &self.uses[self.uses_of(literal)] {
            let (first, last) = self.spans[item as usize];
            let members = &mut self.members[first as usize..last as usize];
            if let Some(place) = members.iter().position(|&member| member == literal) {
                members.swap(place, members.len() - 1);
                self.spans[item as usize].1 -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_options_have_a_bounded_number_of_support_items() {
        let mut problem = Problem::new(1, 199).expect("few items");
        for colour in [0, 0, 1] {
            let secondary = (1..200).map(|item| Entry { item: Item(item), colour: Colour::new(colour) });
            let entries: Vec<Entry> = [Item(0).into()].into_iter().chain(secondary).collect();
            problem.add_option(&entries).expect("valid option");
        }
        let mut instance = Instance::default();
        instance.rebuild(&problem);
        // The options of each secondary item have as many entries as the whole problem. In each support item, the primary
        // item supports the colour that two options share.
        assert_eq!(instance.exactly_one_count(), 1 + VISITS_PER_ENTRY_MAX);
    }

    #[test]
    fn rivals_are_the_other_literals_of_the_items_or_not_listed() {
        // Options 0 and 1 share both items, option 2 has the first one.
        let mut problem = Problem::new(2, 0).expect("few items");
        for items in [&[0, 1][..], &[0, 1], &[0]] {
            let entries: Vec<Entry> = items.iter().map(|&item| Item(item).into()).collect();
            problem.add_option(&entries).expect("valid option");
        }
        let mut instance = Instance::default();
        instance.rebuild(&problem);
        let [first, second, third] = [0, 1, 2].map(Literal::chosen);
        assert_eq!(instance.rivals_of(first), Some(&[second, third][..]));
        assert_eq!(instance.rivals_of(first.negated()), Some(&[][..]));
        instance.remove_false(second);
        assert_eq!(instance.rivals_of(first), Some(&[third][..]));
        assert_eq!(instance.rivals_of(third), Some(&[first][..]));
        instance.list_rivals(1, usize::MAX);
        assert_eq!(instance.rivals_of(first), None);
        // Without the false literal, the items have two members and one.
        instance.list_rivals(usize::MAX, 5);
        assert_eq!(instance.rivals_of(first).map(<[_]>::len), Some(1));
        instance.list_rivals(usize::MAX, 4);
        assert_eq!(instance.rivals_of(first), None);
    }
}
