//! Examples as programs.
#![expect(clippy::expect_used, reason = "a test fails by a panic")]

use std::env;
use std::process::{Command, Output};

/// Runs an example of the workspace. Cargo builds the examples before it runs all tests.
pub fn run(name: &str, arguments: &[&str]) -> Output {
    let test = env::current_exe().expect("this test runs from a file");
    let profile = test.ancestors().nth(2).expect("it is in `deps` of the profile directory");
    let file = profile.join("examples").join(name).with_extension(env::consts::EXE_EXTENSION);
    assert!(file.exists(), "{} is missing: run `cargo build --examples`, or all tests", file.display());
    Command::new(file).args(arguments).output().expect("the example can be run")
}

/// Returns what an example prints.
pub fn output(name: &str, arguments: &[&str]) -> String {
    let output = run(name, arguments);
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}
