//! Texts of other programs as files and standard input.

use super::{parts, run, stdout};

const SOLUTION: &str = "673945812125687349489312576896451723741263985352879164937126458564738291218594637\n";

macro_rules! input {
    ($name:literal) => {
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/inputs/", $name)
    };
}

#[test]
fn files_of_other_programs_are_one_puzzle() {
    for file in [
        input!("g07_killer_3x3_k.txt"),
        input!("g07_killer_arrows_81.txt"),
        input!("g08_cages_sum_then_cells.json"),
        input!("g08_grid_and_cage_letters.txt"),
        input!("g08_killer_forum_letters_and_sums.txt"),
        input!("g11_ampl.dat"),
        input!("g11_asp_facts.lp"),
        input!("g11_minizinc.dzn"),
        input!("g11_pycsp3.json"),
    ] {
        assert_eq!(stdout(&["solve", file], b""), SOLUTION, "{file}");
        let bytes = std::fs::read(file).expect("a file");
        assert_eq!(stdout(&["solve"], &bytes), SOLUTION, "{file}");
    }
    let line = std::fs::read(input!("g07_killer_3x3_k.txt")).expect("a file");
    assert_eq!(stdout(&["solve"], &[&line[..], &line[..]].concat()), SOLUTION.repeat(2));
    let essence = b"letting start be [[1,0,0,0],\n[0,0,3,0],\n[0,4,0,0],\n[0,0,0,2]]\n";
    assert_eq!(stdout(&["solve"], essence), "1324423124133142\n");
}

#[test]
fn matrix_is_an_exact_cover_problem_and_no_puzzle() {
    for matrix in ["1001\n0110\n1001\n0110\n", "0 1 0 1\n1 0 1 0\n", "0010110\n1001001\n0110010\n"] {
        let output = run(&["solve"], matrix.as_bytes());
        let (code, answers, faults) = parts(&output);
        assert_eq!(code, Some(1), "{matrix}");
        assert!(answers.contains("a matrix of 0 and 1") && answers.lines().count() == 1, "{answers}{faults}");
    }
    assert_eq!(stdout(&["cover", "solve", "-"], b"1001\n0110\n0100\n"), "1 2\n");
    assert_eq!(stdout(&["cover", "solve", input!("g12_bare_options.json")], b""), "2 4 6\n");
    assert_eq!(stdout(&["cover", "solve", input!("g12_bare_matrix.json")], b""), "1 4 5\n");
    let output =
        run(&["cover", "solve", input!("g12_burrtools.xml"), input!("g12_dlx3_multiplicities.dlx")], b"");
    let (code, _, faults) = parts(&output);
    assert_eq!(code, Some(1));
    assert!(faults.contains("BurrTools") && faults.contains("multiplicity"), "{faults}");
}
