//! Cubes: parts of a problem that can be searched apart, with their share of the whole.

use super::cover::Cover;
use super::problem::{Entry, OptionId, Problem, ProblemError};

/// Part of a problem: the solutions with certain options.
///
/// Cubes of a partition have no solution in common and all solutions together, and their weights sum up to the weight of the
/// whole. (Heule, Kullmann, Wieringa & Biere, "Cube and conquer", 2011.)
///
/// ```
/// use quadrille_exact_cover::{Cube, NamedProblem};
///
/// let problem: NamedProblem = "a b c d\na b\nc d\na c\nb d\na d\nb c\n".parse()?;
/// let cubes = problem.cubes(3, 0);
/// assert_eq!(cubes.iter().map(Cube::weight).sum::<u128>(), Cube::WEIGHT_OF_WHOLE);
/// for cover in problem.solutions() {
///     assert_eq!(cubes.iter().filter(|cube| cube.has(&cover)).count(), 1);
/// }
/// # Ok::<(), quadrille_exact_cover::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cube {
    options: Vec<OptionId>,
    weight: u128,
}

impl Cube {
    /// Weight of the whole problem. A weight is a share of it in integer units, so that no unit is lost in a partition.
    pub const WEIGHT_OF_WHOLE: u128 = 1 << 120;

    /// Creates the cube of all solutions.
    pub fn whole() -> Self {
        Self::new(Vec::new(), Self::WEIGHT_OF_WHOLE)
    }

    /// Creates the cube of the solutions of `problem` with these options, after a check that the problem has them.
    ///
    /// # Errors
    /// [`ProblemError::UnknownOption`] for an option that the problem lacks or skips.
    ///
    /// ```
    /// use quadrille_exact_cover::{Cube, NamedProblem, OptionId};
    ///
    /// let problem: NamedProblem = "a b\na\nb\n".parse()?;
    /// assert!(Cube::in_problem(&problem, [OptionId(1)], 1).is_ok());
    /// let error = Cube::in_problem(&problem, [OptionId(2)], 1).unwrap_err();
    /// assert_eq!(error.to_string(), "option 2 is unknown: the problem has 2 options, without the skipped ones");
    /// # Ok::<(), quadrille_exact_cover::TextError>(())
    /// ```
    pub fn in_problem(
        problem: &Problem,
        options: impl IntoIterator<Item = OptionId>,
        weight: u128,
    ) -> Result<Self, ProblemError> {
        let cube = Self::new(options.into_iter().collect(), weight);
        match cube.options.iter().find(|&&option| problem.option(option).is_empty()) {
            Some(&option) => Err(ProblemError::UnknownOption { option, options: problem.option_count() }),
            None => Ok(cube),
        }
    }

    /// Creates the cube of the solutions with these options. If a problem lacks or skips one of them, none of its solutions is in the cube:
    /// [`in_problem`](Self::in_problem) refuses such an option.
    pub fn new(mut options: Vec<OptionId>, weight: u128) -> Self {
        options.sort_unstable();
        options.dedup();
        Self { options, weight }
    }

    /// The options that each solution of the cube has, in ascending order.
    pub fn options(&self) -> &[OptionId] {
        &self.options
    }

    /// Share of the whole, in units of 1 / [`WEIGHT_OF_WHOLE`](Self::WEIGHT_OF_WHOLE).
    pub fn weight(&self) -> u128 {
        self.weight
    }

    /// Returns whether a solution of the whole problem is in the cube.
    pub fn has(&self, solution: &Cover) -> bool {
        self.options.iter().all(|option| solution.options().binary_search(option).is_ok())
    }
}

/// Returns the weights of the options of a level that has `weight` in all: equal, and the first one has the remainder.
pub fn shares(weight: u128, options: usize) -> impl Iterator<Item = u128> + Clone {
    let count = options.max(1) as u128;
    let (share, remainder) = (weight / count, weight % count);
    (0..options).map(move |index| if index == 0 { share + remainder } else { share })
}

/// Problem with the solutions of a cube.
///
/// It has the items of the whole problem, the options of the cube, and the options compatible with them, but no skipped ones.
#[derive(Clone, Debug)]
pub struct SubProblem {
    problem: Problem,
    /// Number of each option in the whole problem.
    options: Vec<OptionId>,
}

impl SubProblem {
    /// Creates the problem of a cube.
    pub fn new(whole: &Problem, cube: &Cube) -> Self {
        let mut sub_problem = Self { problem: whole.without_options(), options: Vec::new() };
        if cube.options.iter().any(|option| option.0 as usize >= whole.option_count()) {
            // No solution has an option that there is not.
            return sub_problem;
        }
        // Entry of each item in the options of the cube.
        let mut covering: Vec<Option<Entry>> = vec![None; whole.item_count()];
        let is_compatible = |covering: &[Option<Entry>], entry: &Entry| {
            covering[entry.item.0 as usize]
                .is_none_or(|covered| covered.colour.is_some() && covered.colour == entry.colour)
        };
        let mut chosen = cube.options.iter().peekable();
        for (option, entries) in (0..).map(OptionId).zip(whole.options()) {
            if chosen.next_if(|&&chosen| chosen == option).is_some() {
                if entries.is_empty() || !entries.iter().all(|entry| is_compatible(&covering, entry)) {
                    // Two options of the cube exclude each other, or one is skipped. Without options, there is no solution.
                    return sub_problem;
                }
                entries.iter().for_each(|&entry| covering[entry.item.0 as usize] = Some(entry));
            }
        }
        let mut chosen = cube.options.iter().peekable();
        for (option, entries) in (0..).map(OptionId).zip(whole.options()) {
            let is_chosen = chosen.next_if(|&&chosen| chosen == option).is_some();
            let is_compatible = || entries.iter().all(|entry| is_compatible(&covering, entry));
            if !entries.is_empty() && (is_chosen || is_compatible()) {
                sub_problem.problem.push_option(entries);
                sub_problem.options.push(option);
            }
        }
        sub_problem
    }

    /// Returns the number of an option of this problem in the whole problem.
    pub fn whole_option(&self, option: OptionId) -> OptionId {
        self.options[option.0 as usize]
    }
}

impl AsRef<Problem> for SubProblem {
    fn as_ref(&self) -> &Problem {
        &self.problem
    }
}
