//! Laws of proofs: the formula means the problem, and every number of solutions has a proof that the checker accepts.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use proptest::collection::vec;
use proptest::prelude::*;
use quadrille_exact_cover::proof::{
    Checker, Constraint, Formula, FormulaFormat, FormulaParts, FormulaSize, ProofAnswer, ProofError,
    ProofFormat, ProofParts, ProofSearch,
};
use quadrille_exact_cover::{Problem, Progress, ResumableSearch, StopReason};
use quadrille_testing::brute_force::Statement;
use quadrille_testing::problems::{langford, problem, queens};
use quadrille_testing::strategies::{cases, crowded_statement, statement};

/// Stop flag that is never set.
static RUN: AtomicBool = AtomicBool::new(false);

fn prove(problem: &Problem, claim: u64, budget_nodes: u64) -> ProofAnswer {
    let mut search = ProofSearch::new(problem, claim).expect("a small problem");
    while search.advance(budget_nodes, &RUN).expect("no bug") == Progress::Paused {}
    search.answer()
}

/// Whether each clause follows by unit propagation, and the last one is empty.
fn is_accepted<'a>(formula: &Formula, clauses: impl IntoIterator<Item = &'a [i32]>) -> bool {
    let mut checker = Checker::new(formula);
    let clauses: Vec<&[i32]> = clauses.into_iter().collect();
    clauses.last().is_some_and(|last| last.is_empty())
        && clauses.iter().all(|clause| checker.accept(clause).is_ok())
}

fn is_true(literal: i32, chosen: &BTreeSet<i32>) -> bool {
    chosen.contains(&literal.abs()) == (literal > 0)
}

/// Whether an assignment with these true variables meets the formula.
fn is_met(formula: &Formula, chosen: &BTreeSet<i32>) -> bool {
    let count = |literals: &[i32]| literals.iter().filter(|&&literal| is_true(literal, chosen)).count();
    formula.constraints().all(|constraint| match constraint {
        Constraint::Clause(literals) => count(literals) > 0,
        Constraint::ExactlyOne(literals) => count(literals) == 1,
        Constraint::AtMostOne(literals) => count(literals) <= 1,
        Constraint::Sum { .. } => false,
    })
}

/// The formula's variables of these options and of the colours that they give.
fn assignment(statement: &Statement, options: &BTreeSet<usize>) -> BTreeSet<i32> {
    let mut colours: Vec<(usize, u32)> = Vec::new();
    for item in statement.primary..statement.primary + statement.secondary {
        for &(_, colour) in statement.options.iter().flatten().filter(|entry| entry.0 == item) {
            if let Some(colour) = colour.filter(|&colour| !colours.contains(&(item, colour))) {
                colours.push((item, colour));
            }
        }
    }
    let given = options.iter().flat_map(|&option| &statement.options[option]);
    let given: BTreeSet<(usize, u32)> =
        given.filter_map(|&(item, colour)| colour.map(|colour| (item, colour))).collect();
    let of_options = options.iter().map(|&option| option as i32 + 1);
    let first = statement.options.len() as i32 + 1;
    let of_colours = (first..).zip(&colours).filter(|(_, colour)| given.contains(colour));
    of_options.chain(of_colours.map(|(variable, _)| variable)).collect()
}

