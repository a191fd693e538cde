//! Readings of marked texts, and their faults.

use quadrille_sudoku::text::format_line;
use quadrille_sudoku::{BoxShape, Digit};

use super::detect::{begins_data, is_marked};
use crate::{Format, FormatFault, FormatFaultReason, ParsedText, TextFault, parse, parse_puzzle};

const SOLUTION: &str = "673945812125687349489312576896451723741263985352879164937126458564738291218594637";
const CLUES: &str = "..3...8..1....73.94.9...5.6896.5.7.3.....3....52879...937.2..5.5.4...........463.";

macro_rules! input {
    ($name:literal) => {
        include_str!(concat!("../../../../../tests/inputs/", $name))
    };
}

fn read(text: &str) -> ParsedText {
    parse(text, None, &mut |fault| panic!("{fault:?}: {text}")).expect("valid")
}

fn line(text: &str) -> String {
    let read = read(text);
    format_line(read.grid.cells(), read.alphabet.case()).expect("symbols")
}

/// The only solution of a text.
fn solution(text: &str) -> Option<String> {
    let puzzle = parse_puzzle(text).unwrap_or_else(|fault| panic!("{fault}: {text}"));
    puzzle.is_unique().then(|| puzzle.solve().map(|solution| solution.to_string())).flatten()
}

fn faults(text: &str) -> Vec<TextFault> {
    let mut faults = Vec::new();
    assert_eq!(parse(text, None, &mut |fault| faults.push(fault)), None, "{text}");
    faults
}

/// The detail of each fault.
fn details(text: &str) -> Vec<String> {
    faults(text).iter().map(ToString::to_string).collect()
}

/// The same text with other white space around it.
fn variants(text: &str) -> Vec<String> {
    vec![text.to_owned(), text.replace('\n', "\r\n"), format!("\n\n{text}\n"), text.trim_end().to_owned()]
}

#[test]
fn killers_have_their_solution() {
    for input in [
        input!("g07_killer_3x3_k.txt"),
        input!("g07_killer_arrows_81.txt"),
        input!("g08_grid_and_cage_letters.txt"),
        input!("g08_killer_forum_letters_and_sums.txt"),
    ] {
        for text in variants(input) {
            assert_eq!(solution(&text).as_deref(), Some(SOLUTION), "{text}");
        }
        assert_eq!(read(input).constraints.len(), 31, "{input}");
        assert_eq!(read(input).format, Format::Line);
    }
}

#[test]
fn data_of_models_are_grids() {
    for input in [input!("g11_minizinc.dzn"), input!("g11_ampl.dat"), input!("g11_asp_facts.lp")] {
        for text in variants(input) {
            assert_eq!(line(&text), CLUES, "{text}");
        }
    }
    let small = "1.....3..4.....2";
    for text in [
        "start = [|1,0,0,0|0,0,3,0|0,4,0,0|0,0,0,2|];",
        "% a\nn=4;\n\nstart=\n[| 1,0,0,0\n | 0,0,3,0\n | 0,4,0,0\n | 0,0,0,2\n |];\nS = 2;\n",
        "start = array2d(1..4, 1..4, [1,_,_,_, _,_,3,_, _,4,_,_, _,_,_,2]);",
        "language ESSENCE' 1.0\n$ a\nletting start be [[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]\nletting n be 4\n",
        "Letting s = [[1,0,0,0; int(1..4)],[0,0,3,0;int(1..4)],[0,4,0,0],[0,0,0,2];int(1..4)]",
        "data;\nparam n := 4;\nset ROWS := 1 2 3 4;\nparam given default 0 : 1 2 3 4 :=\n1 1 . . .\n2 . . 3 .\n3 . 4 . .\n4 . . . 2;\nend;\n",
        "% a\n#const n = 4.\nclue(1,1,1). clue(2,3,3).\nclue(3, 2, 4). clue(4,4,2). % b\n#show clue/3.\n",
        "row(1..4).\nclue(1,1,1).\nclue(2,3,3).\nclue(3,2,4).\nclue(4,4,2).\n",
        "clue(0,0,1). clue(1,2,3). clue(2,1,4). clue(3,3,2).",
    ] {
        assert_eq!(line(text), small, "{text}");
    }
    let six = "x=[|1,0,0,0,0,0|0,2,0,0,0,0|0,0,3,0,0,0|0,0,0,4,0,0|0,0,0,0,5,0|0,0,0,0,0,6|];";
    assert_eq!(line(six).len(), 36);
}

