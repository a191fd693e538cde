//! What Cargo cannot say about the source: dependencies between modules of a crate, and words that a module must not use.
//!
//! A failure names the file, the line and the rule.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by a panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// Sources of a crate that the tests read.
const CRATES: &[&str] = &[
    "src",
    "crates/answers/src",
    "crates/exact-cover/src",
    "crates/jobs/src",
    "crates/notation/src",
    "crates/sudoku/src",
];

/// A module of a crate, or a whole crate.
struct Layer {
    path: &'static str,
    /// Modules of the crate that it may use; `None` for a whole crate.
    uses: Option<&'static [&'static str]>,
    /// Words that its code must not contain. Tests may.
    banned: &'static [&'static str],
}

/// What the core does without.
const PURE: &[&str] = &[
    "std::time",
    "std::thread",
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::io",
    "async fn",
    "serde",
    "tracing",
];

/// The module of an engine with its optional feature `serde`.
const SERDE_MODULE: &str = "crates/sudoku/src/json";

const LAYERS: &[Layer] = &[
    Layer { path: "crates/exact-cover/src", uses: None, banned: PURE },
    Layer { path: "crates/exact-cover/src", uses: None, banned: &["Sudoku", "Digit", "Cell("] },
    Layer { path: "crates/sudoku/src", uses: None, banned: PURE },
    Layer { path: "crates/notation/src", uses: None, banned: PURE },
    Layer {
        path: "crates/answers/src",
        uses: None,
        banned: &["std::fs", "std::net", "std::env", "StatusCode"],
    },
    Layer { path: "crates/answers/src/service", uses: Some(&[]), banned: &["serde", "utoipa"] },
    Layer { path: "crates/answers/src/faults", uses: Some(&["named_enum"]), banned: &["async fn", "tokio"] },
    Layer {
        path: "crates/answers/src/wire",
        uses: Some(&["faults", "named_enum", "service"]),
        banned: &["async fn", "tokio"],
    },
    Layer {
        path: "crates/answers/src/kinds",
        uses: Some(&["faults", "service", "wire"]),
        banned: &["async fn", "tokio"],
    },
    Layer {
        path: "crates/answers/src/ingest",
        uses: Some(&["faults", "service", "wire", "kinds"]),
        banned: &["serde"],
    },
    Layer { path: "crates/jobs/src", uses: None, banned: &["axum", "hyper", "StatusCode"] },
    Layer {
        path: "crates/jobs/src/store",
        uses: Some(&["bounds", "error", "id", "settings", "state", "stop", "system"]),
        banned: &["quadrille_sudoku", "quadrille_exact_cover"],
    },
    Layer {
        path: "crates/jobs/src/queue",
        uses: Some(&["abort", "bounds", "error", "id", "spec", "state", "store", "system"]),
        banned: &["object_store", "quadrille_sudoku", "quadrille_exact_cover"],
    },
    Layer {
        path: "crates/jobs/src/rows",
        uses: Some(&["bounds", "error", "id", "queue", "spec", "state", "store"]),
        banned: &["object_store", "quadrille_sudoku"],
    },
    Layer {
        path: "crates/jobs/src/work",
        uses: Some(&["abort", "bounds", "error", "id", "queue", "spec", "stop", "store"]),
        banned: &["sqlx", "object_store"],
    },
    Layer {
        path: "crates/jobs/src/worker",
        uses: Some(&[
            "abort", "bounds", "error", "id", "meters", "queue", "rows", "settings", "spec", "stop", "store",
            "work",
        ]),
        banned: &["sqlx", "object_store", "quadrille_sudoku", "quadrille_exact_cover"],
    },
    Layer { path: "src/auth", uses: Some(&[]), banned: &["axum", "serde"] },
    Layer { path: "src/system", uses: Some(&[]), banned: &["axum", "quadrille_", "serde"] },
    Layer { path: "src/png", uses: Some(&[]), banned: &["axum", "serde"] },
    Layer { path: "src/time", uses: Some(&[]), banned: &["axum", "quadrille_"] },
    Layer { path: "src/version", uses: Some(&[]), banned: &["std::fs", "std::process"] },
    Layer { path: "src/trace", uses: Some(&[]), banned: &["opentelemetry_sdk", "axum"] },
    Layer {
        path: "src/metrics",
        uses: Some(&["version"]),
        banned: &["axum", "StatusCode", "quadrille_sudoku", "quadrille_notation", "quadrille_exact_cover"],
    },
    Layer {
        path: "src/http",
        uses: Some(&["auth", "metrics", "png", "time", "trace", "transport", "version"]),
        banned: &[
            "spawn_blocking",
            "quadrille_sudoku",
            "quadrille_notation",
            "quadrille_exact_cover",
            "hyper::",
        ],
    },
    Layer { path: "src/transport", uses: Some(&["time"]), banned: &["serde", "quadrille_"] },
    Layer { path: "src/config", uses: Some(&[]), banned: &["tokio", "axum", "quadrille_"] },
    Layer { path: "src/shutdown", uses: Some(&[]), banned: &["axum", "quadrille_"] },
    Layer { path: "src/telemetry", uses: Some(&["config"]), banned: &["axum", "quadrille_"] },
    Layer {
        path: "src/server",
        uses: Some(&[
            "auth",
            "http",
            "metrics",
            "transport",
            "config",
            "telemetry",
            "shutdown",
            "system",
            "version",
        ]),
        banned: &["quadrille_sudoku", "quadrille_notation", "quadrille_exact_cover", "serde"],
    },
    Layer {
        path: "src/cli",
        uses: Some(&[
            "auth",
            "config",
            "http",
            "metrics",
            "png",
            "shutdown",
            "system",
            "transport",
            "version",
        ]),
        banned: &["axum", "quadrille_exact_cover"],
    },
    Layer { path: "src/main", uses: Some(&["cli", "server", "config"]), banned: &["quadrille_"] },
];

