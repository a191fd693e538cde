//! Automata: the digits of a line are a word that a deterministic automaton accepts.

use std::collections::HashMap as StdHashMap;
use std::hash::Hash;
use std::sync::Arc;

use foldhash::fast::RandomState;

use super::{Fact, Part, Statement};
use crate::model::cell::Cell;
use crate::model::digit::{Digit, DigitSet};

/// Table that is filled and asked at each step of making an automaton.
type HashMap<K, V> = StdHashMap<K, V, RandomState>;

/// No state.
const NONE: u32 = u32::MAX;

/// Line whose digits, in order, are a word of a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Automaton {
    /// The different cells of the line.
    cells: Vec<Cell>,
    /// Index in `cells` for each place of the line.
    line: Vec<usize>,
    words: Arc<Words>,
}

/// Words of equal length, as the smallest deterministic automaton: a graph whose layers are the states after each digit.
///
/// Each state is reached by some digits, and leads to the end by some others. States are numbered layer by layer, each layer in the order of
/// the first words, by digits, that reach its states. Source: Pesant, "A Regular Language Membership Constraint for Finite Sequences of
/// Variables", 2004.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    /// Number of the first state of each layer, and of all states. The first layer is the start, the last one the end.
    layers: Vec<u32>,
    /// The edges of all places, ordered by place, state and lowest digit.
    edges: Vec<Edge>,
    /// End of the edges of each place.
    ends: Vec<usize>,
}

/// Digits that lead from a state to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edge {
    from: u32,
    to: u32,
    digits: u64,
}

/// The states that a state leads to, with the digits, ordered by the lowest digit.
type Exits = Vec<(u32, u64)>;

impl Words {
    /// The words of this many digits that lead from a start to an accepted state. `step` has a state, the place of the digit, from 0, and the
    /// digit. `None` if `afford`, which is asked before the steps from each state, refuses.
    pub(crate) fn new<S: Clone + Eq + Hash>(
        digits: usize,
        length: usize,
        start: S,
        mut step: impl FnMut(&S, usize, i64) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
        mut afford: impl FnMut() -> bool,
    ) -> Option<Self> {
        let mut states = vec![start];
        let mut tables: Vec<Vec<u32>> = Vec::with_capacity(length);
        for place in 0..length {
            let mut numbers: HashMap<S, u32> = HashMap::default();
            let mut next: Vec<S> = Vec::new();
            let mut table = Vec::with_capacity(states.len() * digits);
            for state in &states {
                if !afford() {
                    return None;
                }
                table.extend((1..=digits as i64).map(|digit| match step(state, place, digit) {
                    Some(state) => *numbers.entry(state).or_insert_with_key(|state| {
                        next.push(state.clone());
                        next.len() as u32 - 1
                    }),
                    None => NONE,
                }));
            }
            tables.push(table);
            states = next;
        }
        let ends: Vec<u32> = states.iter().map(|state| if accepts(state) { 0 } else { NONE }).collect();
        Some(Self::merged(digits, &tables, ends))
    }

    /// Merges states with the same words to the end, from the last place on. `classes` has 0 for each accepted state. `tables` has the state
    /// of the next layer, for each state and each digit.
    fn merged(digits: usize, tables: &[Vec<u32>], mut classes: Vec<u32>) -> Self {
        let mut layers: Vec<Vec<Exits>> = Vec::with_capacity(tables.len());
        let mut next_classes = Vec::new();
        for table in tables.iter().rev() {
            next_classes.clear();
            next_classes
                .extend(table.iter().map(|&state| classes.get(state as usize).copied().unwrap_or(NONE)));
            let mut numbers: HashMap<&[u32], u32> = HashMap::default();
            let mut layer: Vec<Exits> = Vec::new();
            let class_of = |next| {
                *numbers.entry(next).or_insert_with(|| {
                    let exits = exits(next);
                    if exits.is_empty() {
                        return NONE;
                    }
                    layer.push(exits);
                    layer.len() as u32 - 1
                })
            };
            classes = next_classes.chunks_exact(digits).map(class_of).collect();
            layers.push(layer);
        }
        layers.reverse();
        let mut words = Self { layers: vec![0], edges: Vec::new(), ends: Vec::new() };
        let mut states: Vec<usize> =
            classes.iter().filter(|&&class| class != NONE).map(|&class| class as usize).collect();
        for layer in &layers {
            words.push_layer(layer, &mut states);
        }
        let end = words.layers.last().copied().unwrap_or_default() + states.len() as u32;
        words.layers.push(end);
        words
    }

