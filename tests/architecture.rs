//! Module boundaries: dependencies between modules, on crates, and within modules.
//!
//! Checks every `crate::` path and every crate named in `src/` against the tables below. A failure names the file, the
//! line and the allowed names.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by a panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Modules and crates that a module may use. Its tests may use any crate.
struct Part {
    /// Directory or file in `src/`.
    name: &'static str,
    parts: &'static [&'static str],
    crates: &'static [&'static str],
}

const PARTS: &[Part] = &[
    Part { name: "auth", parts: &[], crates: &["base16ct", "sha2", "subtle"] },
    Part { name: "exact_cover", parts: &[], crates: &["thiserror", "wide"] },
    Part {
        name: "sudoku",
        parts: &["exact_cover"],
        crates: &[
            "csv_core",
            "fearless_simd",
            "json_event_parser",
            "lz_str",
            "quick_xml",
            "thiserror",
            "wide",
        ],
    },
    Part { name: "version", parts: &[], crates: &[] },
    Part {
        name: "service",
        parts: &["sudoku", "exact_cover"],
        crates: &["futures_util", "getrandom", "parking_lot", "quick_cache", "thiserror", "tokio", "tracing"],
    },
    Part {
        name: "wire",
        parts: &["service", "sudoku", "exact_cover"],
        crates: &["form_urlencoded", "serde", "serde_json", "strsim", "tracing", "utoipa"],
    },
    Part {
        name: "jobs",
        parts: &["ingest", "wire", "service", "sudoku", "exact_cover"],
        crates: &[
            "bytes",
            "futures_util",
            "object_store",
            "parking_lot",
            "rustix",
            "rustls",
            "serde",
            "serde_json",
            "sqlx",
            "thiserror",
            "thread_priority",
            "tokio",
            "tracing",
            "uuid",
        ],
    },
    Part {
        name: "metrics",
        parts: &["jobs", "wire", "service", "version"],
        crates: &["parking_lot", "procfs", "prometheus_client"],
    },
    Part {
        name: "ingest",
        parts: &["wire", "service", "sudoku"],
        crates: &["bytes", "futures_util", "memchr", "tokio"],
    },
    Part {
        name: "trace",
        parts: &[],
        crates: &["opentelemetry", "tracing", "tracing_opentelemetry", "uuid"],
    },
    Part {
        name: "http",
        parts: &["auth", "jobs", "ingest", "wire", "service", "metrics", "trace", "version"],
        crates: &[
            "async_compression",
            "axum",
            "base16ct",
            "bytes",
            "flate2",
            "form_urlencoded",
            "futures_util",
            "getrandom",
            "governor",
            "headers",
            "headers_accept",
            "http",
            "http_body",
            "http_body_util",
            "ipnet",
            "itoa",
            "matchit",
            "mediatype",
            "parking_lot",
            "pin_project_lite",
            "quick_cache",
            "serde",
            "serde_json",
            "sha2",
            "thiserror",
            "tokio",
            "tokio_util",
            "tower",
            "tower_http",
            "tracing",
            "utoipa",
            "utoipa_axum",
            "utoipa_swagger_ui",
            "uuid",
        ],
    },
    Part {
        name: "transport",
        parts: &[],
        crates: &[
            "axum",
            "bytes",
            "futures_util",
            "http",
            "http_body",
            "http_body_util",
            "httpdate",
            "hyper",
            "hyper_util",
            "parking_lot",
            "socket2",
            "tokio",
            "tokio_io_timeout",
            "tower_service",
            "tracing",
        ],
    },
    Part {
        name: "config",
        parts: &[],
        crates: &["config", "ipnet", "serde", "serde_path_to_error", "strsim", "thiserror", "toml"],
    },
    Part { name: "shutdown", parts: &[], crates: &["tokio"] },
    Part {
        name: "telemetry",
        parts: &["config"],
        crates: &[
            "anyhow",
            "http",
            "humantime",
            "itoa",
            "opentelemetry",
            "opentelemetry_otlp",
            "opentelemetry_sdk",
            "tracing",
            "tracing_appender",
            "tracing_opentelemetry",
            "tracing_subscriber",
        ],
    },
    Part {
        name: "server",
        parts: &[
            "auth",
            "http",
            "jobs",
            "metrics",
            "service",
            "wire",
            "transport",
            "config",
            "telemetry",
            "shutdown",
        ],
        crates: &[
            "anyhow", "axum", "bytes", "governor", "http", "libc", "rlimit", "rustix", "tokio", "tracing",
        ],
    },
    Part {
        name: "cli",
        parts: &["auth", "ingest", "jobs", "wire", "service", "sudoku", "config", "http", "version"],
        crates: &[
            "anstream",
            "anyhow",
            "base16ct",
            "bytes",
            "clap",
            "clap_complete",
            "clap_mangen",
            "flate2",
            "form_urlencoded",
            "futures_util",
            "getrandom",
            "http",
            "http_body",
            "http_body_util",
            "hyper",
            "hyper_util",
            "indicatif",
            "memchr",
            "parking_lot",
            "serde",
            "serde_json",
            "toml",
            "tokio",
            "zstd",
        ],
    },
    Part { name: "main", parts: &["cli", "server", "config"], crates: &["anyhow", "clap"] },
    Part { name: "lib", parts: &[], crates: &[] },
];

