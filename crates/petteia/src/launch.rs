//! The fastest build that this processor runs.
//!
//! A package has several builds of Petteia: one for any processor, which people start, and faster
//! ones in a folder of their own. The first replaces itself by the best of those.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Set to `plain`, it keeps the build that was started.
const VARIABLE: &str = "PETTEIA_BUILD";

/// Where the other builds are, seen from the folder of the program: as packages install them, and as
/// they are unpacked.
const FOLDERS: [&str; 2] = ["../lib/petteia", "builds"];

/// Replaces this program by a faster build, if there is one. Returns only if there is none.
pub fn best_build() {
    if let Some(build) = better_build() {
        // A build that does not start is no reason not to play.
        replace_by(Command::new(build).args(env::args_os().skip(1)));
    }
}

fn better_build() -> Option<PathBuf> {
    let is_fast = cfg!(target_feature = "avx2") || cfg!(not(target_arch = "x86_64"));
    if is_fast || env::var_os(VARIABLE).is_some_and(|build| build == "plain") {
        return None;
    }
    let program = env::current_exe().ok()?.canonicalize().ok()?;
    choose(program.parent()?, &builds())
}

/// The first build that the processor runs and that is there.
fn choose(folder: &Path, builds: &[(&str, bool)]) -> Option<PathBuf> {
    let runnable = builds.iter().filter(|(_, runs)| *runs);
    let mut files = runnable.flat_map(|(name, _)| {
        let file = format!("petteia-{name}{}", env::consts::EXE_SUFFIX);
        FOLDERS.map(|place| folder.join(place).join(&file))
    });
    files.find(|file| file.is_file())
}

/// The faster builds, best first, and whether this processor runs them. `scripts/builds` makes them.
#[cfg(target_arch = "x86_64")]
fn builds() -> [(&'static str, bool); 2] {
    // What a compiler may use for x86-64-v3.
    let avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe");
    // And for x86-64-v4 with the products of bytes.
    let avx512 = avx2
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vnni");
    [("avx512", avx512), ("avx2", avx2)]
}

#[cfg(not(target_arch = "x86_64"))]
fn builds() -> [(&'static str, bool); 0] {
    []
}

#[cfg(unix)]
fn replace_by(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    // Returns only if it fails.
    let _ = command.exec();
}

#[cfg(not(unix))]
fn replace_by(command: &mut Command) {
    if let Ok(status) = command.status() {
        std::process::exit(status.code().unwrap_or(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_build_that_is_there_and_runs_is_chosen() {
        let folder = tempfile::tempdir().unwrap();
        let builds = folder.path().join("builds");
        std::fs::create_dir(&builds).unwrap();
        let file = |name: &str| builds.join(format!("petteia-{name}{}", env::consts::EXE_SUFFIX));
        let both = [("avx512", true), ("avx2", true)];
        assert_eq!(choose(folder.path(), &both), None);
        std::fs::write(file("avx2"), "").unwrap();
        assert_eq!(choose(folder.path(), &both), Some(file("avx2")));
        std::fs::write(file("avx512"), "").unwrap();
        assert_eq!(choose(folder.path(), &both), Some(file("avx512")));
        assert_eq!(choose(folder.path(), &[("avx512", false), ("avx2", true)]), Some(file("avx2")));
        assert_eq!(choose(folder.path(), &[("avx512", false), ("avx2", false)]), None);
    }
}