/// Line of code without comments.
struct Line {
    /// Path from the root of the repository.
    path: PathBuf,
    /// Path in its crate.
    file: PathBuf,
    number: usize,
    code: String,
    /// Whether the line belongs to the tests at the end of its file.
    in_tests: bool,
}

impl Line {
    fn fail(&self, why: &str) -> ! {
        panic!("{}:{}: {why}\n    {}", self.path.display(), self.number, self.code.trim())
    }

    /// Whether the line is in this layer.
    fn is_in(&self, layer: &Layer) -> bool {
        self.path.with_extension("").starts_with(layer.path)
    }

    /// Name of the file, or of its subdirectory, within `directory`; `None` outside of it.
    fn name_in(&self, directory: &str) -> Option<String> {
        let within = self.file.strip_prefix(directory).ok()?.iter().next()?;
        Some(Path::new(within).with_extension("").display().to_string())
    }

    /// Path segments after each occurrence of `prefix`. Expands groups in braces.
    fn after(&self, prefix: &str) -> Vec<String> {
        let mut found = Vec::new();
        for (at, _) in self.code.match_indices(prefix) {
            let before = self.code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let rest = &self.code[at + prefix.len()..];
            let names = rest.strip_prefix('{').and_then(|group| group.split('}').next()).unwrap_or(rest);
            let first_only = !rest.starts_with('{');
            for name in names.split(',').take(if first_only { 1 } else { usize::MAX }) {
                let name = name.trim().split(|c: char| !(c.is_alphanumeric() || c == '_')).next();
                found.extend(name.filter(|name| !name.is_empty()).map(str::to_owned));
            }
        }
        found
    }
}

/// Reads all lines of code of these sources. Joins each `use` declaration into one line.
fn read(source: &Path) -> Vec<Line> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(&root.join(source), &mut files);
    let mut lines = Vec::new();
    for full_path in files {
        let path = full_path.strip_prefix(root).expect("a file of the repository").to_owned();
        let file = path.strip_prefix(source).expect("a file of the crate").to_owned();
        let mut joined: Option<Line> = None;
        let mut in_tests = false;
        for (number, text) in (1..).zip(fs::read_to_string(&full_path).expect("a readable file").lines()) {
            let code = without_strings(text);
            let code = code.split("//").next().unwrap_or_default();
            let line = match joined.take() {
                Some(line) => Line { code: line.code + code.trim(), ..line },
                None => {
                    Line { path: path.clone(), file: file.clone(), number, code: code.to_owned(), in_tests }
                }
            };
            in_tests |= line.code.starts_with("#[cfg(test)]") || line.code.starts_with("#![cfg(test)]");
            let is_use = line.code.split_whitespace().take(2).any(|word| word == "use");
            if is_use && !line.code.contains(';') {
                joined = Some(line);
            } else {
                lines.push(line);
            }
        }
    }
    assert!(lines.len() > 1000, "the source is present");
    lines
}

