//! The commands of the program, as its help lists them.

use assert_cmd::Command;

/// The help of a command, as wide as 100 columns allow.
pub fn help(command: &[String]) -> String {
    let mut petteia = Command::cargo_bin("petteia").expect("the binary is built");
    let assert = petteia.env("COLUMNS", "100").args(command).arg("--help").assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).expect("text")
}

/// All commands, each with the commands above it.
pub fn all() -> Vec<Vec<String>> {
    below(&[])
}

fn below(command: &[String]) -> Vec<Vec<String>> {
    let help = help(command);
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    // The descriptions that are wrapped continue on lines with a wide margin.
    let names = list.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    names
        .flat_map(|name| {
            let command = [command, &[name.to_owned()]].concat();
            let below = below(&command);
            [vec![command], below].concat()
        })
        .collect()
}
