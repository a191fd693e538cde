//! VSIDS: prefers variables that took part in recent conflicts (Moskewicz et al., "Chaff", 2001).
//!
//! Each conflict increases the activity of the variables that take part in it, and decays all activities. This is
//! exponential VSIDS (MiniSat, Eén & Sörensson 2003; ACT and the heap of TAOCP 7.2.2.2, Algorithm C): instead of dividing
//! all activities, it multiplies the increment. A binary heap finds the most active variable. Only options have
//! activities; the auxiliary variables of [`Instance`](super::instance::Instance) are never decided.

/// Activity above which all activities are scaled down.
const ACTIVITY_MAX: f64 = 1e100;

/// Growth of the increment per conflict. Halves the weight of older conflicts every 70 conflicts.
const INCREMENT_GROWTH: f64 = 1.0 / 0.99;

/// Position of a variable that is not in the heap.
const ABSENT: u32 = u32::MAX;

/// Binary heap of variables, the most active on top.
#[derive(Clone, Debug, Default)]
pub(super) struct Vsids {
    heap: Vec<u32>,
    /// Position of each variable in the heap, or [`ABSENT`].
    positions: Vec<u32>,
    activities: Vec<f64>,
    increment: f64,
}

impl Vsids {
    /// Restarts with these initial activities, one for each variable.
    pub(super) fn rebuild(&mut self, activities: impl Iterator<Item = f64>) {
        self.activities.clear();
        self.activities.extend(activities);
        self.increment = 1.0;
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

    /// Increases the activity of a variable that took part in a conflict. Ignores auxiliary variables.
    pub(super) fn bump(&mut self, variable: u32) {
        let Some(activity) = self.activities.get_mut(variable as usize) else {
            return;
        };
        *activity += self.increment;
        if *activity > ACTIVITY_MAX {
            for activity in &mut self.activities {
                *activity /= ACTIVITY_MAX;
            }
            self.increment /= ACTIVITY_MAX;
        }
        let position = self.positions[variable as usize];
        if position != ABSENT {
            self.sift_up(position as usize);
        }
    }

    /// Decays all activities, relative to later increments.
    pub(super) fn decay(&mut self) {
        self.increment *= INCREMENT_GROWTH;
    }

    /// Inserts an unassigned variable if it is absent. Ignores auxiliary variables.
    pub(super) fn insert(&mut self, variable: u32) {
        if self.positions.get(variable as usize) == Some(&ABSENT) {
            self.heap.push(variable);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Returns the most active variable of the heap.
    pub(super) fn top(&self) -> Option<u32> {
        self.heap.first().copied()
    }

    /// Removes the most active variable from the heap.
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