#[test]
fn other_parts_of_data_are_refused_by_name() {
    for (text, name) in [
        ("start=[|1,0|0,2|];\nboxes=[|1,1|2,2|];", "the parameter `boxes` of a model"),
        ("k = 7;\nstart=[|1,0,0,0|0,0,3,0|0,4,0,0|0,0,0,2|];", "the parameter `k` of a model"),
        ("start=[|1,0|0,2|]; kind = killer;", "the parameter `kind` of a model"),
        ("letting s be [[1,0],[0,2]]\nletting t be domain int(1..2)", "the parameter `t` of a model"),
        ("param k := 3;\nparam given : 1 2 :=\n1 1 .\n2 . 2;", "the parameter `k` of a model"),
        ("param given := 1 1 1 2 2 2;", "the parameter `given` of a model"),
        ("clue(1,1,1). clue(4,4,2). same(1,1,2,2).", "the fact `same` beside the clues"),
        ("clue(1,1,1). thermo(4,4,2).", "the fact `thermo` beside the clues"),
    ] {
        let details = details(text);
        assert!(matches!(&details[..], [detail] if detail.contains(name)), "{text}: {details:?}");
    }
}

#[test]
fn faults_of_data_name_the_cell() {
    let cell = |text: &str| match &faults(text)[..] {
        [TextFault::Format(FormatFault { cell, .. })] => cell.map(|cell| cell.to_string()),
        other => panic!("{other:?}: {text}"),
    };
    for (text, expected) in [
        ("s=[|1,0|0,3|];", Some("r2c2")),
        ("s=[|1,0|_,2|];", Some("r2c1")),
        ("s=[|1,0|a,2|];", Some("r2c1")),
        ("s=[|1,0|0|];", None),
        ("s=[|1,0|0,2|", None),
        ("param g : 1 2 :=\n1 1 .\n2 . 5;", Some("r2c2")),
        ("param g : 1 2 :=\n1 1 .\n2 .;", None),
        ("clue(1,1,1). clue(1,1,2). clue(4,4,4).", Some("r1c1")),
        ("clue(1,1,9). clue(4,4,4). n(4).", None),
        // Rows from 0 or from 1; a size of 8 or 9.
        ("#const n=4.\nclue(1,1,1). clue(3,2,4).", None),
        ("clue(1,1,1). clue(8,8,8).", None),
        ("clue(1,1,1). clue(X,1,2).", None),
    ] {
        assert_eq!(cell(text).as_deref(), expected, "{text}");
    }
}

/// The letters of the small killer, whose cages are dominoes of its solution.
const SMALL: &str = "aabb\nccdd\neeff\ngghh\n";
const SUMS: &str = "a=4 b=6 c=6 d=4 e=6 f=4 g=4 h=6";
const SMALL_SOLUTION: &str = "1324423124133142";

