//! Command `quadrille docs`: tables of the documentation that repeat what the program knows.
//!
//! A table stands between `<!-- quadrille docs: NAME -->` and `<!-- end -->`. The table of metrics keeps its labels and meanings.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::CommandFactory;
use quadrille_answers::faults::{FaultCode, ProblemCode, ProblemPage};
use quadrille_answers::kinds::{
    BatchOperation, CommandKind, JobKind, KindVisitor, ToolKind, operation_name, visit_kinds,
};
use quadrille_answers::wire::request::rule_options::{WITH_CONSTRAINTS, WITH_REGIONS};
use quadrille_answers::wire::{ConstraintTypeList, RequestKind, RequestSubject};
use quadrille_notation::{Content, Format, definition, format_puzzle, parse};
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::techniques::{Level, Technique};
use serde_json::value::RawValue;

use super::arguments::Arguments;
use super::memory_bounds::memory_bounds;
use crate::config::DEFAULTS;
use crate::http::{document, runtime_work};
use crate::metrics::Metrics;

const BEGIN: &str = "<!-- quadrille docs: ";
const END: &str = "<!-- end -->";

/// Pages with tables, beside those in `docs`.
const PAGES: [&str; 3] = ["README.md", "config/observability/README.md", "src/http/README.md"];

/// Writes the tables into the pages of a repository.
///
/// # Errors
/// If a page cannot be read or written, or lacks a name.
pub(super) fn docs(root: &Path) -> Result<()> {
    for page in documented_pages(root)? {
        let text = fs::read_to_string(&page)?;
        let written = with_tables(root, &text).with_context(|| page.display().to_string())?;
        if written != text {
            fs::write(&page, written)?;
        }
    }
    Ok(())
}

/// Returns the pages of a repository that may have tables.
///
/// # Errors
/// If a folder cannot be read.
pub fn documented_pages(root: &Path) -> Result<Vec<PathBuf>> {
    let folder = root.join("docs");
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let mut pages = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.extend(PAGES.map(|page| root.join(page)));
    pages.sort();
    Ok(pages)
}

/// Returns a page with the tables of this program.
///
/// # Errors
/// If a table is unknown or has no end, or if the table of metrics lacks one that the program has.
pub fn with_tables(root: &Path, page: &str) -> Result<String> {
    let mut written = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (name, after) = after.split_once(" -->\n").context("a table has no name")?;
        let (old, after) = after.split_once(END).with_context(|| format!("the table `{name}` has no end"))?;
        let table = table(root, name, old).with_context(|| format!("table `{name}`"))?;
        written.extend([before, BEGIN, name, " -->\n", &table, END]);
        rest = after;
    }
    Ok(written + rest)
}

/// Returns the table with this name, which replaces the old one.
fn table(root: &Path, name: &str, old: &str) -> Result<String> {
    Ok(match name {
        "settings" => settings(),
        "commands" => commands(),
        "tools" => tools(),
        "techniques" => techniques(),
        "constraints" => constraints(),
        "memory" => memory_bounds(root)?.0,
        "metrics" => metrics(old)?,
        "rules of questions" => rules_of_questions(),
        "runtime-work" => rows(["on the threads of the runtime", "bound"], runtime_work()),
        "formats" => formats()?,
        "job operations" => job_operations(),
        "problems" => problems(),
        "faults" => faults(),
        "exact cover" => exact_cover(),
        "endpoints" => endpoints(),
        _ => bail!("the program has no such table"),
    })
}

/// Returns a table with this head.
fn rows<const N: usize>(head: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let mut table = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(N));
    for row in rows {
        let row = row.map(|cell| cell.replace('|', "\\|"));
        // An empty cell has one blank.
        table += &format!("| {} |\n", row.join(" | ")).replace("|  |", "| |");
    }
    table
}

fn code(text: impl AsRef<str>) -> String {
    format!("`{}`", text.as_ref())
}

