//! Arguments that people try first, in the words of the commands.

use std::ffi::OsString;

use quadrille_sudoku::techniques::Level;

use super::detect::is_puzzle;

/// Returns the arguments of the program, of which the first is its name: a puzzle alone gets the command `solve`, and a level as an option
/// of `generate`, such as `--hard`, gets the option `--difficulty`.
pub(super) fn in_own_words(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let first = arguments.get(1).and_then(|argument| argument.to_str());
    match first {
        Some("generate") => arguments.iter_mut().skip(2).for_each(name_level),
        Some(puzzle) if !puzzle.starts_with('-') && is_puzzle(puzzle) => arguments.insert(1, "solve".into()),
        _ => {}
    }
    arguments
}

fn name_level(argument: &mut OsString) {
    let name = argument.to_str().and_then(|text| text.strip_prefix("--"));
    if let Some(level) = name.and_then(|name| Level::ALL.iter().copied().find(|level| level.name() == name)) {
        *argument = format!("--difficulty={}", level.name()).into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(line: &[&str]) -> String {
        let arguments = in_own_words(line.iter().map(OsString::from));
        arguments.iter().map(|argument| argument.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn puzzle_alone_is_solved_and_level_is_an_option() {
        for (line, expected) in [
            (&["quadrille", "1.....3..4.....2", "-q"][..], "quadrille solve 1.....3..4.....2 -q"),
            (&["quadrille", "count", "1.....3..4.....2"], "quadrille count 1.....3..4.....2"),
            (&["quadrille", "generate", "--hard", "-n", "2"], "quadrille generate --difficulty=hard -n 2"),
            (&["quadrille", "generate", "hard"], "quadrille generate hard"),
            (&["quadrille", "rate", "--hard"], "quadrille rate --hard"),
            (&["quadrille", "--port", "1"], "quadrille --port 1"),
            (&["quadrille"], "quadrille"),
            (&[], ""),
        ] {
            assert_eq!(own(line), expected);
        }
    }
}