/// Order within directories of `src/`: a file may use the files before it.
const ORDER: &[(&str, &[&str])] = &[
    (
        "exact_cover",
        &[
            "problem",
            "named",
            "text",
            "cover",
            "answer",
            "search_space",
            "memo",
            "cube",
            "rest",
            "search",
            "dlx",
            "bitset",
            "cdcl",
            "portfolio",
            "random",
            "estimate",
            "partition",
            "cube_search",
            "found",
            "cube_list",
            "cube_text",
            "solver",
        ],
    ),
    (
        "sudoku",
        &[
            "model",
            "notation",
            "reduce",
            "encoding",
            "engines",
            "solver",
            "cubes",
            "analysis",
            "techniques",
            "generate",
            "named_cover",
            "render",
        ],
    ),
    (
        "sudoku/model",
        &[
            "digit",
            "cell",
            "house",
            "article",
            "csr",
            "layout",
            "box_grid",
            "rules",
            "grid",
            "house_counts",
            "open_candidates",
            "puzzle",
            "solution",
            "puzzle_cube",
        ],
    ),
    (
        "sudoku/notation",
        &[
            "puzzle_names",
            "symbol",
            "line",
            "drawing",
            "format",
            "content",
            "format_faults",
            "ss",
            "sdm",
            "sdk",
            "fields",
            "layout",
            "csv",
            "other_lines",
            "solo",
            "pencilmarks",
            "sukaku",
            "quasigroup",
            "hodoku",
            "sudokuwiki",
            "opensudoku",
            "lz_string",
            "json",
            "web",
            "fpuzzles",
            "sudokupad",
            "translation",
            "possible_formats",
            "registry",
        ],
    ),
    ("sudoku/notation/drawing", &["lines", "rows", "parse", "format"]),
    ("sudoku/engines", &["engine", "classic_9x9", "general", "engine_set"]),
    ("sudoku/cubes", &["partition", "count", "list", "text", "written", "whole", "run", "counter"]),
    ("sudoku/render", &["borders", "step", "picture"]),
    ("sudoku/solver", &["answer", "puzzle_search", "count", "enumerator"]),
    (
        "service",
        &[
            "share",
            "shed",
            "moving_average",
            "fair_queue",
            "limits",
            "permits",
            "search_pool",
            "search",
            "question",
            "subject",
            "random_order",
            "random_seed",
            "candidates",
            "minimal",
            "conflicts",
            "steps",
            "canonical",
            "check",
            "estimate",
            "meters",
            "running",
            "prompt",
            "input",
            "codec",
            "generate",
            "task",
            "background",
            "scheduler",
            "slot",
            "solve",
            "parts",
            "ahead",
            "chunk",
            "batch",
            "solutions",
            "dispatcher",
            "cache",
        ],
    ),
    (
        "wire",
        &[
            "fault",
            "json",
            "list_text",
            "notation",
            "other_lines",
            "number",
            "wish_fault",
            "request_option",
            "object",
            "wish_values",
            "options",
            "subject",
            "schema",
            "cover_schema",
            "cell",
            "candidates",
            "render_step",
            "text_fault",
            "puzzle",
            "puzzle_array",
            "puzzle_member",
            "kind",
            "body_start",
            "question",
            "query",
            "form_body",
            "result",
            "analysis_result",
            "cover_result",
            "estimate_result",
            "chunk",
            "answer_kind",
            "find_candidates",
            "played",
            "step",
            "puzzle_rating",
            "rate",
            "path",
            "hint",
            "test_minimal",
            "find_conflicts",
            "find_canonical",
            "check_entries",
            "estimate_solutions",
            "wish",
            "generate",
            "cover_kind",
            "cover",
            "kept",
            "entry",
            "job",
            "wish_schema",
            "option_schema",
            "form_schema",
            "render",
            "convert",
            "problem",
            "problem_page",
            "line_type",
            "batch_lines",
            "stream_lines",
            "puzzle_subject",
            "stream_format",
            "line_codec",
            "solution_lines",
            "count_lines",
            "line_schema",
            "generate_lines",
            "batch_schema",
        ],
    ),
    ("ingest", &["games", "lines", "elements"]),
    (
        "transport",
        &[
            "phase",
            "listener",
            "refusal",
            "shares",
            "exchange",
            "wakes",
            "lingering_close",
            "stream",
            "turns",
            "connection",
            "accept",
        ],
    ),
    ("metrics", &["outcome", "solving", "stream", "requests", "service", "jobs", "process", "registry"]),
    ("trace", &["parent", "join"]),
    (
        "http",
        &[
            "error",
            "deadline",
            "clients",
            "request_id",
            "caller",
            "allowed_methods",
            "state",
            "origin",
            "hosts",
            "middleware",
            "early",
            "openapi",
            "held_memory",
            "job_view",
            "upload_view",
            "extract",
            "asset",
            "page",
            "stream",
            "endpoints",
            "router",
        ],
    ),
    ("http/clients", &["address", "api_key", "rate", "rejection", "id", "settings", "access"]),
    (
        "http/middleware",
        &[
            "render_problems",
            "catch_panic",
            "dispatch",
            "protect",
            "route_table",
            "access_log",
            "check_head",
            "links",
            "cors",
            "stack",
        ],
    ),
    ("http/openapi", &["refusals", "examples", "document"]),
    (
        "http/openapi/examples",
        &[
            "example",
            "solve",
            "count",
            "solutions",
            "render",
            "convert",
            "solve_batch",
            "count_batch",
            "candidates",
            "minimal",
            "conflicts",
            "rate",
            "path",
            "hint",
            "check",
            "canonical",
            "estimate",
            "generate",
            "cover",
            "table",
        ],
    ),
    ("http/middleware/access_log", &["record", "body", "layer"]),
];