/// Settings of each section, with their defaults.
fn settings() -> String {
    let mut sections: Vec<(&str, Vec<String>)> = Vec::new();
    for line in DEFAULTS.lines() {
        if let Some(name) = line.strip_prefix('[') {
            sections.push((name.trim_end_matches(']'), Vec::new()));
        } else if let (Some((key, default)), Some((_, settings))) =
            (line.split_once(" = "), sections.last_mut())
            && !line.starts_with('#')
        {
            settings.push(code(format!("{key}={default}")));
        }
    }
    rows(
        ["section", "settings"],
        sections.into_iter().map(|(name, settings)| [code(name), settings.join(", ")]),
    )
}

fn commands() -> String {
    let program = Arguments::command();
    let shown = program.get_subcommands().filter(|command| !command.is_hide_set());
    let about = |command: &clap::Command| command.get_about().map(ToString::to_string).unwrap_or_default();
    rows(["command", "what"], shown.map(|command| [code(command.get_name()), about(command)]))
}

/// Metrics and their types, with the labels and meanings that the old table has.
///
/// # Errors
/// If a metric has no meaning.
fn metrics(old: &str) -> Result<String> {
    let names = Metrics::names()?;
    let meaning = |name: &str| {
        let row = old.lines().find_map(|row| row.strip_prefix("| ")?.strip_prefix(name));
        row.and_then(|row| row.strip_prefix(" | ")?.split_once(" | ")).map(|(_, rest)| rest)
    };
    let names: Vec<_> = names.into_iter().map(|(name, kind)| (code(name), kind)).collect();
    let missing: Vec<&str> =
        names.iter().map(|(name, _)| &**name).filter(|name| meaning(name).is_none()).collect();
    if !missing.is_empty() {
        bail!("add rows with labels and meanings for {}", missing.join(", "));
    }
    let rows =
        names.iter().filter_map(|(name, kind)| Some(format!("| {name} | {kind} | {}\n", meaning(name)?)));
    Ok("| metric | type | labels | meaning |\n|---|---|---|---|\n".to_owned() + &rows.collect::<String>())
}

/// Questions by the rules of their puzzles.
fn rules_of_questions() -> String {
    struct OtherQuestions(Vec<String>);

    impl OtherQuestions {
        fn add<K: RequestKind>(&mut self) {
            let name = K::PATH.trim_start_matches('/');
            let is_other = K::SUBJECT != RequestSubject::CoverProblem
                && !WITH_CONSTRAINTS.contains(&name)
                && !WITH_REGIONS.contains(&name);
            let name = code(name);
            if is_other && !self.0.contains(&name) {
                self.0.push(name);
            }
        }
    }

    impl KindVisitor for OtherQuestions {
        fn endpoint<K: RequestKind>(&mut self) {
            self.add::<K>();
        }

        fn command<K: CommandKind>(&mut self) {
            self.add::<K>();
        }
    }

    let mut others = OtherQuestions(Vec::new());
    visit_kinds(&mut others);
    let list = |names: &[&str]| names.iter().map(code).collect::<Vec<_>>().join(", ");
    format!(
        "- Boxes, regions, several grids and constraints: {}.\n- Boxes and regions: {}.\n- Boxes: {}.\n",
        list(&WITH_CONSTRAINTS),
        list(&WITH_REGIONS),
        others.0.join(", ")
    )
}

/// Names of the tools for language models.
fn tools() -> String {
    struct Tools(Vec<String>);

    impl KindVisitor for Tools {
        fn tool<K: ToolKind>(&mut self) {
            self.0.push(code(K::TOOL.name));
        }
    }

    let mut tools = Tools(Vec::new());
    visit_kinds(&mut tools);
    tools.0.join(", ") + "\n"
}

/// Techniques of each level, with their difficulties.
fn techniques() -> String {
    let row = |level: Level| {
        let techniques = Technique::ALL.iter().copied().filter(|technique| technique.level() == level);
        let named = techniques.map(|technique| format!("{} {}", technique.name(), technique.difficulty()));
        [code(level.name()), named.collect::<Vec<_>>().join(", ")]
    };
    rows(["level", "techniques and their difficulties"], Level::ALL.iter().copied().map(row))
}