#[test]
fn letters_are_cages_beside_and_below_clues() {
    let clues = "1...\n..3.\n.4..\n...2\n";
    let beside: Vec<String> =
        clues.lines().zip(SMALL.lines()).map(|(row, letters)| format!("{row} {letters}")).collect();
    let spaced = |text: &str| {
        text.lines()
            .map(|row| row.chars().map(|s| format!("{s} ")).collect::<String>() + "\n")
            .collect::<String>()
    };
    for text in [
        format!("{clues}{SMALL}{SUMS}"),
        format!("{SMALL}{clues}{SUMS}"),
        format!("Killer 12\n\n{clues}\nCages:\n{SMALL}\n{SUMS}\nBy a friend\n"),
        format!("{clues}----\n{SMALL}====\n{}", SUMS.replace(' ', "\n")),
        format!("{}\n{SUMS}", beside.join("\n")),
        format!("{}\n{}", beside.join("\n"), SUMS.replace(' ', ", ").replace('=', ": ")),
        format!("{}{}{}", spaced(clues), spaced(SMALL), SUMS.replace('=', " = ")),
        format!("{clues}{}{}", SMALL.to_uppercase(), SUMS.to_uppercase().replace('=', "")),
    ] {
        assert_eq!(line(&text), "1.....3..4.....2", "{text}");
        assert_eq!(
            (solution(&text).as_deref(), read(&text).constraints.len()),
            (Some(SMALL_SOLUTION), 8),
            "{text}"
        );
    }
    // No clues, and cells without a cage.
    let alone = format!("{SMALL}{SUMS}");
    assert_eq!((line(&alone), read(&alone).constraints.len()), (".".repeat(16), 8));
    assert_eq!(read(&alone.replace("hh\n", "..\n").replace(" h=6", "")).constraints.len(), 7);
}

#[test]
fn faults_of_cages_are_named() {
    let text = format!("{SMALL}{SUMS}");
    for (text, expected) in [
        (text.replace(" h=6", ""), "the cage `h` has no sum"),
        (format!("{text} i=3"), "the sum of `i` is given"),
        (format!("{text} a=3"), "the cage `a` has two sums"),
        (text.replace("h=6", "h=60"), "`cage h`"),
        (text.replace("gghh\n", ""), "n rows of n letters"),
        (format!("{text}\n12 34 56"), "none of these"),
        (format!("1...\n..7.\n.4..\n...2\n{text}"), "`7` is 7, more than 4"),
        (input!("g07_killer_arrows_81.txt").replacen('H', "I", 1), "406 together"),
        (input!("g07_killer_arrows_81.txt").replacen('7', "<", 1), "does not lead to a sum"),
        (input!("g07_killer_3x3_k.txt").replacen(":1792", "", 1), "got 80"),
        (input!("g07_killer_3x3_k.txt").replacen("1792", "12", 1), "r1c1"),
        (input!("g07_killer_3x3_k.txt").replacen("::", ":j:", 1), "the flag `j`"),
        (input!("g07_killer_3x3_k.txt").replacen("3x3", "2x3", 1), "2 or 3 wide"),
        ("2x2::k:25600:256:256:256:0:0:0:0:0:0:0:0:0:0:0:0".to_owned(), "`cage at r1c1`"),
    ] {
        let details = details(&text);
        assert!(details.iter().any(|detail| detail.contains(expected)), "{text}: {details:?}");
    }
}

#[test]
fn arrows_lead_to_sums_with_letters_of_either_case() {
    // Dominoes, and boxes.
    let small = "4<6<6<4<6<4<4<6<";
    assert_eq!(read(small).constraints.len(), 8);
    assert_eq!(read("A<A<^<>^A<A<^<^<").constraints.len(), 4);
    assert_eq!(read("a<a<^<>^a<a<^<^<").constraints.len(), 4);
    for text in ["4<6<6<4<6<4<4<6", "<<6<6<4<6<4<4<6<", "....6<6<4<6<4<4<"] {
        assert!(parse(text, None, &mut |_| {}).is_none(), "{text}");
    }
}

