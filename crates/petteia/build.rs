//! The commit of a release build, for its version: `PETTEIA_COMMIT`, or what git says. Without
//! either, and in other builds, which would all have to be made again after a commit, it is empty.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=PETTEIA_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    let given = env::var("PETTEIA_COMMIT").ok().filter(|commit| !commit.is_empty());
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = given.or_else(|| if is_release { commit_by_git() } else { None });
    let suffix = commit.map_or(String::new(), |commit| format!("-{commit}"));
    println!("cargo::rustc-env=PETTEIA_VERSION={}{suffix}", env!("CARGO_PKG_VERSION"));
}

fn commit_by_git() -> Option<String> {
    // Every commit and every checkout writes to this file.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo::rerun-if-changed={log}");
    git(&["rev-parse", "--short=8", "HEAD"])
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}