/// Types of constraints, with the first sentence of their meaning and the members of their example.
fn constraints() -> String {
    let row = |name: &str, meaning: &str, example: Option<&str>| {
        let meaning = first_sentence(meaning);
        let kind = format!("{{\"type\": \"{name}\"");
        let members = example.and_then(|example| example.strip_prefix(&kind)?.strip_suffix('}'));
        let members = with_short_lists(members.unwrap_or_default().trim_start_matches(", "));
        [code(name), meaning.to_owned(), if members.is_empty() { String::new() } else { code(members) }]
    };
    let known = ConstraintTypeList::new().constraints;
    let rows_of = known.iter().map(|known| row(known.name, known.meaning, known.example.map(RawValue::get)));
    rows(["type", "meaning", "members beside `type`"], rows_of)
}

/// Returns members of JSON with `[…]` instead of each list of cells, and only the name of `cells` with such a list.
fn with_short_lists(members: &str) -> String {
    const CELLS: &str = "[\"r";
    let mut parts = members.split(CELLS);
    let mut short = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, rest) = part.split_once(']').unwrap_or(("", part));
        short += "[…]";
        short += rest;
    }
    short.replace("\"cells\": […]", "cells")
}

/// Formats, with what each can write, and the beginnings of their descriptions.
///
/// # Errors
/// If a sample is no puzzle.
fn formats() -> Result<String> {
    const SAMPLES: [(&str, &str); 5] = [
        ("candidates", "1.....3..4......; candidates r1c2=3,4"),
        ("boxes", "1...................................; boxes 2x3"),
        ("regions", "1...............; regions 1112 1322 3324 3444"),
        ("cages", "1...............; cage cells=r1c2,r1c3 sum=5"),
        ("constraints", "1...............; thermometer cells=r1c2,r1c3"),
    ];
    let samples = SAMPLES.map(|(part, text)| text.parse::<Puzzle>().map(|puzzle| (part, puzzle)));
    let samples = samples.into_iter().collect::<Result<Vec<_>, _>>()?;
    let row = |format: &Format| {
        let held = samples.iter().filter(|(_, puzzle)| holds(*format, puzzle)).map(|(part, _)| *part);
        let description = beginning(definition(*format).description);
        let name = format.name();
        [format!("[`{name}`](#{name})"), held.collect::<Vec<_>>().join(", "), description.to_owned()]
    };
    Ok(rows(["format", "holds, beside clues", "what"], Format::ALL.iter().map(row)))
}

/// Returns whether a format writes a puzzle as a text that it reads as the same puzzle.
fn holds(format: Format, puzzle: &Puzzle) -> bool {
    let text = Content::new(puzzle).and_then(|content| format_puzzle(format, &content).ok());
    let read = text.and_then(|text| parse(&text, Some(format), &mut |_| ())?.to_puzzle());
    read.is_some_and(|read| read == *puzzle)
}

/// Returns the first sentence of a text up to its first colon.
fn beginning(text: &str) -> &str {
    let sentence = first_sentence(text);
    sentence.split_once(": ").map_or(sentence, |(beginning, _)| beginning)
}

/// Returns a text up to its first full stop.
fn first_sentence(text: &str) -> &str {
    text.split_once(". ").map_or(text.trim_end_matches('.'), |(first, _)| first)
}

/// Operations of jobs: about each entry of a batch, and about one puzzle or problem.
fn job_operations() -> String {
    struct Jobs(Vec<[String; 2]>);

    impl KindVisitor for Jobs {
        fn job<K: JobKind>(&mut self) {
            self.0.push([code(operation_name(K::PATH)), K::JOB.title.to_owned()]);
        }
    }

    let mut jobs = Jobs(Vec::new());
    visit_kinds(&mut jobs);
    let of_entries = |is_puzzle: bool| {
        let operations =
            BatchOperation::ALL.iter().filter(|operation| operation.subject().is_puzzle() == is_puzzle);
        operations.map(|operation| code(operation.name())).collect::<Vec<_>>().join(", ")
    };
    rows(["operation", "what"], jobs.0)
        + &format!("\nWith `input`: {} of puzzles, {} of problems.\n", of_entries(true), of_entries(false))
}