/// The lines of all crates, in the order of [`CRATES`].
fn lines() -> &'static [Vec<Line>] {
    static LINES: LazyLock<Vec<Vec<Line>>> =
        LazyLock::new(|| CRATES.iter().map(|source| read(Path::new(source))).collect());
    &LINES
}

/// The lines of all crates.
fn all_lines() -> impl Iterator<Item = &'static Line> {
    lines().iter().flatten()
}

/// The lines of the crate with these sources.
fn lines_of(source: &str) -> &'static [Line] {
    let position = CRATES.iter().position(|other| *other == source).expect("sources of a crate");
    &lines()[position]
}

/// The line with empty string literals: they may contain names and `//`.
fn without_strings(text: &str) -> String {
    let mut code = String::new();
    let (mut inside, mut escaped) = (false, false);
    for c in text.chars() {
        if c == '"' && !escaped {
            inside = !inside;
            code.push(c);
        } else if !inside {
            code.push(c);
        }
        escaped = inside && c == '\\' && !escaped;
    }
    code
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("a readable directory") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

#[test]
fn modules_use_only_the_layers_below() {
    for layer in LAYERS {
        let own = Path::new(layer.path).file_name().expect("a name").to_string_lossy();
        let Some(uses) = layer.uses else { continue };
        let prefix = if own == "main" { "quadrille::" } else { "crate::" };
        for line in all_lines().filter(|line| line.is_in(layer)) {
            for named in line.after(prefix) {
                if named != own && !uses.contains(&named.as_str()) {
                    line.fail(&format!("`{own}` may use {uses:?}, not `{named}`"));
                }
            }
        }
    }
}

#[test]
fn modules_contain_no_banned_words() {
    for layer in LAYERS {
        let mut found = 0;
        for line in all_lines().filter(|line| line.is_in(layer)) {
            found += 1;
            let is_banned = |word: &&&str| {
                let is_allowed = **word == "serde" && line.path.starts_with(SERDE_MODULE);
                !line.in_tests && !is_allowed && line.code.contains(**word)
            };
            if let Some(word) = layer.banned.iter().find(is_banned) {
                line.fail(&format!("`{word}` is banned in {}", layer.path));
            }
        }
        assert!(found > 0, "{} has no code", layer.path);
    }
}

/// Packages that an engine is compiled from, apart from the engines. None of them uses files, sockets, threads, clocks or the
/// environment when the engine runs.
const PURE_PACKAGES: &[&str] = &[
    // Hashes with a seed from addresses in memory
    "foldhash",
    // SIMD
    "bytemuck",
    "fearless_simd",
    "safe_arch",
    "wide",
    // Derives errors at compile time.
    "proc-macro2",
    "quote",
    "syn",
    "thiserror",
    "thiserror-impl",
    "unicode-ident",
    // Parsers of texts in memory
    "csv-core",
    "json-event-parser",
    "lz-str",
    "memchr",
    "quick-xml",
    "regex-automata",
    "regex-syntax",
];

/// Names of the packages that `package` is compiled from, itself among them, by dependencies of these kinds.
fn packages_of(package: &str, edges: &str) -> BTreeSet<String> {
    let arguments =
        ["tree", "--offline", "--locked", "--prefix=none", "--edges", edges, "--package", package];
    let root = env!("CARGO_MANIFEST_DIR");
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(root).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).expect("text");
    tree.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn engines_are_compiled_from_pure_packages() {
    for engine in ["quadrille-exact-cover", "quadrille-sudoku", "quadrille-notation"] {
        let packages = packages_of(engine, "normal");
        assert!(packages.contains("thiserror"), "{packages:?}");
        for package in packages.iter().filter(|package| !package.starts_with("quadrille-")) {
            assert!(PURE_PACKAGES.contains(&package.as_str()), "{engine} depends on {package}");
        }
    }
}

#[test]
fn tests_of_exact_cover_are_compiled_without_sudoku() {
    let packages = packages_of("quadrille-exact-cover", "normal,dev");
    assert!(packages.contains("quadrille-testing") && !packages.contains("quadrille-sudoku"), "{packages:?}");
}

/// Words for what only Unix has.
const UNIX_WORDS: &[&str] =
    &["std::os::fd", "std::os::unix", "UnixListener", "UnixStream", "signal::unix", "rlimit::", "rustix::"];

#[test]
fn unix_code_is_in_files_for_unix() {
    for line in all_lines().filter(|line| !line.in_tests && !line.file.ends_with("unix.rs")) {
        if let Some(word) = UNIX_WORDS.iter().find(|word| line.code.contains(**word)) {
            line.fail(&format!("`{word}` belongs in a file `unix.rs`, with a counterpart for other systems"));
        }
    }
    for pair in lines().iter().flat_map(|lines| lines.windows(2)) {
        if pair[1].code.trim() == "mod unix;" && pair[0].code != "#[cfg(unix)]" {
            pair[1].fail("compile `unix.rs` with `#[cfg(unix)]` only");
        }
    }
}

#[test]
fn every_module_of_the_service_is_a_layer() {
    for line in lines_of("src").iter().filter(|line| !line.file.ends_with("lib.rs")) {
        if !LAYERS.iter().any(|layer| line.is_in(layer)) {
            line.fail("add the module to LAYERS");
        }
    }
}

/// All directories of the sources of a crate, relative to them, with the sources themselves.
fn directories(lines: &[Line]) -> BTreeSet<&Path> {
    lines.iter().flat_map(|line| line.file.ancestors().skip(1)).collect()
}

/// For each file or subdirectory of `directory`, the siblings that it uses, each with a line that does.
fn uses_in<'a>(directory: &Path, lines: &'a [Line]) -> BTreeMap<String, BTreeMap<String, &'a Line>> {
    let directory_name = directory.display().to_string();
    let prefix =
        directory.iter().fold("crate::".to_owned(), |prefix, name| prefix + &name.to_string_lossy() + "::");
    let mut uses = BTreeMap::<String, BTreeMap<String, &Line>>::new();
    for line in lines {
        let Some(own) = line.name_in(&directory_name).filter(|name| name != "mod") else { continue };
        let mut named = line.after(&prefix);
        if line.file.parent() == Some(directory) {
            named.extend(line.after("super::"));
        }
        let of_own = uses.entry(own.clone()).or_default();
        of_own.extend(named.into_iter().filter(|name| *name != own).map(|name| (name, line)));
    }
    let siblings: BTreeSet<String> = uses.keys().cloned().collect();
    uses.values_mut().for_each(|used| used.retain(|name, _| siblings.contains(name)));
    uses
}