    /// Numbers these states of a layer, and adds their edges. Puts the states of the next layer in their place.
    fn push_layer(&mut self, layer: &[Exits], states: &mut Vec<usize>) {
        let first = self.layers.last().copied().unwrap_or_default();
        let end = first + states.len() as u32;
        let mut numbers: HashMap<u32, u32> = HashMap::default();
        let mut next: Vec<usize> = Vec::new();
        for (from, &state) in (first..).zip(states.iter()) {
            for &(to, digits) in layer.get(state).into_iter().flatten() {
                let to = *numbers.entry(to).or_insert_with(|| {
                    next.push(to as usize);
                    end + next.len() as u32 - 1
                });
                self.edges.push(Edge { from, to, digits });
            }
        }
        self.layers.push(end);
        self.ends.push(self.edges.len());
        *states = next;
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// The edges of each place.
    fn places(&self) -> impl DoubleEndedIterator<Item = &[Edge]> + ExactSizeIterator {
        self.ends.iter().enumerate().map(|(place, &end)| {
            let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.edges[start..end]
        })
    }

    /// The digits of words of one digit.
    pub(crate) fn single_digits(&self) -> DigitSet {
        self.edges.iter().fold(DigitSet::default(), |all, edge| all.union(DigitSet::from_bits(edge.digits)))
    }

    /// The words of two digits.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = [Digit; 2]> + '_ {
        let ways = self.edges.iter().flat_map(|one| {
            self.edges.iter().filter(|other| one.to == other.from).map(|other| [one.digits, other.digits])
        });
        ways.flat_map(|[one, other]| {
            DigitSet::from_bits(one)
                .digits()
                .flat_map(move |first| DigitSet::from_bits(other).digits().map(move |second| [first, second]))
        })
    }
}

/// The different next states but [`NONE`], with their digits: the first one is that of the first digit.
fn exits(next: &[u32]) -> Exits {
    let mut exits = Exits::new();
    for (digit, &state) in next.iter().enumerate().filter(|&(_, &state)| state != NONE) {
        match exits.iter_mut().find(|(other, _)| *other == state) {
            Some((_, digits)) => *digits |= 1 << digit,
            None => exits.push((state, 1 << digit)),
        }
    }
    exits
}

impl Automaton {
    /// The part of a line, which may have a cell several times, with as many cells as the words have digits.
    pub(crate) fn new(line: &[Cell], words: Arc<Words>) -> Self {
        let mut cells: Vec<Cell> = Vec::new();
        let mut numbers: HashMap<Cell, usize> = HashMap::default();
        let index = |&cell: &Cell| {
            *numbers.entry(cell).or_insert_with(|| {
                cells.push(cell);
                cells.len() - 1
            })
        };
        let line = line.iter().map(index).collect();
        Self { cells, line, words }
    }

    /// The auxiliary variable of a state, if they begin with `first`; `None` for the start and the end.
    fn variable(&self, state: u32, first: usize) -> Option<Fact> {
        let is_inner = state > 0 && state + 1 < self.state_count();
        is_inner.then(|| Fact::Auxiliary(first + state as usize - 1))
    }

    fn state_count(&self) -> u32 {
        self.words.layers.last().copied().unwrap_or_default()
    }

    /// States exactly one state after each digit but the last one; then, for each state and each digit, the next state or that the digit is
    /// excluded. The variables begin with `first`.
    ///
    /// `rejected` is the first of variables that are true after each digit from the first one on that begins no word. If it is given, no digit is
    /// excluded.
    fn state_steps<E>(
        &self,
        digits: usize,
        first: usize,
        rejected: Option<usize>,
        mut visit: impl FnMut(Statement<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let after = |place: usize| rejected.map(|rejected| rejected + place);
        for (place, layer) in self.words.layers.windows(2).skip(1).take(self.line.len() - 1).enumerate() {
            let states = (layer[0]..layer[1]).map(|state| first + state as usize - 1);
            visit(Statement::ExactlyOne(&states.chain(after(place)).collect::<Vec<usize>>()))?;
        }
        let mut condition: Vec<Fact> = Vec::with_capacity(3);
        for (place, (edges, &cell)) in self.words.places().zip(&self.line).enumerate() {
            let rejects = after(place).map(Fact::Auxiliary);
            for of_state in edges.chunk_by(|one, other| one.from == other.from) {
                for digit in Digit::all(digits) {
                    condition.clear();
                    condition.extend(self.variable(of_state[0].from, first));
                    condition.push(Fact::Candidate(self.cells[cell], digit));
                    let exit = of_state.iter().find(|edge| edge.digits >> digit.index() & 1 == 1);
                    let next = match exit.map(|edge| self.variable(edge.to, first)) {
                        None => rejects,
                        Some(None) if rejects.is_none() => continue,
                        Some(None) => {
                            condition.extend(rejects);
                            None
                        }
                        Some(next) => next,
                    };
                    visit(Statement::Implies(&condition, next.as_slice()))?;
                }
            }
            let rejected_before = place.checked_sub(1).and_then(after).map(Fact::Auxiliary);
            if let (Some(before), Some(rejects)) = (rejected_before, rejects) {
                visit(Statement::Implies(&[before], &[rejects]))?;
            }
        }
        Ok(())
    }
}

impl Part for Automaton {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// An edge takes as much memory as four cells and more, but less time.
    fn size(&self) -> usize {
        self.line.len() + self.words.edges.len() / 4
    }

