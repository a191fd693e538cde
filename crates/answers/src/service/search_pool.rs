//! Pool of idle searches, kept so that the next question reuses their memory.

use parking_lot::Mutex;
use quadrille_sudoku::Solver;

/// Pools of the searches whose memory is reused.
#[derive(Debug)]
pub struct SearchPools {
    /// Solvers of puzzles.
    pub(super) solvers: SearchPool<Solver>,
}

/// Idle searches of one type.
#[derive(Debug)]
pub struct SearchPool<T> {
    idle: Mutex<Vec<T>>,
    idle_max: usize,
}

impl SearchPools {
    /// Creates empty pools for at most `idle_max` searches each.
    pub(super) fn new(idle_max: usize) -> Self {
        Self { solvers: SearchPool::new(idle_max) }
    }
}

impl<T> SearchPool<T> {
    fn new(idle_max: usize) -> Self {
        Self { idle: Mutex::default(), idle_max }
    }

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
