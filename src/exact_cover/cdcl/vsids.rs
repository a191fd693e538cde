//! Which variable is decided next: the one that took part in most conflicts lately.
//!
//! Activities that grow by ever larger steps instead of being decayed (Een and Sorensson, MiniSat, 2003; TAOCP
//! 7.2.2.2, "ACT" and the heap of Algorithm C).

/// Activities above this are all scaled down.
const ACTIVITY_MAX: f64 = 1e100;

/// Activities are halved, in effect, every 70 conflicts or so.
const GROWTH: f64 = 1.0 / 0.99;

/// The position of a variable that is not in the heap.
const ABSENT: u32 = u32::MAX;

/// A heap of variables, the most active on top.
#[derive(Clone, Debug, Default)]
pub(super) struct Vsids {
    heap: Vec<u32>,
    /// Where each variable is in the heap, or [`ABSENT`].
    positions: Vec<u32>,
    activities: Vec<f64>,
    step: f64,
}

impl Vsids {
    /// Forgets everything, and takes in as many variables as there are activities to begin with.
    pub(super) fn rebuild(&mut self, activities: impl Iterator<Item = f64>) {
        self.activities.clear();
        self.activities.extend(activities);
        self.step = 1.0;
        self.positions.clear();
        self.positions.resize(self.activities.len(), ABSENT);
        self.heap.clear();
        for variable in 0..self.activities.len() as u32 {
            self.insert(variable);
        }
    }

    pub(super) fn activity(&self, variable: u32) -> f64 {
        self.activities[variable as usize]
    }

    /// The variable took part in a conflict. Variables that were never taken in have no activity.
    pub(super) fn bump(&mut self, variable: u32) {
        let Some(activity) = self.activities.get_mut(variable as usize) else {
            return;
        };
        *activity += self.step;
        if *activity > ACTIVITY_MAX {
            for activity in &mut self.activities {
                *activity /= ACTIVITY_MAX;
            }
            self.step /= ACTIVITY_MAX;
        }
        let position = self.positions[variable as usize];
        if position != ABSENT {
            self.sift_up(position as usize);
        }
    }

    /// What was bumped before counts a little less than what is bumped from now on.
    pub(super) fn decay(&mut self) {
        self.step *= GROWTH;
    }

    /// Puts a variable that was taken in before, and is open again, back into the heap.
    pub(super) fn insert(&mut self, variable: u32) {
        if self.positions.get(variable as usize) == Some(&ABSENT) {
            self.heap.push(variable);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// The most active variable in the heap.
    pub(super) fn top(&self) -> Option<u32> {
        self.heap.first().copied()
    }

    /// Takes the most active variable out of the heap.
    pub(super) fn pop(&mut self) -> Option<u32> {
        let top = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.positions[top as usize] = ABSENT;
        if let Some(first) = self.heap.first_mut() {
            *first = last;
            self.sift_down(0);
        }
        Some(top)
    }

    fn sift_up(&mut self, mut position: usize) {
        let variable = self.heap[position];
        let activity = self.activities[variable as usize];
        while position > 0 {
            let parent = (position - 1) / 2;
            let above = self.heap[parent];
            if self.activities[above as usize] >= activity {
                break;
            }
            self.heap[position] = above;
            self.positions[above as usize] = position as u32;
            position = parent;
        }
        self.heap[position] = variable;
        self.positions[variable as usize] = position as u32;
    }

    fn sift_down(&mut self, mut position: usize) {
        let variable = self.heap[position];
        let activity = self.activities[variable as usize];
        loop {
            let mut child = 2 * position + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.activity_at(child + 1) > self.activity_at(child) {
                child += 1;
            }
            if activity >= self.activity_at(child) {
                break;
            }
            let below = self.heap[child];
            self.heap[position] = below;
            self.positions[below as usize] = position as u32;
            position = child;
        }
        self.heap[position] = variable;
        self.positions[variable as usize] = position as u32;
    }

    fn activity_at(&self, position: usize) -> f64 {
        self.activities[self.heap[position] as usize]
    }
}