proptest! {
    #![proptest_config(cases(1024))]

    #[test]
    fn formula_is_met_by_the_solutions_alone(statement in statement(10)) {
        let formula = Formula::try_from(&problem(&statement)).expect("a small problem");
        let size = FormulaSize::try_from(&problem(&statement)).expect("a small problem");
        prop_assert_eq!(formula.size(), size);
        for format in [FormulaFormat::Dimacs, FormulaFormat::Opb] {
            let mut text = String::new();
            format.write(&formula, &mut text).expect("a string");
            prop_assert_eq!(text.len() as u64, format.text_bytes(&size));
            prop_assert_eq!(text.lines().count() as u64, format.text_lines(&size));
            let mut parts = FormulaParts::new(format);
            let mut joined = String::new();
            while !parts.write_part(&formula, 1, &mut joined).expect("a string") {}
            prop_assert_eq!(joined, text);
        }
        for set in 0_u32..1 << statement.options.len() {
            let chosen = (0..statement.options.len()).filter(|option| set >> option & 1 == 1).collect();
            let assignment = assignment(&statement, &chosen);
            prop_assert_eq!(is_met(&formula, &assignment), statement.is_solved_by(&chosen));
        }
    }

    #[test]
    fn every_number_of_solutions_has_an_accepted_proof(statement in statement(12), budget in 1..5_u64) {
        let problem = problem(&statement);
        let solutions = statement.solutions();
        let count = solutions.len() as u64;
        let answer = prove(&problem, count, u64::MAX);
        prop_assert!(answer.is_proved());
        let found: BTreeSet<BTreeSet<usize>> = answer.solutions.iter()
            .map(|options| options.iter().map(|&variable| variable as usize - 1).collect()).collect();
        prop_assert_eq!(&found, &solutions);
        prop_assert!(is_accepted(&answer.formula, answer.lemmas.iter()));
        prop_assert_eq!(&prove(&problem, count, budget).lemmas, &answer.lemmas);
        let (mut whole, mut joined) = (String::new(), String::new());
        let (formula, lemmas) = (&answer.formula, &answer.lemmas);
        ProofFormat::Veripb3.write(formula, &[], lemmas, &mut whole).expect("a string");
        let mut parts = ProofParts::new(ProofFormat::Veripb3);
        while !parts.write_part(formula, &[], lemmas, 1, &mut joined).expect("a string") {}
        prop_assert_eq!(joined, whole);
        if count > 0 {
            let false_claim = prove(&problem, count - 1, u64::MAX);
            prop_assert_eq!(false_claim.stop_reason, StopReason::SolutionLimit);
            prop_assert!(!false_claim.is_proved());
            prop_assert_eq!(false_claim.solutions.len() as u64, count);
            // The formula still has a solution: nothing can be proved of it.
            prop_assert!(!is_accepted(&false_claim.formula, answer.lemmas.iter()));
        }
    }
}

/// Formula of groups of three variables, one of which is true in each, with sums of all variables; and its solutions.
fn formula_with_sums(groups: usize, sums: &[Vec<i32>], totals: &[i64]) -> (Formula, Vec<Vec<u32>>) {
    let variables = 3 * groups;
    let mut formula = Formula::new(variables).expect("a small formula");
    for group in 0..groups as i32 {
        formula.add_exactly_one([1, 2, 3].map(|place| 3 * group + place)).expect("a small formula");
    }
    for (factors, &total) in sums.iter().zip(totals) {
        formula.add_sum(factors.iter().copied().take(variables).zip(1..), total).expect("a small formula");
    }
    let assignments = (0..3_usize.pow(groups as u32)).map(|number| {
        let places = (0..groups).map(|group| number / 3_usize.pow(group as u32) % 3 + 3 * group + 1);
        places.map(|variable| variable as u32).collect::<Vec<u32>>()
    });
    let total_of = |factors: &Vec<i32>, chosen: &Vec<u32>| -> i64 {
        chosen.iter().map(|&variable| i64::from(factors[variable as usize - 1])).sum()
    };
    let is_solution = |chosen: &Vec<u32>| {
        sums.iter().zip(totals).all(|(factors, &total)| total_of(factors, chosen) == total)
    };
    (formula, assignments.filter(is_solution).collect())
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn formulas_with_sums_have_accepted_proofs(
        groups in 2..5_usize,
        sums in vec(vec(-4..6_i32, 12), 1..4),
        totals in vec(-2..8_i64, 3),
        budget in 1..5_u64,
    ) {
        let (formula, solutions) = formula_with_sums(groups, &sums, &totals);
        let refute = |solutions: &[Vec<u32>], budget_nodes: u64| {
            let mut search =
                ProofSearch::refute(formula.clone(), Vec::new(), solutions.to_vec()).expect("a small formula");
            while search.advance(budget_nodes, &RUN)? == Progress::Paused {}
            Ok(search.answer())
        };
        let answer: Result<ProofAnswer, ProofError> = refute(&solutions, u64::MAX);
        let answer = answer.expect("no other solution");
        prop_assert!(answer.is_proved());
        prop_assert!(is_accepted(&answer.formula, answer.lemmas.iter()));
        prop_assert_eq!(&refute(&solutions, budget).expect("no other solution").lemmas, &answer.lemmas);
        if let Some((_, others)) = solutions.split_first() {
            prop_assert_eq!(refute(others, u64::MAX).err(), Some(ProofError::UnknownSolution));
            prop_assert!(!is_accepted(&formula, answer.lemmas.iter()));
        }
    }
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn proofs_of_crowded_problems_are_accepted(statement in crowded_statement()) {
        let answer = prove(&problem(&statement), 1_000, 20);
        prop_assume!(answer.stop_reason == StopReason::Complete);
        prop_assert!(is_accepted(&answer.formula, answer.lemmas.iter()));
    }
}