#[test]
fn files_and_modules_use_each_other_without_cycles() {
    for source in CRATES {
        check_cycles(lines_of(source));
    }
}

fn check_cycles(lines: &[Line]) {
    for directory in directories(lines) {
        let mut uses = uses_in(directory, lines);
        // Removes files that use no other until none is left.
        while !uses.is_empty() {
            let free: BTreeSet<String> =
                uses.iter().filter(|(_, used)| used.is_empty()).map(|(name, _)| name.clone()).collect();
            if free.is_empty() {
                // Each of the others uses one of them: a walk among them ends in a cycle.
                let mut walk: Vec<&str> = Vec::new();
                let mut next = uses.keys().next().expect("not empty").as_str();
                while !walk.contains(&next) {
                    walk.push(next);
                    next = uses[next].keys().next().expect("uses another");
                }
                let cycle = walk.iter().skip_while(|name| **name != next).copied().collect::<Vec<_>>();
                let (_, line) = uses[next].iter().next().expect("uses another");
                line.fail(&format!("cycle in `{}`: {} -> {next}", directory.display(), cycle.join(" -> ")));
            }
            uses.retain(|name, _| !free.contains(name));
            uses.values_mut().for_each(|used| used.retain(|name, _| !free.contains(name)));
        }
    }
}

