//! Lines of a batch that hold no part of a puzzle.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::wire::puzzle::notation::Warning;

/// Maximum number of lines that are named.
const NAMED_MAX: usize = 20;

/// Lines of the input of a batch that hold no part of a puzzle, such as titles: they are ignored. The reader of the lines shares it
/// with the writer of the summary.
#[derive(Debug, Default)]
pub struct OtherLines(Mutex<Numbers>);

/// The first numbers, and how many others there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Numbers {
    named: Vec<u64>,
    omitted: u64,
}

impl OtherLines {
    /// Adds a line, by its number.
    pub fn insert(&self, line: u64) {
        let mut numbers = self.lock();
        if numbers.named.len() < NAMED_MAX {
            numbers.named.push(line);
        } else {
            numbers.omitted += 1;
        }
    }

    /// Returns the first numbers, and how many others there are.
    pub fn numbers(&self) -> (Vec<u64>, u64) {
        let Numbers { named, omitted } = self.lock().clone();
        (named, omitted)
    }

    /// Returns the warning about them in words; `None` if there are none. The input begins after `lines_before` lines.
    pub fn in_words(&self, lines_before: u64) -> Option<String> {
        let (named, omitted) = self.numbers();
        let number = |line: u64| usize::try_from(lines_before + line).unwrap_or(usize::MAX);
        let named: Vec<usize> = named.into_iter().map(number).collect();
        let others = if omitted > 0 { format!(" (and {omitted} others)") } else { String::new() };
        (!named.is_empty()).then(|| format!("warning: {}{others}", Warning::LinesIgnored.in_words(&named)))
    }

    fn lock(&self) -> MutexGuard<'_, Numbers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_lines_are_named() {
        let lines = OtherLines::default();
        assert_eq!((lines.numbers(), lines.in_words(0)), ((vec![], 0), None));
        let other = OtherLines::default();
        other.insert(3);
        assert_eq!(
            other.in_words(4).as_deref(),
            Some("warning: ignored line 7, which holds no part of a puzzle")
        );
        (1..=23).for_each(|line| lines.insert(2 * line));
        assert_eq!(lines.numbers(), ((1..=20).map(|line| 2 * line).collect(), 3));
        assert!(lines.in_words(0).is_some_and(|text| text.ends_with("no part of a puzzle (and 3 others)")));
    }
}
