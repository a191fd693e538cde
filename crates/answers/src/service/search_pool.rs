//! Pool of idle searches, kept so that the next question reuses their memory.

use std::any::Any;

use parking_lot::Mutex;
use quadrille_sudoku::Solver;

/// Pools of the searches whose memory is reused.
#[derive(Debug)]
pub(super) struct SearchPools {
    solvers: SearchPool<Solver>,
}

/// Idle searches of one type.
#[derive(Debug)]
pub(super) struct SearchPool<T> {
    idle: Mutex<Vec<T>>,
    idle_max: usize,
}

impl SearchPools {
    /// Creates empty pools for at most `idle_max` searches each.
    pub(super) fn new(idle_max: usize) -> Self {
        Self { solvers: SearchPool { idle: Mutex::default(), idle_max } }
    }

    /// Returns the pool for searches of a type; `None` if there is none.
    pub(super) fn pool<T: 'static>(&self) -> Option<&SearchPool<T>> {
        (&self.solvers as &dyn Any).downcast_ref()
    }
}

impl<T> SearchPool<T> {
    /// Takes an idle search.
    pub(super) fn take(&self) -> Option<T> {
        self.idle.lock().pop()
    }

    /// Keeps a search, unless the pool is full.
    pub(super) fn put(&self, search: T) {
        let mut idle = self.idle.lock();
        if idle.len() < self.idle_max {
            idle.push(search);
        }
    }
}
