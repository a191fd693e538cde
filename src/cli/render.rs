//! Commands `quadrille render` and `quadrille book`: pictures of puzzles.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::{IsTerminal, stdout};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueHint};
use quadrille_answers::kinds::{DrawnPuzzle, drawn_from_file, pictured_solution};
use quadrille_answers::wire::{EntryText, TableHeader, VerdictKind};
use quadrille_sudoku::{Picture, Progress, Puzzle, ResumableSearch as _, Solver, Verdict};

use super::file_entries::{FileArguments, warn};
use super::kind_options::text_or_file;
use super::output::{Output, OutputFile};
use super::query::query_of;
use super::usage::usage;
use crate::config::Config;
use crate::png;

/// Nodes of a search for the solutions of a puzzle that is drawn: some seconds for the largest grids.
const NODES_MAX: u64 = 10_000_000;

/// Arguments of `render`.
#[derive(Clone, Debug, Args)]
pub struct RenderArguments {
    #[command(flatten)]
    puzzles: FileArguments,
    /// Show the candidates of empty cells
    #[arg(long)]
    candidates: bool,
    /// Show the solution; of two solutions, also the cells in which they differ
    #[arg(long)]
    solution: bool,
    /// Constraints of all puzzles as JSON, or a file that has them
    #[arg(long, value_name = "FILE|JSON", value_parser = text_or_file)]
    constraints: Option<String>,
    /// Regions instead of boxes: a symbol for each cell, JSON, or a file that has them
    #[arg(long, value_name = "FILE|JSON", value_parser = text_or_file)]
    regions: Option<String>,
    /// Several grids that may share cells: a name such as samurai, or their top left cells as JSON
    #[arg(long, value_name = "NAME|JSON")]
    grids: Option<String>,
    /// Draw PNG instead of SVG
    #[arg(long)]
    png: bool,
    /// Write the picture of one puzzle to this file, whose name ends in .svg or .png; or a file for each puzzle into this folder: 1.svg, 2.svg, …
    #[arg(short, long, value_name = "FILE|FOLDER", value_hint = ValueHint::AnyPath)]
    output: Option<PathBuf>,
}

/// Arguments of `book`.
#[derive(Clone, Debug, Args)]
pub struct BookArguments {
    #[command(flatten)]
    puzzles: FileArguments,
    /// Title of the book
    #[arg(long, value_name = "TEXT", default_value = "Sudoku")]
    title: String,
    /// Leave out the solutions
    #[arg(long)]
    no_solutions: bool,
    /// Write the page to this file instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

/// Destination of pictures.
enum Pictures<'a> {
    /// Standard output or a file, for one picture. `None` after it was written.
    One(Option<Output>),
    /// A file for each.
    Folder(&'a Path),
}

impl<'a> Pictures<'a> {
    /// Returns the destination, and whether its pictures are PNG.
    fn open(arguments: &'a RenderArguments) -> Result<(Self, bool)> {
        let RenderArguments { png, output, .. } = arguments;
        let Some(path) = output.as_deref() else {
            return Ok((Self::One(Some(Output::open(None)?)), *png));
        };
        let extension = path.extension().map(OsStr::to_ascii_lowercase);
        let is_png = match extension.as_ref().and_then(|extension| extension.to_str()) {
            _ if path.is_dir() => return Ok((Self::Folder(path), *png)),
            Some("svg") if *png => return Err(usage("--png: the name of the file ends in .svg")),
            Some("svg") => false,
            Some("png") => true,
            _ if path == Path::new("-") => *png,
            _ => return Ok((Self::Folder(path), *png)),
        };
        Ok((Self::One(Some(Output::open(Some(path))?)), is_png))
    }

