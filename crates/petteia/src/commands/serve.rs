//! `serve`: Petteia in the browser.

use std::env;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use server::{Config, Server};

/// Open Petteia in the browser: play, analyse, watch matches, follow training.
#[derive(clap::Args)]
pub struct Args {
    /// The port, or the first of those to try; 0 for any that is free
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Listen to other machines too, on this address (0.0.0.0 for all); they need the token that is printed
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Where games are kept [default: petteia in the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A file of engines to watch, written as in a match file [default: engines.toml in the data folder]
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
    /// A folder of match files to watch, besides data/matches
    #[arg(long, value_name = "DIR")]
    matches: Vec<PathBuf>,
    /// A folder of training runs to follow, besides data
    #[arg(long, value_name = "DIR")]
    runs: Vec<PathBuf>,
}

pub fn run(args: &Args) -> Result<()> {
    let data = args.data.clone().map_or_else(data_folder, Ok)?;
    let engines =
        args.engines.clone().or_else(|| Some(data.join("engines.toml")).filter(|file| file.exists()));
    let mut config = Config::new(Some(data), env::current_exe().context("cannot find this program")?);
    config.port = args.port;
    config.address = args.listen.unwrap_or(config.address);
    config.match_folders.extend(args.matches.iter().cloned());
    config.learn_folders.extend(args.runs.iter().cloned());
    if let Some(file) = engines {
        config.read_engines(&file)?;
    }
    let server = Server::bind(config)?;
    let url = server.url();
    println!("Petteia is at {url}");
    if args.listen.is_some() {
        println!("Whoever opens this address may play, analyse and start the engines that you configured.");
    }
    println!("Ctrl-C ends it.");
    if !args.no_open {
        open_browser(&url);
    }
    Ok(server.run()?)
}

/// The folder for data of this user's programs, by the customs of the system.
fn data_folder() -> Result<PathBuf> {
    let home = || env::var_os("HOME").map(PathBuf::from);
    let base = if cfg!(windows) {
        env::var_os("APPDATA").map(PathBuf::from)
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        let named = env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
        named.or_else(|| home().map(|home| home.join(".local/share")))
    };
    Ok(base.context("no home folder; expected --data DIR")?.join("petteia"))
}

/// Opens the browser where there is a screen; where that fails, the address is printed anyway.
fn open_browser(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else if ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|screen| env::var_os(screen).is_some()) {
        ("xdg-open", &[])
    } else {
        return;
    };
    let quiet = || Stdio::null();
    let _ =
        Command::new(program).args(arguments).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
}
