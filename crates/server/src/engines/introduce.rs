//! What a program says of itself when it is asked whether it is an engine.

use arena::analyst::Analyst;
use arena::engine::EngineSpec;
use uci::{OptionKind, OptionSpec};

use crate::protocol::library::{EngineOption, EngineReport, NewEngine, OptionType};
use crate::refused::Refused;

/// The engine that a page describes.
pub(super) fn spec(new: &NewEngine) -> Result<EngineSpec, Refused> {
    let cmd = new.command.trim();
    if cmd.is_empty() {
        return Err(Refused::bad("no program; expected its path"));
    }
    let mut spec = EngineSpec {
        name: new.name.trim().to_owned(),
        cmd: cmd.to_owned(),
        args: new.arguments.clone(),
        options: new.options.clone(),
        ..EngineSpec::default()
    };
    spec.make_paths_absolute();
    Ok(spec)
}

/// Starts an engine, asks what it is and ends it.
pub(super) fn ask(spec: &EngineSpec) -> Result<EngineReport, Refused> {
    let failed = |failure| Refused::Bad(format!("{}: {failure}", spec.cmd));
    let analyst = Analyst::start(spec).map_err(failed)?;
    let said = analyst.introduction();
    Ok(EngineReport {
        name: said.name.clone(),
        author: said.author.clone(),
        options: said.options.iter().filter_map(option).collect(),
        remarks: said.remarks.clone(),
    })
}

/// An option that can be set; a button cannot.
fn option(option: &OptionSpec) -> Option<EngineOption> {
    let plain = |kind, default: String| EngineOption {
        name: option.name.clone(),
        kind,
        default,
        least: None,
        most: None,
        choices: Vec::new(),
    };
    Some(match &option.kind {
        OptionKind::Button => return None,
        OptionKind::Check { default } => plain(OptionType::Check, default.to_string()),
        OptionKind::String { default } => plain(OptionType::Text, default.clone()),
        OptionKind::Spin { default, min, max } => EngineOption {
            least: Some(*min),
            most: Some(*max),
            ..plain(OptionType::Number, default.to_string())
        },
        OptionKind::Combo { default, vars } => {
            EngineOption { choices: vars.clone(), ..plain(OptionType::Choice, default.clone()) }
        }
    })
}
