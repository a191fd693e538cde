//! Compiles the rules of a puzzle for propagation, in steps.

use std::collections::HashMap;
use std::vec::IntoIter;

use super::cliques::linear_sum;
use super::derived_sums::SumDerivation;
use super::houses::CompiledHouse;
use super::model::Model;
use super::relations::{Arc, Support};
use super::subsets::Subsets;
use crate::bits::set_bits;
use crate::model::{Cell, Network, Part, Relation, Rules, Sum, Term};

/// Largest number of pairs with a known sum, for each cell of the puzzle, from which further sums are derived.
const PAIR_SUMS_OF_CELL: usize = 4;

/// Square of the number of terms of a sum that takes a unit of work.
const SQUARED_TERMS_OF_WORK: u64 = 16;

/// Work of the tables of a relation.
const RELATION_WORK: u64 = 32;

/// Rules in compilation. A pause between two steps changes nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Compilation {
    model: Model,
    stage: CompilationStage,
    work: u64,
}

/// What the next step does.
#[derive(Clone, Debug, Default)]
enum CompilationStage {
    /// Compiles houses and relations.
    #[default]
    Relations,
    /// Derives sums from a union of houses.
    Derivation(Box<SumDerivation>),
    /// Divides a sum into groups.
    Sums(IntoIter<Sum>),
}

impl Compilation {
    /// Takes a step. Returns the model after the last one.
    pub(super) fn step(&mut self, rules: &Rules) -> Option<Model> {
        match &mut self.stage {
            CompilationStage::Relations => {
                let pair_sums = self.compile_relations(rules);
                let cages = rules.network().sums.iter().filter(|sum| sum.is_plain()).cloned();
                let cages: Vec<Sum> = cages.chain(pair_sums).collect();
                self.stage = if cages.is_empty() {
                    CompilationStage::Sums(all_sums(rules.network(), Vec::new()))
                } else {
                    CompilationStage::Derivation(Box::new(SumDerivation::new(rules, cages)))
                };
            }
            CompilationStage::Derivation(derivation) => {
                let before = derivation.work();
                let is_over = !derivation.step(&self.model);
                self.work += derivation.work() - before;
                if is_over {
                    let derived = std::mem::take(&mut **derivation).finish();
                    self.stage = CompilationStage::Sums(all_sums(rules.network(), derived));
                }
            }
            CompilationStage::Sums(sums) => match sums.next() {
                Some(sum) => {
                    let terms = sum.terms.len() as u64;
                    self.work += terms + terms * terms / SQUARED_TERMS_OF_WORK;
                    let sum = linear_sum(&self.model, sum);
                    self.model.sums.push(sum);
                }
                None => {
                    self.model.parts.clone_from(&rules.network().parts);
                    self.work += self.model.parts.iter().map(|part| part.work() / 2).sum::<u64>();
                    self.work += self.model.index_rules();
                    return Some(std::mem::take(&mut self.model));
                }
            },
        }
        None
    }

    /// Work so far, in steps of a search.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Compiles houses and relations. Returns the first pairs with a known sum.
    fn compile_relations(&mut self, rules: &Rules) -> Vec<Sum> {
        let (layout, network, model) = (rules.layout(), rules.network(), &mut self.model);
        (model.cell_count, model.digits) = (layout.cell_count(), rules.digit_count());
        model.subsets = Subsets::of_digits(model.digits);
        let words = model.cell_count.div_ceil(64);
        model.peer_sets = vec![0; words * model.cell_count];
        for house in layout.houses() {
            let mut bits = vec![0_u64; words];
            house.cells.iter().for_each(|cell| bits[cell.index() / 64] |= 1 << (cell.index() % 64));
            for cell in house.cells {
                let peers = &mut model.peer_sets[cell.index() * words..][..words];
                peers.iter_mut().zip(&bits).for_each(|(peers, bits)| *peers |= bits);
            }
            self.work += (house.cells.len() * words / 8) as u64;
        }
        for cell in 0..model.cell_count {
            model.peer_sets[cell * words + cell / 64] &= !(1 << (cell % 64));
        }
        let pair_sums = add_relations(model, network, rules.digits().bits());
        self.work += network.pairs.len() as u64 + RELATION_WORK * network.relations.len() as u64;
        let peers = |cell: usize| {
            let bits = model.peer_sets[cell * words..][..words].iter().enumerate();
            bits.flat_map(|(word, &bits)| set_bits(bits).map(move |bit| (64 * word + bit) as u16)).collect()
        };
        model.peers = (0..model.cell_count).map(peers).collect();
        self.work += model.peers.iter().map(|peers| peers.len() as u64 / 8).sum::<u64>();
        let cells = |cells: &[Cell]| CompiledHouse { cells: cells.iter().map(|cell| cell.0).collect() };
        model.houses = layout.houses().map(|house| cells(house.cells)).collect();
        pair_sums
    }
}

