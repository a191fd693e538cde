//! Solutions of exact cover problems.

use std::fmt;

use thiserror::Error;

use super::problem::{Colour, OptionId, Problem};

/// Solution of a problem: options in ascending order. Certified against the problem.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cover(Vec<OptionId>);

/// Options that are no solution: a bug in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the options do not cover the items of the problem")]
pub struct InvalidCover;

/// How the options so far cover an item.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Covered {
    No,
    Once,
    /// By options that give it this colour.
    Coloured(Colour),
}

impl Cover {
    /// Checks that the options cover every primary item once, and every secondary item at most once or with one colour. None may
    /// be skipped.
    ///
    /// # Errors
    /// [`InvalidCover`] if they do not.
    ///
    /// ```
    /// use quadrille_exact_cover::{Cover, InvalidCover, NamedProblem, OptionId};
    ///
    /// let problem: NamedProblem = "a b\na\nb\na b\n".parse()?;
    /// assert_eq!(Cover::certify(&problem, [OptionId(1), OptionId(0)])?.to_string(), "0 1");
    /// assert_eq!(Cover::certify(&problem, [OptionId(0), OptionId(2)]), Err(InvalidCover));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn certify(
        problem: &Problem,
        options: impl IntoIterator<Item = OptionId>,
    ) -> Result<Self, InvalidCover> {
        let mut options: Vec<OptionId> = options.into_iter().collect();
        options.sort_unstable();
        let mut items = vec![Covered::No; problem.item_count()];
        for &option in &options {
            let entries = problem.option(option);
            if entries.is_empty() {
                return Err(InvalidCover);
            }
            for entry in entries {
                let item = items.get_mut(entry.item.0 as usize).ok_or(InvalidCover)?;
                *item = match (*item, entry.colour) {
                    (Covered::No, None) => Covered::Once,
                    (Covered::No, Some(colour)) => Covered::Coloured(colour),
                    (Covered::Coloured(before), Some(colour)) if before == colour => *item,
                    _ => return Err(InvalidCover),
                };
            }
        }
        let is_covered = items.iter().take(problem.primary_count()).all(|item| *item == Covered::Once);
        if is_covered { Ok(Self(options)) } else { Err(InvalidCover) }
    }

    /// The options, in ascending order.
    pub fn options(&self) -> &[OptionId] {
        &self.0
    }
}

/// The options, in ascending order.
impl<'a> IntoIterator for &'a Cover {
    type Item = OptionId;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, OptionId>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

/// Writes the numbers of the options, with a space between them.
impl fmt::Display for Cover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(index, option)| {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{}", option.0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NamedProblem;

    #[test]
    fn only_covers_are_certified() {
        let text = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\nx:A\n";
        let problem = text.parse::<NamedProblem>().expect("valid text").into_problem();
        let certified = |options: &[u32]| Cover::certify(&problem, options.iter().map(|&id| OptionId(id)));
        assert_eq!(certified(&[3, 1]), Ok(Cover(vec![OptionId(1), OptionId(3)])));
        // Option 5 is skipped, and 9 does not exist.
        for options in [
            &[][..],
            &[1],
            &[0, 4],
            &[2, 3, 4],
            &[1, 1, 3],
            &[1, 3, 3],
            &[1, 3, 4],
            &[0, 1],
            &[9],
            &[1, 3, 5],
            &[1, 3, 9],
        ] {
            assert_eq!(certified(options), Err(InvalidCover), "{options:?}");
        }
    }
}
