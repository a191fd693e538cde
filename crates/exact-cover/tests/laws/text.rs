//! Reading and writing a problem as text are inverses, and any text is a problem or has a fault at a position.

use std::collections::HashSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use quadrille_exact_cover::NamedProblem;
use quadrille_testing::problems::named_problem;
use quadrille_testing::strategies::cases;

proptest! {
    #![proptest_config(cases(1024))]

    #[test]
    fn formatted_exact_cover_problem_parses_to_itself(document in named_problem()) {
        let text = document.to_string();
        prop_assert_eq!(text.parse(), Ok(document));
    }

    #[test]
    fn comments_and_blank_lines_change_nothing(
        document in named_problem(),
        gaps in vec(select(vec!["", "", "\n", " \t\n", "| a comment\n", "  |another: |\r\n"]), 14),
    ) {
        let text = document.to_string();
        let spaced: String =
            text.lines().zip(&gaps).flat_map(|(line, gap)| [gap, " ", line, "\n"]).collect();
        prop_assert_eq!(spaced.parse(), Ok(document));
    }

    #[test]
    fn any_text_is_an_exact_cover_problem_or_has_a_fault_at_a_position(
        text in prop_oneof![any::<String>(), "[abxy|:AB \n\t]{0,60}", nearly_a_problem()],
    ) {
        match text.parse::<NamedProblem>() {
            Ok(document) => {
                let names = document.item_names().iter().chain(document.colour_names());
                for name in names {
                    let is_name = !name.is_empty() && !name.contains([':', '|', ' ', '\n']);
                    prop_assert!(is_name, "{:?} is not a name", name);
                }
                let distinct: HashSet<&String> = document.item_names().iter().collect();
                prop_assert_eq!(distinct.len(), document.item_names().len());
                prop_assert_eq!(document.to_string().parse(), Ok(document));
            }
            Err(error) => {
                prop_assert!((1..=text.lines().count().max(1)).contains(&error.line));
                let line = text.lines().nth(error.line - 1).unwrap_or_default();
                prop_assert!((1..=line.chars().count().max(1)).contains(&error.column), "{}", error);
            }
        }
    }
}

/// Texts in which most lines are valid.
fn nearly_a_problem() -> impl Strategy<Value = String> {
    let word = select(vec!["p", "q", "r", "x", "x:A", "x:B", "y", "y:A", "q:A", "|", "z", "x:", "\u{3000}"]);
    let option = vec(word, 0..4).prop_map(|words| words.join(" "));
    let heading = select(vec!["p q r | x y", "p q r x y", " p\tq r |x y", "| p", "p p", "p q r | x | y"]);
    (heading, vec(option, 0..5)).prop_map(|(heading, options)| format!("{heading}\n{}", options.join("\n")))
}