    fn heap_bytes(&self) -> usize {
        let Words { layers, edges, ends } = &*self.words;
        size_of_val(&**layers) + size_of_val(&**edges) + size_of_val(&**ends) + size_of_val(&*self.line)
    }

    /// Keeps the digits on paths from the start to the end: all that a line without repeated cells can have.
    fn filter(&self, masks: &mut [u64]) -> bool {
        const REACHED: u8 = 1;
        const ALIVE: u8 = 2;
        let mut states = vec![0_u8; self.state_count() as usize];
        let (Some(start), places) = (states.first_mut(), self.words.places()) else { return false };
        *start = REACHED;
        for (edges, &cell) in places.zip(&self.line) {
            let mask = masks[cell];
            for edge in edges {
                let is_open = u8::from(edge.digits & mask != 0);
                states[edge.to as usize] |= states[edge.from as usize] & is_open;
            }
        }
        let Some(end) = states.last_mut().filter(|end| **end == REACHED) else { return false };
        *end |= ALIVE;
        for (edges, &cell) in self.words.places().zip(&self.line).rev() {
            let (mask, mut supported) = (masks[cell], 0);
            for edge in edges {
                let open = edge.digits & mask;
                if open != 0
                    && states[edge.from as usize] & REACHED != 0
                    && states[edge.to as usize] & ALIVE != 0
                {
                    states[edge.from as usize] |= ALIVE;
                    supported |= open;
                }
            }
            masks[cell] = mask & supported;
        }
        masks.iter().all(|&mask| mask != 0)
    }

    /// More than two: its statements have auxiliary variables.
    fn width(&self) -> usize {
        self.line.len().max(3)
    }

    /// None by itself: the [statements](Self::state) say all.
    fn forbid<E>(&self, _: usize, _: impl FnMut(&[(Cell, Digit)]) -> Result<(), E>) -> Result<(), E> {
        Ok(())
    }

    fn auxiliary_count(&self) -> usize {
        (self.state_count() as usize).saturating_sub(2)
    }

