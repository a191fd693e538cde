//! The examples print what their comments promise. `cargo test` builds them; with `--test examples` alone, add `--examples`.

use quadrille_testing::examples::output;

#[test]
fn solve_prints_the_solution_or_says_that_there_is_none() {
    assert!(output("solve", &[]).starts_with("the only solution:\n534678912\n672195348\n"));
    assert_eq!(
        output("solve", &["11.............."]),
        "1 is given more than once in row 1: r1c1, r1c2\n1 is given more than once in box 1: r1c1, r1c2\nno solution\n"
    );
    assert!(output("solve", &["1..............."]).starts_with("several solutions, such as:\n1"));
}

#[test]
fn count_is_exact_below_the_limit() {
    let text = output("count", &[]);
    assert!(text.ends_with("exactly 240 solutions\n"), "{text}");
    assert_eq!(text.lines().filter(|line| line.len() == 81).count(), 3);
    assert!(output("count", &["100"]).ends_with("at least 100 solutions\n"));
}

#[test]
fn hint_explains_each_step_and_draws_the_first() {
    let text = output("hint", &[]);
    assert!(
        text.starts_with("Hidden Single: box 1 has only one place for 3, so r1c2 is 3.\nthen "),
        "{text}"
    );
    assert!(text.contains("<title>Hidden Single: box 1") && text.trim_end().ends_with("</svg>"), "{text}");
}

#[test]
fn book_has_puzzles_of_ascending_levels_with_their_solutions() {
    let text = output("book", &["2"]);
    assert!(text.starts_with("puzzle 1: easy, score 275\n3..7...2.\n"), "{text}");
    assert!(
        text.contains("\nsolution 1\n346795128\n") && text.contains("\npuzzle 2: medium, score 462\n"),
        "{text}"
    );
}

#[test]
fn size_16_prints_a_puzzle_and_its_solution() {
    let text = output("size_16", &[]);
    assert!(text.contains("\n32BA68791GFDEC45\n") && text.ends_with("184 solutions\n"), "{text}");
}

#[test]
fn rate_names_level_score_and_hardest_technique() {
    let text = output("rate", &[]);
    let lines: Vec<&str> =
        text.lines().filter_map(|line| line.split_once(": ")).map(|(_, rating)| rating).collect();
    assert_eq!(
        lines,
        [
            "easy, score 284, needs Hidden Single",
            "easy, score 435, needs Naked Single",
            "not exactly one solution"
        ]
    );
}