/// Name of the type of an inherent `impl`, whose header is `header` without the brace; `None` for a trait.
fn inherent_impl(header: &str) -> Option<&str> {
    let mut rest = header.strip_prefix("impl")?;
    if rest.starts_with('<') {
        let mut depth = 0;
        let end = rest.find(|c| {
            depth += i32::from(c == '<') - i32::from(c == '>');
            depth == 0
        })?;
        rest = &rest[end + 1..];
    }
    let name = rest.strip_prefix(' ')?;
    if name.contains(" for ") {
        return None;
    }
    let name = name.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).next()?;
    name.rsplit("::").next()
}

#[test]
fn inherent_impls_are_in_the_file_of_their_type() {
    // File and type. A problem and a puzzle are below the searches that their methods use.
    const EXCEPTIONS: &[(&str, &str)] =
        &[("faults", "Refusal"), ("solve.rs", "Problem"), ("named.rs", "Item"), ("questions.rs", "Puzzle")];
    for file in lines().iter().flat_map(|lines| lines.chunk_by(|line, next| line.path == next.path)) {
        for (at, line) in file.iter().enumerate().filter(|(_, line)| line.code.starts_with("impl")) {
            let header: Vec<&str> = file[at..]
                .iter()
                .flat_map(|later| later.code.split_inclusive('{'))
                .scan(false, |ended, code| {
                    let header = (!*ended).then_some(code);
                    *ended |= code.ends_with('{');
                    header
                })
                .map(str::trim)
                .collect();
            let Some(name) = inherent_impl(&header.join(" ")).map(str::to_owned) else { continue };
            let defines = |other: &Line| {
                let mut words = other.code.split(|c: char| !(c.is_alphanumeric() || c == '_'));
                let is_type = words.any(|word| ["struct", "enum", "union"].contains(&word));
                is_type && words.next() == Some(&name)
            };
            let is_exception = EXCEPTIONS
                .iter()
                .any(|(module, exception)| line.file.starts_with(module) && name == *exception);
            if !is_exception && !file.iter().any(defines) {
                line.fail(&format!(
                    "move this `impl` to the file that defines `{name}`, or make a type of its own"
                ));
            }
        }
    }
}

#[test]
fn fields_are_private() {
    for line in lines_of("crates/exact-cover/src") {
        let code = line.code.trim_start();
        let opened = code.starts_with("pub(").then(|| code.split_once(") ")).flatten();
        let is_field = opened.is_some_and(|(_, rest)| {
            let name = rest.split(':').next().unwrap_or_default();
            rest.contains(": ") && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        });
        if is_field {
            line.fail("make the field private, and give the type a method");
        }
    }
}

#[test]
fn super_super_is_unused() {
    if let Some(line) = all_lines().find(|line| line.code.contains("super::super")) {
        line.fail("begin the path with `crate::`");
    }
}

#[test]
fn mod_files_hold_no_code() {
    for line in all_lines().filter(|line| line.file.ends_with("mod.rs") || line.file.ends_with("lib.rs")) {
        let code = line.code.trim();
        let is_declaration = [
            "mod ",
            "pub mod ",
            "pub(super) mod ",
            "pub(crate) mod ",
            "pub use ",
            "pub(crate) use ",
            "pub(super) use ",
            "pub(in crate::http) use ",
        ]
        .iter()
        .any(|start| code.starts_with(start));
        let is_allowed = code.is_empty()
            || code.starts_with("#![doc = ")
            || code.starts_with("#[cfg(")
            || code.starts_with("#[cfg_attr(")
            || code.starts_with("#![cfg_attr(docsrs, ")
            || (is_declaration && code.ends_with(';'));
        if !is_allowed {
            line.fail("`mod.rs` documents and re-exports; move code into a file of its own");
        }
    }
}

#[test]
fn main_is_short() {
    let main =
        lines_of("src").iter().filter(|line| line.file.ends_with("main.rs")).map(|line| line.number).max();
    assert!(main.is_some_and(|length| length <= 60), "src/main.rs has {main:?} lines");
}