#[test]
fn counts_of_queens_and_langford_pairs_are_proved() {
    for (problem, count) in [(queens(6), 4), (queens(7), 40), (langford(7), 52), (langford(9), 0)] {
        let answer = prove(&problem, count, u64::MAX);
        assert!(answer.is_proved());
        assert_eq!(answer.solutions.len() as u64, count);
        assert!(is_accepted(&answer.formula, answer.lemmas.iter()));
    }
}

#[test]
fn changed_proofs_are_rejected() {
    let answer = prove(&langford(6), 0, u64::MAX);
    let clauses: Vec<&[i32]> = answer.lemmas.iter().collect();
    let accepts = |clauses: &[&[i32]]| is_accepted(&answer.formula, clauses.iter().copied());
    assert!(accepts(&clauses) && clauses.len() > 20);
    assert!(!accepts(&[&[]]), "the empty clause alone");
    assert!(!accepts(&clauses[..clauses.len() - 1]), "without the empty clause");
    let third = clauses.len() / 3;
    assert!(!accepts(&[&clauses[..third], &clauses[2 * third..]].concat()), "without the middle third");
    let is_order_needed = (1..clauses.len()).any(|at| {
        let mut exchanged = clauses.clone();
        exchanged.swap(at - 1, at);
        !accepts(&exchanged)
    });
    assert!(is_order_needed, "two clauses exchanged");
    let flipped: Vec<i32> = clauses[0].iter().map(|literal| -literal).collect();
    assert!(!accepts(&[&[&flipped[..]], &clauses[1..]].concat()), "with a flipped clause");
    let is_sign_needed = (0..clauses.len() - 1).any(|at| {
        let mut literals = clauses[at].to_vec();
        literals[0] = -literals[0];
        let mut changed = clauses.clone();
        changed[at] = &literals;
        !accepts(&changed)
    });
    assert!(is_sign_needed, "with a flipped literal");
    for variable in 1..=answer.formula.variable_count() as i32 {
        // Pairs exist with these literals alone, so neither follows.
        assert!(!accepts(&[&[&[variable][..], &[]], &clauses[..]].concat()), "with the clause {variable}");
    }
    let other = prove(&langford(7), 52, u64::MAX);
    assert!(!is_accepted(&other.formula, clauses.iter().copied()), "of another problem");
    let all = Formula::try_from(&langford(7)).expect("a small problem");
    assert!(!is_accepted(&all, other.lemmas.iter()), "without the excluded solutions");
    let mut wrong = all.clone();
    for solution in &other.solutions[1..] {
        wrong.exclude(solution).expect("a small problem");
    }
    wrong.exclude(&[1, 2, 3]).expect("a small problem");
    assert!(!is_accepted(&wrong, other.lemmas.iter()), "with a wrong solution");
}

#[test]
fn texts_have_the_documented_form() {
    let statement = Statement {
        primary: 2,
        secondary: 1,
        options: vec![
            vec![(0, None), (2, Some(4))],
            vec![(1, None), (2, Some(4))],
            vec![(1, None), (2, None)],
            vec![],
            vec![(0, None), (1, None), (2, Some(2))],
        ],
    };
    let answer = prove(&problem(&statement), 2, u64::MAX);
    let text = |format: FormulaFormat| {
        let mut text = String::new();
        format.write(&answer.formula, &mut text).expect("a string");
        text
    };
    assert_eq!(
        text(FormulaFormat::Dimacs),
        "p cnf 7 15\n1 5 0\n-1 -5 0\n2 3 5 0\n-2 -3 0\n-2 -5 0\n-3 -5 0\n-3 -6 0\n-3 -7 0\n-6 -7 0\n-1 6 0\n-2 6 0\n-5 7 0\n-4 0\n\
        -1 -2 0\n-5 0\n"
    );
    assert_eq!(
        text(FormulaFormat::Opb),
        "* #variable= 7 #constraint= 9\n+1 x1 +1 x5 = 1 ;\n+1 x2 +1 x3 +1 x5 = 1 ;\n-1 x3 -1 x6 -1 x7 >= -1 ;\n\
        -1 x1 +1 x6 >= 0 ;\n-1 x2 +1 x6 >= 0 ;\n-1 x5 +1 x7 >= 0 ;\n-1 x4 >= 0 ;\n-1 x1 -1 x2 >= -1 ;\n-1 x5 >= 0 ;\n"
    );
    let mut proof = String::new();
    ProofFormat::Veripb2.write(&answer.formula, &[], &answer.lemmas, &mut proof).expect("a string");
    assert_eq!(
        proof,
        "pseudo-Boolean proof version 2.0\nrup >= 1 ;\noutput NONE\nconclusion UNSAT : -1\nend pseudo-Boolean proof\n"
    );
}
