//! The crate `dlx` as an exact cover solver.

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::{Int, OptOrder, Solve, Solver, Uint, c, x};
use quadrille_exact_cover::{Entry, Problem};

use super::Row;

/// The crate `dlx` with the MRV heuristic: its Algorithm C for problems with colours, Algorithm X for others.
pub(crate) enum Dlx {
    X(x::Problem),
    C(c::Problem),
}

impl Row for Dlx {
    fn new(problem: &Problem) -> Self {
        let primary = problem.primary_count() as Uint;
        let secondary = problem.item_count() as Uint - primary;
        if problem.options().flatten().all(|entry| entry.colour.is_none()) {
            let options = options(problem, |entry| Uint::from(entry.item.0));
            return Self::X(x::make_problem(primary, secondary, &options, OptOrder::Seq));
        }
        // The crate reserves colour 0 for "none".
        let colour = |entry: &Entry| entry.colour.map_or(0, |colour| Int::from(colour.index()) + 1);
        let options = options(problem, |entry| (Uint::from(entry.item.0), colour(entry)));
        Self::C(c::make_problem(primary, secondary, &options, OptOrder::Seq))
    }

    fn count(&mut self) -> u64 {
        match self {
            Self::X(problem) => count(problem),
            Self::C(problem) => count(problem),
        }
    }
}

fn options<T>(problem: &Problem, entry: impl Fn(&Entry) -> T) -> Vec<Vec<T>> {
    problem.options().map(|entries| entries.iter().map(&entry).collect()).collect()
}

fn count<P: Solve>(problem: &mut P) -> u64 {
    let mut solver = Solver::new(problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut solutions = 0;
    while solver.next_solution(&mut chooser) {
        solutions += 1;
    }
    solutions
}