/// Files that may use `unsafe` for a measured gain.
const UNSAFE_FILES: &[&str] = &["exact_cover/dlx/links.rs", "server/trim.rs"];

/// Line of code without comments.
struct Line {
    file: PathBuf,
    number: usize,
    code: String,
    /// Whether the line belongs to the tests at the end of its file.
    in_tests: bool,
}

impl Line {
    fn fail(&self, why: &str) -> ! {
        panic!("src/{}:{}: {why}\n    {}", self.file.display(), self.number, self.code.trim())
    }

    /// Top-level module of the line: the first directory, or the file.
    fn part(&self) -> String {
        let first = self.file.iter().next().expect("a file has a name");
        Path::new(first).with_extension("").display().to_string()
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

/// The directory `src/`.
fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// All lines of code in `src/`. Joins each `use` declaration into one line.
fn lines() -> Vec<Line> {
    let root = source();
    let mut files = Vec::new();
    collect(&root, &mut files);
    let mut lines = Vec::new();
    for path in files {
        let file = path.strip_prefix(&root).expect("the file is in `src/`").to_owned();
        let mut joined: Option<Line> = None;
        let mut in_tests = false;
        for (number, text) in (1..).zip(fs::read_to_string(&path).expect("a readable file").lines()) {
            let code = without_strings(text);
            let code = code.split("//").next().unwrap_or_default();
            let line = match joined.take() {
                Some(line) => Line { code: line.code + code.trim(), ..line },
                None => Line { file: file.clone(), number, code: code.to_owned(), in_tests },
            };
            in_tests |= line.code.starts_with("#[cfg(test)]") || line.code.starts_with("#![cfg(test)]");
            let is_use = line.code.trim_start().trim_start_matches("pub ").starts_with("use ");
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

/// Crates of `Cargo.toml`, as spelled in code.
fn outside_crates() -> Vec<String> {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"));
    let manifest: toml::Table = manifest.expect("the manifest").parse().expect("valid TOML");
    ["dependencies", "dev-dependencies"]
        .iter()
        .filter_map(|section| manifest[*section].as_table())
        .flat_map(|table| table.keys())
        .map(|name| name.replace('-', "_"))
        .collect()
}

fn part(line: &Line) -> &'static Part {
    let name = line.part();
    PARTS
        .iter()
        .find(|part| part.name == name)
        .unwrap_or_else(|| line.fail(&format!("`{name}` is not in PARTS")))
}

#[test]
fn modules_use_only_allowed_modules() {
    for line in lines() {
        let part = part(&line);
        let prefix = if part.name == "main" { "quadrille::" } else { "crate::" };
        for named in line.after(prefix) {
            if named != part.name && !part.parts.contains(&named.as_str()) {
                line.fail(&format!("`{}` may use {:?}, not `{named}`", part.name, part.parts));
            }
        }
    }
}

#[test]
fn modules_use_only_allowed_crates() {
    let outside = outside_crates();
    for line in lines() {
        let part = part(&line);
        for name in &outside {
            let named = !line.after(&format!("{name}::")).is_empty() && !own_module(&line, name);
            if named && !line.in_tests && !part.crates.contains(&name.as_str()) {
                line.fail(&format!("`{}` may use {:?}, not the crate `{name}`", part.name, part.crates));
            }
        }
    }
}

/// Whether `name`, which a crate and a module share, refers to the module.
fn own_module(line: &Line, name: &str) -> bool {
    let in_mod_file = line.file.ends_with("mod.rs");
    let module = source().join(&line.file).with_file_name(name);
    let has_sibling = module.is_dir() || module.with_extension("rs").exists();
    line.code.contains(&format!("crate::{name}::")) || (in_mod_file && has_sibling)
}

#[test]
fn files_use_only_earlier_files() {
    for line in lines() {
        for (directory, order) in ORDER {
            let Some(own_name) = line.name_in(directory).filter(|name| name != "mod") else { continue };
            let Some(own) = order.iter().position(|file| *file == own_name) else {
                line.fail(&format!("`{own_name}` is not in the order of `{directory}`"))
            };
            let mut named = line.after(&format!("crate::{}::", directory.replace('/', "::")));
            if line.file.parent() == Some(Path::new(directory)) {
                named.extend(line.after("super::"));
            }
            for name in named {
                let Some(other) = order.iter().position(|file| *file == name) else { continue };
                if other > own {
                    line.fail(&format!("`{directory}/{own_name}` comes before `{name}` and may not use it"));
                }
            }
        }
    }
}

/// All directories of `src/`, relative to it, with `src/` itself.
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
    let lines = lines();
    for directory in directories(&lines) {
        let mut uses = uses_in(directory, &lines);
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
    // Top-level module and type.
    const EXCEPTIONS: &[(&str, &str)] = &[("wire", "Refusal")];
    let lines = lines();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.code.starts_with("impl")) {
        let header: Vec<&str> = lines[at..]
            .iter()
            .take_while(|later| later.file == line.file)
            .flat_map(|later| later.code.split_inclusive('{'))
            .scan(false, |ended, code| {
                let header = (!*ended).then_some(code);
                *ended |= code.ends_with('{');
                header
            })
            .map(str::trim)
            .collect();
        let Some(name) = inherent_impl(&header.join(" ")).map(str::to_owned) else { continue };
        let defines = |other: &&Line| {
            let mut words = other.code.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            let is_type = words.any(|word| ["struct", "enum", "union"].contains(&word));
            other.file == line.file && is_type && words.next() == Some(&name)
        };
        let is_exception = EXCEPTIONS.contains(&(line.part().as_str(), name.as_str()));
        if !is_exception && !lines.iter().any(|other| defines(&other)) {
            line.fail(&format!(
                "move this `impl` to the file that defines `{name}`, or make a type of its own"
            ));
        }
    }
}

#[test]
fn fields_are_private() {
    const DIRECTORIES: &[&str] = &["exact_cover"];
    for line in lines().iter().filter(|line| DIRECTORIES.iter().any(|name| line.file.starts_with(name))) {
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
fn files_import_siblings_directly() {
    for line in lines() {
        let part = line.part();
        let inside = line.file.iter().count() > 1 && !line.file.ends_with("mod.rs");
        for name in line.after(&format!("crate::{part}::")) {
            let is_module = name.chars().next().is_some_and(char::is_lowercase);
            let file = source().join(&part).join(&name);
            let is_file = file.is_dir() || file.with_extension("rs").exists();
            if inside && !(is_module && is_file) {
                line.fail(&format!("import `{name}` from its file, not through `{part}`"));
            }
        }
    }
}

#[test]
fn super_super_is_unused() {
    if let Some(line) = lines().iter().find(|line| line.code.contains("super::super")) {
        line.fail("begin the path with `crate::`");
    }
}

#[test]
fn mod_files_hold_no_code() {
    for line in lines().iter().filter(|line| line.file.ends_with("mod.rs") || line.file.ends_with("lib.rs")) {
        let code = line.code.trim();
        let is_declaration = [
            "mod ",
            "pub mod ",
            "pub(super) mod ",
            "pub use ",
            "pub(crate) use ",
            "pub(super) use ",
            "pub(in crate::http) use ",
            "pub(in crate::sudoku) use ",
        ]
        .iter()
        .any(|start| code.starts_with(start));
        let is_allowed = code.is_empty() || (is_declaration && code.ends_with(';'));
        if !is_allowed {
            line.fail("`mod.rs` documents and re-exports; move code into a file of its own");
        }
    }
}

#[test]
fn modules_hold_no_banned_words() {
    const BANNED: &[(&str, &[&str])] = &[
        ("exact_cover", &["std::time", "std::thread", "Sudoku", "Digit", "Cell("]),
        ("sudoku", &["std::time", "std::thread", "async fn", "Serialize", "StatusCode"]),
        ("service", &["StatusCode", "Serialize"]),
        ("wire", &["StatusCode", "async fn"]),
        ("http", &["spawn_blocking", "crate::config", "crate::sudoku", "crate::exact_cover"]),
    ];
    for line in lines() {
        for (_, banned) in BANNED.iter().filter(|(part, _)| *part == line.part()) {
            for word in *banned {
                if line.code.contains(word) {
                    line.fail(&format!("`{word}` is banned here"));
                }
            }
        }
    }
}

#[test]
fn main_is_short_and_unsafe_is_confined() {
    let lines = lines();
    let main = lines.iter().filter(|line| line.file.ends_with("main.rs")).map(|line| line.number).max();
    assert!(main.is_some_and(|length| length <= 60), "src/main.rs has {main:?} lines");
    for line in &lines {
        let allowed = UNSAFE_FILES.iter().any(|file| line.file.ends_with(file));
        let says_unsafe =
            line.code.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == "unsafe");
        if says_unsafe && !allowed {
            line.fail("`unsafe` is allowed in UNSAFE_FILES only");
        }
    }
}