#[test]
fn lines_that_are_marked_are_several() {
    let lines = format!("{}\n{}", input!("g07_killer_3x3_k.txt"), input!("g07_killer_arrows_81.txt"));
    let several = FormatFaultReason::SeveralPuzzles(2);
    assert!(
        matches!(&faults(&lines)[..], [TextFault::Format(FormatFault { reason, .. })] if *reason == several)
    );
    assert!(!is_marked(&lines));
    assert!(
        [input!("g11_ampl.dat"), input!("g07_killer_3x3_k.txt"), "1001\n0110"].into_iter().all(is_marked)
    );
    // A named format is meant.
    assert_eq!(
        parse("1001\n0110\n1001\n0110", Some(Format::Line), &mut |_| {}).map(|read| read.grid.cells().len()),
        Some(16)
    );
    for line in [
        "S=3;",
        "start=[|0,",
        "letting s be [[1,2],",
        "param given : 1 2 :=",
        "clue(1,1,1).",
        "language Essence 1.3",
        "x =",
    ] {
        assert!(begins_data(line), "{line}");
    }
    for line in [
        "Set 3: hard",
        "Level: 5",
        "a=7 b=9",
        "1...",
        "Language: English",
        "Grid (12)",
        "n = [1, 2]",
        "letting go",
    ] {
        assert!(!begins_data(line), "{line}");
    }
}

#[test]
fn sumocue_has_cages_and_regions() {
    let input = input!("g07_sumocue_v1_jigsaw.txt");
    for text in variants(input) {
        assert_eq!(solution(&text).as_deref(), Some("1243413223143421"), "{text}");
    }
    let boxes = "SumoCueV1=4J0+0J0=6J1+2J1=6J0+4J0=4J1+6J1=6J2+8J2=4J3+10J3=4J2+12J2=6J3+14J3";
    let read = read(boxes);
    assert_eq!((read.box_shape, read.regions), (Some(BoxShape { width: 2, height: 2 }), None));
    assert_eq!(read.constraints.len(), 8);
    let none = "sumocuev1".to_owned() + &"=0J0".repeat(16);
    assert_eq!(self::read(&none).constraints, []);
    for (text, expected) in [
        (boxes.replacen("V1", "V2", 1), "`SumoCueV1`"),
        (boxes.replacen("=4J0", "", 1), "make no grid"),
        (boxes.replacen("=4J0", "=4", 1), "some have none"),
        (boxes.replacen("J0", "J1", 1), "regions that do not have 4 cells"),
        (boxes.replacen("=4J0", "+0J0", 1), "must lead to the first cell"),
        (boxes.replacen("=4J0", "=0J0", 1), "has the sum 0"),
        (boxes.replacen("=4J0", "*4J0", 1), "expected `=` and a sum"),
    ] {
        let details = details(&text);
        assert!(details.iter().any(|detail| detail.contains(expected)), "{text}: {details:?}");
    }
}

#[test]
fn position_alone_has_placed_digits_as_clues() {
    for text in variants(input!("g13_position_with_plus.txt")) {
        assert_eq!(
            (line(&text), read(&text).format),
            ("1..4..3..4.....2".to_owned(), Format::Hodoku),
            "{text}"
        );
        assert_eq!(solution(&text).as_deref(), Some(SMALL_SOLUTION));
        let sets = read(&text).candidates.expect("restricted");
        assert_eq!(sets[1].digits().map(Digit::value).collect::<Vec<_>>(), [1, 3, 4]);
    }
    assert_eq!(line("1..+4..3..4.....2"), "1..4..3..4.....2");
    assert_eq!(line("1..+4..3..4.....+2::"), "1..4..3..4.....2");
    for text in ["1..+4..3..4.....:212", "1+...3..4.....2", "1..+4..3..4.....2:912", "1..+4..3..4.....2+"] {
        assert!(parse(text, None, &mut |_| {}).is_none(), "{text}");
    }
}

#[test]
fn pencil_marks_may_have_corners_of_commas() {
    let input = input!("g13_pencilmarks_frame_with_commas.txt");
    for text in variants(input) {
        let read = read(&text);
        assert_eq!(
            (read.format, read.box_shape),
            (Format::Pencilmarks, Some(BoxShape { width: 3, height: 3 })),
            "{text}"
        );
        assert_eq!(read.candidates, self::read(&input.replace(',', ".")).candidates);
    }
    assert_eq!(line(input!("g10_textarena_board.txt")), CLUES);
}
