//! Schedules lessons: each has an hour and a room, no class, teacher and room has two lessons at the same time, and a
//! teacher stays in one room for the whole day.
//!
//! ```sh
//! cargo run --release --example timetable
//! ```
//!
//! Prints the number of timetables, and the first one.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use quadrille_exact_cover::{NamedEntry, Problem};

const HOURS: [&str; 3] = ["9h", "10h", "11h"];
const ROOMS: [&str; 3] = ["lab", "hall", "loft"];
/// Class, teacher, and whether the lesson needs the lab.
const LESSONS: [(&str, &str, bool); 6] = [
    ("1a", "Noether", false),
    ("1a", "Curie", true),
    ("1a", "Turing", false),
    ("1b", "Noether", false),
    ("1b", "Curie", true),
    ("1b", "Turing", false),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = Problem::builder();
    // Each lesson takes place once.
    let lessons = LESSONS.map(|(class, teacher, _)| builder.primary(format!("{class}-{teacher}")));
    // At most one lesson of a class, a teacher and a room in an hour.
    let mut busy = std::collections::BTreeMap::new();
    let whom = LESSONS.iter().flat_map(|lesson| [lesson.0, lesson.1]).chain(ROOMS);
    for (who, hour) in whom.flat_map(|who| HOURS.map(|hour| (who, hour))) {
        busy.entry((who, hour)).or_insert_with(|| builder.secondary(format!("{who}@{hour}")));
    }
    // The colour is the room: lessons of a teacher share it if they are in the same room.
    for teacher in ["Curie", "Noether", "Turing"] {
        builder.secondary(teacher);
    }
    for (lesson, (class, teacher, needs_lab)) in lessons.into_iter().zip(LESSONS) {
        for hour in HOURS {
            for room in ROOMS.into_iter().filter(|room| !needs_lab || *room == "lab") {
                let mut entries: Vec<NamedEntry<'_>> = vec![lesson.into()];
                entries.extend([class, teacher, room].map(|who| busy[&(who, hour)].into()));
                entries.push(format!("{teacher}:{room}").into());
                builder.option(entries);
            }
        }
    }
    let problem = builder.build()?;
    println!("{} timetables", problem.count_up_to(1_000));
    let cover = problem.solve().ok_or("no timetable fits")?;
    print!("{}", problem.cover_text(&cover));
    Ok(())
}