    fn state<E>(&self, digits: usize, visit: impl FnMut(Statement<'_>) -> Result<(), E>) -> Result<(), E> {
        self.state_steps(digits, 0, None, visit)
    }

    /// States a further state after each digit: that of digits which begin no word. The part is broken if the last digit leads to it.
    fn state_broken<E>(
        &self,
        digits: usize,
        used: &mut usize,
        reasons: &mut Vec<Fact>,
        visit: impl FnMut(Statement<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (first, rejected) = (*used, *used + self.auxiliary_count());
        *used = rejected + self.line.len();
        reasons.push(Fact::Auxiliary(*used - 1));
        self.state_steps(digits, first, Some(rejected), visit)
    }

    fn work(&self) -> u64 {
        8 + self.words.edges.len() as u64 / 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of `length` digits, of which `is_word` is true, by an automaton whose states are all prefixes.
    fn words(digits: usize, length: usize, is_word: impl Fn(&[i64]) -> bool) -> Arc<Words> {
        let step = |prefix: &Vec<i64>, place: usize, digit: i64| {
            assert_eq!(prefix.len(), place);
            Some(prefix.iter().copied().chain([digit]).collect::<Vec<i64>>())
        };
        Words::new(digits, length, Vec::new(), step, |word| is_word(word), || true)
            .expect("affordable")
            .into()
    }

    fn line(cells: &[u16]) -> Vec<Cell> {
        cells.iter().copied().map(Cell).collect()
    }

    /// All words of digits from 1.
    fn all(digits: usize, length: usize) -> Vec<Vec<i64>> {
        (0..digits.pow(length as u32))
            .map(|number| {
                (0..length as u32)
                    .rev()
                    .map(|place| (number / digits.pow(place) % digits) as i64 + 1)
                    .collect()
            })
            .collect()
    }

    fn is_rising(word: &[i64]) -> bool {
        word.is_sorted_by(|one, other| one < other)
    }

    #[test]
    fn smallest_automaton_has_a_state_for_each_set_of_ends() {
        // After the first digit: 1, 2, 3 may follow by 3, 2, 1 ways; after the second one: 2, 3, 4 are left.
        let rising = words(4, 3, is_rising);
        assert_eq!(rising.layers, [0, 1, 3, 5, 6]);
        let edge = |from, to, digits| Edge { from, to, digits };
        assert_eq!(
            rising.edges,
            [
                edge(0, 1, 0b1),
                edge(0, 2, 0b10),
                edge(1, 3, 0b10),
                edge(1, 4, 0b100),
                edge(2, 4, 0b100),
                edge(3, 5, 0b1100),
                edge(4, 5, 0b1000)
            ]
        );
        // Digits of a sum, by states that count them instead of prefixes.
        let sum = words(5, 4, |word| word.iter().sum::<i64>() == 9);
        let counted = Words::new(5, 4, 0, |sum, _, digit| Some(sum + digit), |&sum| sum == 9, || true);
        assert_eq!(counted.as_ref(), Some(&*sum));
        assert!(words(3, 3, |_| false).is_empty());
        assert_eq!(words(3, 3, |_| true).layers, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn refused_steps_are_not_made() {
        let mut asked = 0;
        let afford = || {
            asked += 1;
            asked < 4
        };
        let mut made = 0;
        let step = |number: &i64, _: usize, digit: i64| {
            made += 1;
            Some(10 * number + digit)
        };
        assert_eq!(Words::new(9, 9, 0, step, |_| true, afford), None);
        assert_eq!((asked, made), (4, 27));
    }

    #[test]
    fn digits_without_a_word_are_removed_and_all_others_stay() {
        let languages: [fn(&[i64]) -> bool; 4] = [
            is_rising,
            |word| word.iter().sum::<i64>() == 8,
            |word| word[0] == word[3] || word[1] > word[2],
            |word| word.iter().product::<i64>() == 6,
        ];
        for language in languages {
            let part = Automaton::new(&line(&[4, 9, 2, 7]), words(4, 4, language));
            for given in 0..1 << 12 {
                let mut masks: Vec<u64> =
                    (0..4).map(|cell| 1 + (given >> (3 * cell) & 7) as u64 * 2).collect();
                let allowed = all(4, 4).into_iter().filter(|word| {
                    language(word)
                        && word.iter().zip(&masks).all(|(digit, mask)| mask >> (digit - 1) & 1 == 1)
                });
                let mut expected = vec![0_u64; 4];
                for word in allowed {
                    word.iter().zip(&mut expected).for_each(|(digit, mask)| *mask |= 1 << (digit - 1));
                }
                let is_possible = part.filter(&mut masks);
                assert_eq!(is_possible, expected[0] != 0);
                assert!(!is_possible || masks == expected, "{masks:?} {expected:?}");
            }
        }
    }

    #[test]
    fn repeated_cells_have_the_same_digit() {
        let part = Automaton::new(&line(&[4, 9, 4]), words(3, 3, |word| word.iter().sum::<i64>() == 6));
        assert_eq!(part.cells(), line(&[4, 9]));
        for (one, other) in (0..3).flat_map(|one| (0..3).map(move |other| (one, other))) {
            let is_word = 2 * (one + 1) + other + 1 == 6;
            assert_eq!(part.filter(&mut [1 << one, 1 << other]), is_word, "{one} {other}");
        }
        let mut open = [0b11, 0b111];
        assert!(part.filter(&mut open));
        // 3 is between 1 and 2, which the repeated cell cannot be at once: it stays.
        assert_eq!(open, [0b11, 0b110]);
    }

    #[test]
    fn statements_hold_for_the_states_of_words_alone() {
        for language in [is_rising, |word: &[i64]| word.iter().sum::<i64>() % 3 == 1] {
            let part = Automaton::new(&line(&[5, 3, 8]), words(4, 3, language));
            for word in all(4, 3) {
                // The number of ways to set the variables.
                let ways = (0_u32..1 << part.auxiliary_count()).filter(|set| {
                    let is_true = |fact: &Fact| match *fact {
                        Fact::Auxiliary(index) => set >> index & 1 == 1,
                        Fact::Candidate(cell, digit) => {
                            let place = part.cells().iter().position(|&other| other == cell).expect("a cell");
                            word[place] == digit.value() as i64
                        }
                    };
                    let check = |statement: Statement<'_>| {
                        let holds = match statement {
                            Statement::ExactlyOne(states) => {
                                states.iter().filter(|&index| set >> index & 1 == 1).count() == 1
                            }
                            Statement::Implies(condition, next) => {
                                !condition.iter().all(is_true) || next.iter().any(is_true)
                            }
                        };
                        if holds { Ok(()) } else { Err(()) }
                    };
                    part.state(4, check).is_ok()
                });
                assert_eq!(ways.count(), usize::from(language(&word)), "{word:?}");
            }
        }
    }
}
