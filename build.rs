//! Passes the commit of the source to `src/version.rs`, and the files of the page to `src/http/page.rs`.
//!
//! The commit is the first of these:
//!
//! 1. the variable `QUADRILLE_COMMIT`, for builds without the repository, such as that of the container image
//! 2. `.cargo_vcs_info.json`, which cargo writes into published crates
//! 3. the commit of the repository, in release builds; others would be recompiled after every commit
#![expect(clippy::disallowed_methods, reason = "a build script reads its settings from variables")]

use std::env;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

/// Variable that names the commit.
const VARIABLE: &str = "QUADRILLE_COMMIT";

/// File of a published crate.
const VCS_INFO: &str = ".cargo_vcs_info.json";

/// Folder with the files of the page.
const PAGE: &str = "page/assets";

/// Length of a commit in the output.
const DIGITS: usize = 12;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    let commit = of_variable().or_else(of_crate).or_else(of_repository).unwrap_or_default();
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let line = if commit.is_empty() { version } else { format!("{version} ({commit})") };
    println!("cargo::rustc-env=QUADRILLE_BUILD_COMMIT={commit}");
    println!("cargo::rustc-env=QUADRILLE_BUILD_VERSION={line}");
    list_page()
}

/// Writes an expression of the names and bytes of the files of the page, in the order of their names.
fn list_page() -> io::Result<()> {
    println!("cargo::rerun-if-changed={PAGE}");
    let folder = env::current_dir()?.join(PAGE);
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    let files = paths.iter().map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        format!("({name:?}, include_bytes!({path:?}))")
    });
    let list = format!("&[{}]", files.collect::<Vec<_>>().join(","));
    let output = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&output).join("page_files.rs"), list)
}

/// Shortens a commit. `None` if it is not a hexadecimal number of that length.
fn short(commit: &str) -> Option<String> {
    let digits = commit.trim().get(..DIGITS)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| digits.to_ascii_lowercase())
}

fn of_variable() -> Option<String> {
    let commit = env::var(VARIABLE).ok().filter(|commit| !commit.is_empty())?;
    let short = short(&commit);
    if short.is_none() {
        println!(
            "cargo::warning={VARIABLE} is not a commit of {DIGITS} or more hexadecimal digits: {commit}"
        );
    }
    short
}

fn of_crate() -> Option<String> {
    let text = fs::read_to_string(VCS_INFO).ok()?;
    println!("cargo::rerun-if-changed={VCS_INFO}");
    let (_, after) = text.split_once("\"sha1\"")?;
    short(after.split('"').nth(1)?)
}

fn of_repository() -> Option<String> {
    // A repository around the package is that of another project.
    if env::var("PROFILE").as_deref() != Ok("release") || !Path::new(".git").exists() {
        return None;
    }
    // These change with every commit and checkout.
    for file in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", file])?;
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    short(&git(&["rev-parse", "HEAD"])?)
}

/// Returns the output of git, or `None` if it fails or is not installed.
fn git(arguments: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    // A hook of git may name another repository.
    git.args(arguments).env_remove("GIT_DIR").env_remove("GIT_WORK_TREE");
    let output = git.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
