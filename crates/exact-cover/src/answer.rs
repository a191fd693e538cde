//! What a search has found and proved so far.

/// What the solutions found so far prove about the problem.
///
/// ```
/// use quadrille_exact_cover::Verdict;
///
/// let (found, is_complete) = (["one solution"], true);
/// let verdict = Verdict::of(found, is_complete);
/// assert_eq!(verdict, Verdict::Unique("one solution"));
/// assert_eq!(verdict.witnesses().len(), 1);
/// assert_eq!(Verdict::of(found, false), Verdict::Solvable("one solution"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<S> {
    /// No solution exists.
    None,
    /// Exactly one solution exists.
    Unique(S),
    /// Two or more solutions exist; these are the first two found.
    Multiple([S; 2]),
    /// At least one solution exists; the search stopped before it found or excluded another.
    Solvable(S),
    /// The search stopped before it found a solution or proved that none exists.
    Unknown,
}

impl<S> Verdict<S> {
    /// Returns the verdict of a search that has found these solutions, of which the first two count. `is_complete`: there
    /// are no others.
    pub fn of(solutions: impl IntoIterator<Item = S>, is_complete: bool) -> Self {
        let mut solutions = solutions.into_iter();
        match (solutions.next(), solutions.next()) {
            (Some(first), Some(second)) => Self::Multiple([first, second]),
            (Some(only), None) if is_complete => Self::Unique(only),
            (Some(first), None) => Self::Solvable(first),
            (None, _) if is_complete => Self::None,
            (None, _) => Self::Unknown,
        }
    }

    /// The solutions of this verdict, two at most, in the order found.
    pub fn witnesses(&self) -> &[S] {
        match self {
            Self::None | Self::Unknown => &[],
            Self::Unique(solution) | Self::Solvable(solution) => std::slice::from_ref(solution),
            Self::Multiple(solutions) => solutions,
        }
    }

    /// Returns the verdict alone.
    pub fn without_solutions(&self) -> Verdict<()> {
        match self {
            Self::None => Verdict::None,
            Self::Unique(_) => Verdict::Unique(()),
            Self::Multiple(_) => Verdict::Multiple([(); 2]),
            Self::Solvable(_) => Verdict::Solvable(()),
            Self::Unknown => Verdict::Unknown,
        }
    }

    /// The owned form of [`witnesses`](Self::witnesses).
    pub fn into_witnesses(self) -> impl Iterator<Item = S> {
        let (first, second) = match self {
            Self::None | Self::Unknown => (None, None),
            Self::Unique(solution) | Self::Solvable(solution) => (Some(solution), None),
            Self::Multiple([first, second]) => (Some(first), Some(second)),
        };
        first.into_iter().chain(second)
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// All solutions were found.
    Complete,
    /// The solution limit was reached; more solutions may exist.
    SolutionLimit,
    /// The caller ended the search before, such as by a stop flag; there may be more solutions.
    Interrupted,
}

impl StopReason {
    /// Whether a repeated search would end in the same way.
    pub fn is_final(self) -> bool {
        self != Self::Interrupted
    }
}

/// Progress of a search that counts solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The budget or the slice is used up, or the stop flag of the call is set. The next call resumes the search.
    Paused,
    /// All solutions were found, the limit was reached, or the flag of [`CoverSearch::interrupt`](crate::CoverSearch::interrupt) is set.
    Ended(StopReason),
}

/// Progress of a search that yields solutions one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextSolution {
    /// The budget or the slice is used up, or the stop flag of the call is set. The next call resumes the search.
    Paused,
    /// The next solution was found.
    Found,
    /// All solutions were found, the limit was reached, or the flag of [`CoverSearch::interrupt`](crate::CoverSearch::interrupt) is set.
    Ended(StopReason),
}