/// Words in backticks of a line of text.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Names in the first column of the module map of a file: the table in its comments whose first column is `module` or `file`.
fn mapped_names(text: &str) -> Vec<&str> {
    let mut in_map = false;
    let rows = text.lines().filter(|line| {
        let row = line.trim_start_matches("//").trim_start_matches('!').trim();
        in_map =
            row.starts_with('|') && (in_map || row.starts_with("| module |") || row.starts_with("| file |"));
        in_map
    });
    rows.flat_map(|row| row.split('|').nth(1).into_iter().flat_map(quoted)).collect()
}

#[test]
fn module_maps_name_files_that_exist_each_once() {
    let mut files = Vec::new();
    CRATES.iter().for_each(|source| collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join(source), &mut files));
    let mut count = 0;
    for file in files {
        let folder = match file.file_name().expect("a name").to_str() {
            Some("mod.rs" | "lib.rs") => file.parent().expect("a folder").to_owned(),
            _ if file.with_extension("").is_dir() => file.with_extension(""),
            _ => continue,
        };
        let text = fs::read_to_string(&file).expect("a readable file");
        let mut names = BTreeSet::new();
        for name in mapped_names(&text) {
            let places = [format!("{name}.rs"), format!("{name}/mod.rs")];
            let exists = places.iter().any(|place| folder.join(place).exists());
            assert!(exists, "{}: the module map names `{name}`, which does not exist", file.display());
            assert!(names.insert(name), "{}: the module map names `{name}` twice", file.display());
        }
        count += names.len();
    }
    assert!(count > 100, "the module maps are found");
}

#[test]
fn the_readme_of_the_page_names_each_of_its_files() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    let text = fs::read_to_string(page.join("README.md")).expect("a readable file");
    let named: BTreeSet<_> = mapped_names(&text).into_iter().map(str::to_owned).collect();
    let files = page.join("assets").read_dir().expect("a folder");
    let names = files.map(|file| file.expect("a file").file_name().into_string().expect("text"));
    // `icon*` is several pictures.
    let names: BTreeSet<_> =
        names.map(|name| if name.starts_with("icon") { "icon*".to_owned() } else { name }).collect();
    assert_eq!(named, names);
}

/// Folders of the repository. A word in backticks that begins with one of them is a path.
const FOLDERS: &[&str] = &[
    ".ci/",
    ".github/",
    "benches/",
    "clients/",
    "config/",
    "crates/",
    "docs/",
    "examples/",
    "fuzz/",
    "page/",
    "python/",
    "scripts/",
    "src/",
    "tests/",
];

/// Markdown files in a folder of the repository, apart from those that a build or an installation has put there.
fn markdown(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable directory") {
        let path = entry.expect("a readable entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        if path.is_dir() && !name.starts_with('.') && name != "target" && name != "node_modules" {
            markdown(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
}

/// A path of the documentation is one of the repository, or of the folder of the document. `*`, `{` and `NAME` stand for any name: of
/// such a path, only the part before it must exist.
#[test]
fn paths_in_the_documentation_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    markdown(root, &mut files);
    let mut count = 0;
    for file in files {
        let text = fs::read_to_string(&file).expect("a readable file");
        let mut in_code = false;
        for (number, line) in (1..).zip(text.lines()) {
            in_code ^= line.trim_start().starts_with("```");
            let words = quoted(line).flat_map(str::split_whitespace).filter(|_| !in_code);
            for path in words.filter(|word| FOLDERS.iter().any(|folder| word.starts_with(folder))) {
                let path = path.trim_end_matches(['.', ',', ':', ';', ')']);
                let fixed = path.split(['*', '{']).next().and_then(|path| path.split("NAME").next());
                let fixed = fixed.expect("a split has a first part");
                let fixed = if fixed == path { fixed } else { &fixed[..fixed.rfind('/').expect("a folder")] };
                let exists = file.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
                let exists = exists.map(|folder| folder.join(fixed)).any(|path| path.exists());
                assert!(exists, "{}:{number}: `{path}` does not exist", file.display());
                count += 1;
            }
        }
    }
    assert!(count > 100, "the documentation is found");
}
