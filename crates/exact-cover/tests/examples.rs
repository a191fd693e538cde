//! The examples print what their first lines promise.

use quadrille_testing::examples::output;

/// Lines that an example prints.
fn lines(name: &str, arguments: &[&str]) -> Vec<String> {
    output(name, arguments).lines().map(str::to_owned).collect()
}

#[test]
fn queens_prints_a_board_and_the_number_of_boards() {
    let lines = lines("queens", &[]);
    assert_eq!(lines.len(), 9);
    for line in &lines[..8] {
        assert_eq!((line.matches('Q').count(), line.len()), (1, 15), "{line}");
    }
    assert_eq!(lines[8], "92 boards");
    assert_eq!(self::lines("queens", &["3"]), ["0 boards"]);
}

#[test]
fn pentominoes_prints_a_board_and_the_number_of_boards() {
    let lines = lines("pentominoes", &[]);
    for piece in "FILNPTUVWXYZ".chars() {
        let squares = lines[..6].iter().flat_map(|row| row.chars()).filter(|square| *square == piece);
        assert_eq!(squares.count(), 5, "{piece}");
    }
    assert_eq!(lines[6..], ["2339 boards"]);
}

#[test]
fn langford_prints_each_row() {
    let lines = lines("langford", &[]);
    assert_eq!(lines.len(), 52);
    for line in lines {
        let row: Vec<usize> = line.split(' ').map(|number| number.parse().expect("a number")).collect();
        for k in 1..=7 {
            let places: Vec<usize> = (0..14).filter(|&place| row[place] == k).collect();
            assert_eq!(places[1] - places[0], k + 1, "{line}");
        }
    }
}

#[test]
fn timetable_prints_the_number_of_timetables_and_the_first_one() {
    let lines = lines("timetable", &[]);
    assert_eq!(lines[0], "24 timetables");
    assert_eq!(lines.len(), 7);
    let all_in = |teacher: &str, room: &str| {
        let mut of_teacher = lines.iter().filter(|line| line.contains(teacher));
        of_teacher.all(|line| line.ends_with(&format!("{teacher}:{room}")))
    };
    assert!(all_in("Curie", "lab"), "{lines:?}");
}

#[test]
fn progress_prints_its_progress_and_is_interrupted() {
    let lines = lines("progress", &[]);
    assert_eq!(lines.len(), 4);
    for (thousands, line) in (1..).zip(&lines[..3]) {
        assert!(line.starts_with(&format!("{thousands}000 solutions after ")), "{line}");
    }
    assert_eq!(lines[3], "interrupted");
}