    /// Writes the picture of an entry.
    fn write(&mut self, entry: &EntryText<'_>, bytes: &[u8], extension: &str) -> Result<()> {
        match self {
            Self::One(output) => {
                let Some(mut output) = output.take() else {
                    bail!("{} is the second puzzle: give --output FOLDER", place(entry))
                };
                output.write_all(bytes)?;
                Ok(output.finish(true)?)
            }
            Self::Folder(folder) => {
                let name = format!("{}.{extension}", entry.index + 1);
                let failed = || format!("cannot write {}", folder.join(&name).display());
                OutputFile::create(folder, &name)
                    .and_then(|file| file.write_whole(bytes))
                    .with_context(failed)
            }
        }
    }
}

/// Draws each puzzle: one to standard output or a file, or a file for each.
///
/// # Errors
/// If an input cannot be read, the output cannot be written, or there are several puzzles and no folder.
pub(super) fn render(arguments: &RenderArguments, config: &Config) -> Result<ExitCode> {
    let RenderArguments { puzzles, candidates, output, .. } = arguments;
    let (mut pictures, is_png) = Pictures::open(arguments)?;
    if is_png && !png::IS_BUILT {
        return Err(usage(format!("--png: {}", png::PngError::NotBuilt)));
    }
    if is_png && output.is_none() && stdout().is_terminal() {
        return Err(usage("a PNG is no text: give --output FOLDER, or redirect the output"));
    }
    let shown = candidates.then(|| "true".to_owned());
    let (constraints, regions) = (arguments.constraints.clone(), arguments.regions.clone());
    let grids = arguments.grids.clone();
    let own = [("candidates", shown), ("constraints", constraints), ("regions", regions), ("grids", grids)];
    let query = query_of(own.into_iter().chain(puzzles.parameters()));
    let read = |entry: (&[u8], Option<&TableHeader>)| drawn_from_file(entry, &query);
    puzzles.for_each(config, read, |entry, drawn| {
        warn_of(entry, &drawn);
        let mut picture = drawn.picture;
        if arguments.solution {
            let verdict = solutions(&picture.puzzle)?;
            let unsolved = || {
                let verdict = VerdictKind::from(&verdict).as_str();
                format!("{}: the verdict is {verdict}: there is no solution to draw", place(entry))
            };
            picture = pictured_solution(picture, &verdict).with_context(unsolved)?;
        }
        let svg = picture.to_string();
        let (bytes, extension) = match is_png {
            true => (png::draw(&svg).with_context(|| place(entry))?, "png"),
            false => (svg.into_bytes(), "svg"),
        };
        pictures.write(entry, &bytes, extension)
    })
}

/// Writes a page to print: all puzzles with their levels, then their solutions. Writes nothing if a puzzle has not exactly one solution.
///
/// # Errors
/// If an input cannot be read or has no puzzle, the output cannot be written, or a puzzle has not exactly one solution.
pub(super) fn book(arguments: &BookArguments, config: &Config) -> Result<ExitCode> {
    let BookArguments { puzzles, title, no_solutions, output } = arguments;
    let query = query_of(puzzles.parameters());
    let (mut pages, mut solved) = (String::new(), String::new());
    let read = |entry: (&[u8], Option<&TableHeader>)| drawn_from_file(entry, &query);
    let code = puzzles.for_each(config, read, |entry, drawn| {
        warn_of(entry, &drawn);
        let DrawnPuzzle { picture, rules, .. } = drawn;
        let number = entry.index + 1;
        let verdict = solutions(&picture.puzzle)?;
        let Verdict::Unique(solution) = &verdict else {
            let verdict = VerdictKind::from(&verdict);
            bail!(
                "{}: the verdict is {}, not unique: a book has puzzles with one solution",
                place(entry),
                verdict.as_str()
            );
        };
        let level = picture.puzzle.rate().map(|rating| rating.level().name()).unwrap_or_default();
        let title = picture.title.as_deref().map(|title| format!("{} ", escaped(title))).unwrap_or_default();
        let rules = rules.map(|rules| format!("<p>{}</p>", escaped(&rules))).unwrap_or_default();
        writeln!(
            pages,
            "<figure><figcaption>{number} {title}<small>{level}</small></figcaption>{picture}{rules}</figure>"
        )?;
        let picture = Picture { solution: Some(solution.grid().clone()), ..picture };
        Ok(writeln!(solved, "<figure><figcaption>{number}</figcaption>{picture}</figure>")?)
    })?;
    let title = escaped(title);
    let solutions = match no_solutions {
        true => String::new(),
        false => format!("<h2>Solutions</h2>\n<section>\n{solved}</section>\n"),
    };
    if pages.is_empty() {
        bail!("the input has no puzzle to print");
    }
    let page = format!(
        "{HEAD}<title>{title}</title>\n{STYLE}<h1>{title}</h1>\n<main>\n{pages}</main>\n{solutions}</html>\n"
    );
    let mut output = Output::open(output.as_deref())?;
    output.write_all(page.as_bytes())?;
    output.finish(true)?;
    Ok(code)
}

const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n";

/// Two puzzles a page, twelve solutions.
const STYLE: &str = "<style>
@page { margin: 15mm }
body { font-family: Helvetica, Arial, sans-serif; margin: 0 auto; max-width: 180mm }
h1, h2 { text-align: center }
h2 { break-before: page }
main, section { display: grid; gap: 6mm; justify-items: center }
section { grid-template-columns: repeat(3, 1fr) }
figure { break-inside: avoid; margin: 0; text-align: center }
main svg { width: 105mm }
section svg { width: 52mm }
figcaption { margin-bottom: 2mm }
figure p { font-size: 10pt; margin: 2mm 0 0; text-align: left; white-space: pre-line }
small { color: #555 }
</style>
";

/// Returns the solutions of a puzzle, up to two.
fn solutions(puzzle: &Puzzle) -> Result<Verdict> {
    let mut search = Solver::new(puzzle.clone(), NonZeroU64::MIN.saturating_add(1));
    while search.nodes() < NODES_MAX
        && search.advance(NODES_MAX - search.nodes(), &AtomicBool::new(false))? == Progress::Paused
    {}
    Ok(search.answer().verdict)
}

/// Escapes a text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Names an entry.
fn place(entry: &EntryText<'_>) -> String {
    entry.line.map_or_else(|| format!("puzzle {}", entry.index + 1), |line| format!("line {line}"))
}

fn warn_of(entry: &EntryText<'_>, drawn: &DrawnPuzzle) {
    drawn.warnings_in_words().for_each(|warning| warn(entry, &warning));
}