/// Kinds of problems, with their statuses and causes.
fn problems() -> String {
    let pages = ProblemCode::ALL.map(ProblemPage::from);
    let row = |page: ProblemPage| {
        [code(page.code.as_str()), page.status.to_string(), first_sentence(page.cause).to_owned()]
    };
    rows(["code", "status", "cause"], pages.map(row))
}

/// Kinds of faults, with their meanings.
fn faults() -> String {
    let row = |fault: FaultCode| [code(fault.as_str()), first_sentence(fault.meaning()).to_owned()];
    rows(["code", "meaning"], FaultCode::ALL.map(row))
}

/// Operation of the document.
struct Endpoint {
    path: String,
    is_post_alone: bool,
    tag: String,
    summary: String,
}

/// Returns the operations of the document, a path each.
fn documented_endpoints() -> Vec<Endpoint> {
    let endpoints = document().paths.paths.into_iter().filter_map(|(path, item)| {
        let is_post_alone = item.get.is_none();
        let operation = item.post.or(item.get)?;
        let tag = operation.tags.unwrap_or_default().join(" ");
        Some(Endpoint { path, is_post_alone, tag, summary: operation.summary.unwrap_or_default() })
    });
    endpoints.collect()
}

/// Returns the paths in backticks, with commas between them.
fn listed<'a>(endpoints: impl Iterator<Item = &'a Endpoint>) -> String {
    endpoints.map(|endpoint| code(&endpoint.path)).collect::<Vec<_>>().join(", ")
}

/// Endpoints about exact cover problems.
fn exact_cover() -> String {
    let endpoints = documented_endpoints().into_iter();
    let about_problems = endpoints.filter(|endpoint| endpoint.path.starts_with("/exact-cover/"));
    rows(["`POST`", "what"], about_problems.map(|endpoint| [code(endpoint.path), endpoint.summary]))
}

/// Endpoints about puzzles and the service.
fn endpoints() -> String {
    let all = documented_endpoints();
    let questions = || all.iter().filter(|endpoint| endpoint.tag == "Puzzles");
    let takes_batches = |endpoint: &&Endpoint| {
        let path = format!("{}/batch", endpoint.path);
        all.iter().any(|batch| batch.path == path)
    };
    let table =
        rows(["path", "what"], questions().map(|endpoint| [code(&endpoint.path), endpoint.summary.clone()]));
    format!(
        "{table}\n- `POST` alone: {}.\n- Also at the path with `/batch`: {}.\n- About the service, by `GET`: {}.\n",
        listed(questions().filter(|endpoint| endpoint.is_post_alone)),
        listed(all.iter().filter(takes_batches)),
        listed(all.iter().filter(|endpoint| endpoint.tag == "Operations")),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tables_are_replaced() {
        let page = format!("a\n{BEGIN}tools -->\nold\n{END}\nb\n");
        let written = with_tables(Path::new("."), &page).expect("a known table");
        assert_eq!(written, format!("a\n{BEGIN}tools -->\n{}{END}\nb\n", tools()));
        let unknown =
            with_tables(Path::new("."), &format!("{BEGIN}no -->\n{END}")).expect_err("an unknown table");
        assert_eq!(format!("{unknown:#}"), "table `no`: the program has no such table");
        let open = with_tables(Path::new("."), &format!("{BEGIN}tools -->\n")).expect_err("no end");
        assert_eq!(open.to_string(), "the table `tools` has no end");
    }

    #[test]
    fn format_holds_what_it_reads_again() {
        let puzzle: Puzzle = "1...............; cage cells=r1c2,r1c3 sum=5".parse().expect("a killer");
        assert!(holds(Format::Fpuzzles, &puzzle) && holds(Format::Sudokupad, &puzzle));
        assert!(!holds(Format::Line, &puzzle) && !holds(Format::Solo, &puzzle));
    }
}
