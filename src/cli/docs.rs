//! Command `quadrille docs`: tables of the documentation that repeat what the program knows.
//!
//! A table stands between `<!-- quadrille docs: NAME -->` and `<!-- end -->`. Most are written whole, and the table of metrics keeps its
//! meanings; in those with prose, the names are compared with the lists of the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::CommandFactory;
use quadrille_answers::faults::ProblemCode;
use quadrille_answers::kinds::{
    BatchOperation, CommandKind, JobKind, KindVisitor, ToolKind, operation_name, visit_kinds,
};
use quadrille_answers::wire::request::rule_options::{WITH_CONSTRAINTS, WITH_GRIDS, WITH_REGIONS};
use quadrille_answers::wire::{ConstraintTypeList, RequestKind, RequestSubject};
use quadrille_notation::Format;
use quadrille_sudoku::techniques::{Level, Technique};
use serde_json::Value;
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
/// If a table is unknown or has no end, or if its prose lacks a name that the program has, or has one that the program lacks.
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
        "formats" => checked(old, Format::ALL.iter().map(|format| format.name().to_owned()))?,
        "job operations" => checked(old, job_operations())?,
        "problems" => checked(old, ProblemCode::ALL.map(|code| code.as_str().to_owned()))?,
        "faults" => checked(old, fault_codes()?)?,
        "exact cover" => {
            let paths = paths()?.into_iter().filter(|path| path.starts_with("/exact-cover/"));
            checked(old, paths.map(|path| format!("POST {path}")))?
        }
        "endpoints" => with_endpoints(old)?,
        _ => bail!("the program has no such table"),
    })
}

/// Returns a table with this head.
fn rows<const N: usize>(head: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let mut table = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(N));
    for row in rows {
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
        "- Boxes, regions, several grids and constraints: {}.\n- Boxes and regions: {}; several grids: {}.\n- Boxes: {}.\n",
        list(&WITH_CONSTRAINTS),
        list(&WITH_REGIONS),
        list(&WITH_GRIDS),
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
        let meaning = meaning.split_once(". ").map_or(meaning.trim_end_matches('.'), |(first, _)| first);
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

/// Operations of jobs: about each entry of a batch, and about one puzzle or problem.
fn job_operations() -> BTreeSet<String> {
    struct Jobs(BTreeSet<String>);

    impl KindVisitor for Jobs {
        fn job<K: JobKind>(&mut self) {
            self.0.insert(operation_name(K::PATH));
        }
    }

    let mut jobs = Jobs(BatchOperation::ALL.iter().map(|operation| operation.name()).collect());
    visit_kinds(&mut jobs);
    jobs.0
}

fn json_document() -> Result<Value> {
    Ok(serde_json::to_value(document())?)
}

fn fault_codes() -> Result<BTreeSet<String>> {
    let document = json_document()?;
    let codes = document["components"]["schemas"]["FaultCode"]["enum"].as_array().into_iter().flatten();
    Ok(codes.filter_map(Value::as_str).map(str::to_owned).collect())
}

/// Paths of the OpenAPI document.
fn paths() -> Result<Vec<String>> {
    let document = json_document()?;
    Ok(document["paths"].as_object().into_iter().flat_map(|paths| paths.keys().cloned()).collect())
}

/// Returns the names in backticks of the first column.
fn first_column(table: &str) -> BTreeSet<String> {
    let rows = table.lines().skip(2).filter_map(|row| row.strip_prefix("| ")?.split(" |").next());
    rows.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// Returns a table whose first column has these names.
fn checked(table: &str, names: impl IntoIterator<Item = String>) -> Result<String> {
    let (names, found) = (names.into_iter().collect::<BTreeSet<_>>(), first_column(table));
    let list = |names: Vec<&String>| names.into_iter().map(code).collect::<Vec<_>>().join(", ");
    let (missing, unknown) =
        (list(names.difference(&found).collect()), list(found.difference(&names).collect()));
    match (missing.is_empty(), unknown.is_empty()) {
        (true, true) => Ok(table.to_owned()),
        (false, _) => bail!("add rows with what they mean for {missing}"),
        (true, false) => bail!("remove the rows of {unknown}, which the program does not have"),
    }
}

/// Returns the table of endpoints, which names each path, or the beginning of several.
fn with_endpoints(table: &str) -> Result<String> {
    let found = first_column(table);
    let is_found = |path: &str| {
        found.iter().any(|name| match name.strip_suffix("...") {
            Some(begin) => path.starts_with(begin),
            None => name == path,
        })
    };
    let missing = paths()?.into_iter().filter(|path| {
        let is_part = path.ends_with("/batch") || path.contains('{');
        !is_part && !is_found(path)
    });
    let missing: Vec<String> = missing.map(code).collect();
    if missing.is_empty() { Ok(table.to_owned()) } else { bail!("add rows for {}", missing.join(", ")) }
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
    fn names_of_a_table_with_prose_are_compared() {
        let table = "| name | meaning |\n|---|---|\n| `a`, [`b`](#b) | `c` |\n";
        let names = |names: &[&str]| checked(table, names.iter().map(|name| (*name).to_owned()));
        assert_eq!(names(&["a", "b"]).expect("the same names"), table);
        assert_eq!(
            names(&["a", "b", "d"]).expect_err("a name more").to_string(),
            "add rows with what they mean for `d`"
        );
        assert_eq!(
            names(&["a"]).expect_err("a name less").to_string(),
            "remove the rows of `b`, which the program does not have"
        );
    }
}