/// The sums of the constraints and the derived ones, short ones first.
fn all_sums(network: &Network, derived: Vec<Sum>) -> IntoIter<Sum> {
    let mut sums: Vec<Sum> = network.sums.iter().cloned().chain(derived).collect();
    sums.sort_by_key(|sum| sum.terms.len());
    sums.into_iter()
}

/// A relation as the search uses it.
#[derive(Debug)]
struct CompiledRelation {
    /// Whether the digits always differ.
    is_irreflexive: bool,
    /// Whether all different digits are allowed.
    is_trivial: bool,
    /// The tables of two cells, and of two cells that always differ.
    variants: [Option<Variant>; 2],
}

/// The tables of a relation.
#[derive(Clone, Copy, Debug)]
struct Variant {
    /// Indices of the supports of the second and of the first cell.
    supports: [u32; 2],
    /// The sum of all allowed pairs, if it is the same.
    sum: Option<i64>,
}

impl CompiledRelation {
    fn new(relation: &Relation, all: u64) -> Self {
        let rows = || (0..).zip(&relation.seconds).map(|(digit, row)| (1 << digit, row.bits()));
        Self {
            is_irreflexive: rows().all(|(digit, row)| row & digit == 0),
            is_trivial: rows().all(|(digit, row)| row | digit == all),
            variants: [None; 2],
        }
    }
}

/// Different supports, each once.
#[derive(Debug, Default)]
struct SupportList {
    list: Vec<Support>,
    numbers: HashMap<Vec<u64>, u32>,
}

impl SupportList {
    /// The tables of a relation, of cells that always differ if `are_peers`.
    fn variant(&mut self, relation: &Relation, are_peers: bool) -> Variant {
        // The peers exclude equal digits.
        let excluded = |digit: u32| u64::from(are_peers) << digit;
        let [seconds, firsts] = [&relation.seconds, &relation.firsts].map(|rows| -> Vec<u64> {
            (0..).zip(rows).map(|(digit, row)| row.bits() & !excluded(digit)).collect()
        });
        let sum = common_sum(&seconds);
        let mut number = |rows: Vec<u64>| {
            *self.numbers.entry(rows).or_insert_with_key(|rows| {
                self.list.push(Support::new(rows));
                self.list.len() as u32 - 1
            })
        };
        Variant { supports: [number(seconds), number(firsts)], sum }
    }
}

/// Adds the relations, and the peers that follow from them. Returns the first pairs with a known sum.
fn add_relations(model: &mut Model, network: &Network, all: u64) -> Vec<Sum> {
    let mut relations: Vec<CompiledRelation> =
        network.relations.iter().map(|relation| CompiledRelation::new(relation, all)).collect();
    let (mut supports, mut pair_sums) = (SupportList::default(), Vec::new());
    let pair_sums_max = PAIR_SUMS_OF_CELL * model.cell_count;
    model.arcs = vec![Vec::new(); model.cell_count];
    for pair in &network.pairs {
        let (one, other) = (pair.first.0, pair.second.0);
        let relation = &mut relations[pair.relation];
        if relation.is_irreflexive {
            model.add_peers(one, other);
        }
        let are_peers = model.is_peer(one, other);
        if are_peers && relation.is_trivial {
            continue;
        }
        let variant = &mut relation.variants[usize::from(are_peers)];
        let Variant { supports: [of_other, of_one], sum } =
            *variant.get_or_insert_with(|| supports.variant(&network.relations[pair.relation], are_peers));
        if let Some(total) = sum.filter(|_| pair_sums.len() < pair_sums_max) {
            let terms = [pair.first, pair.second].map(|cell| Term { cell, factor: 1 }).to_vec();
            pair_sums.push(Sum { terms, total });
        }
        // In ascending order for each cell, because the pairs are.
        model.arcs[usize::from(one)].push(Arc { to: other, support: of_other });
        model.arcs[usize::from(other)].push(Arc { to: one, support: of_one });
    }
    model.supports = supports.list;
    pair_sums
}

/// The sum of all allowed pairs, if it is the same. `rows` are the allowed digits of the second cell for each digit of the first.
fn common_sum(rows: &[u64]) -> Option<i64> {
    let mut sums =
        (1..).zip(rows).flat_map(|(first, &row)| set_bits(row).map(move |second| first + second as i64 + 1));
    let sum = sums.next()?;
    sums.all(|other| other == sum).then_some(sum)
}
