//! `petteia lab` as a person uses it.

use std::fs;
use std::time::Duration;

use arena::compliance::{Patience, STEPS, run};
use arena::engine::EngineSpec;
use assert_cmd::Command;

fn lab(args: &[&str]) -> String {
    let mut petteia = Command::cargo_bin("petteia").expect("the binary is built");
    let output = petteia.arg("lab").args(args).assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("text")
}

fn names(list: &str, heading: &str) -> Vec<String> {
    let lines = list.lines().skip_while(|line| !line.starts_with(heading)).skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// The lines of the checklist that every engine has to pass.
const BASIC_STEPS: [u32; 11] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13];
/// The one that asks for a mate in two, which a profile that does not search cannot find.
const MATE_STEP: u32 = 7;

#[test]
fn every_profile_passes_the_basic_steps() {
    let patience = Patience { at_once: Duration::from_secs(20), races: 10 };
    for profile in names(&lab(&["list"]), "profiles") {
        let spec = EngineSpec {
            cmd: env!("CARGO_BIN_EXE_petteia").to_owned(),
            args: ["lab", "uci", &profile].map(str::to_owned).into(),
            name: profile.clone(),
            ..EngineSpec::default()
        };
        let applies = |number| BASIC_STEPS.contains(&number) && (profile != "dense" || number != MATE_STEP);
        for step in STEPS.iter().filter(|step| applies(step.number)) {
            let report = run(step, &spec, patience);
            let transcript = report.transcript.join("\n");
            assert!(!report.is_failure(), "{profile}, {}: {:?}\n{transcript}", step.title, report.finding);
        }
    }
}

#[test]
fn profiles_play_matches() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut petteia = Command::cargo_bin("petteia").expect("the binary is built");
    let args = "match --engine cmd=lab:basic --engine cmd=lab:madrid-lmr --nodes 200 --games 2 --max-moves 8 \
                --results r --epd last.epd";
    petteia.current_dir(folder.path()).args(args.split_whitespace()).assert().success();
    let last = fs::read_to_string(folder.path().join("last.epd")).expect("the final positions");
    let lines: Vec<&str> = last.lines().collect();
    assert_eq!(lines.len(), 2, "{last}");
    assert!(lines[0].ends_with("id \"basic - madrid-lmr 1/2-1/2\";"), "{last}");
    assert!(lines.iter().all(|line| line.parse::<chess::Epd>().is_ok()), "{last}");
}

/// Every experiment runs, small, and leaves its page, table and chart.
#[test]
fn all_experiments_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("a plain path");
    let printed = lab(&["run", "--quick", "all", "--out", out]);
    for name in names(&lab(&["list"]), "experiments") {
        assert!(printed.contains(&format!("# {name}\n")), "{name}: {printed}");
        let page = fs::read_to_string(folder.path().join(format!("{name}.md"))).expect("a page");
        assert!(page.contains(&format!("`petteia lab run {name} --quick`")) && page.contains("| "), "{page}");
        assert!(
            fs::read_to_string(folder.path().join(format!("{name}.csv"))).is_ok_and(|csv| csv.contains(','))
        );
    }
    let kinds = fs::read_to_string(folder.path().join("kinds.csv")).expect("a table");
    assert!(kinds.contains("4,197281,1576,0,0,0,469,0,0,8\n"), "{kinds}");
    assert!(fs::read_to_string(folder.path().join("madrid.svg")).is_ok_and(|svg| svg.starts_with("<svg")));
    // What was played is not played again.
    let again = lab(&["run", "--quick", "madrid", "--out", out]);
    assert_eq!(again, fs::read_to_string(folder.path().join("madrid.md")).expect("a page") + "\n");
}
