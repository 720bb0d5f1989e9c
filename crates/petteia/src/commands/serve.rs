//! `serve`: Petteia in the browser.

use std::env;
use std::net::IpAddr;
use std::path::PathBuf;

use anyhow::{Context, Result};
use directories::BaseDirs;
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

/// Where this user's programs keep their data, by the customs of the system.
fn data_folder() -> Result<PathBuf> {
    let folders = BaseDirs::new().context("no home folder; expected --data DIR")?;
    Ok(folders.data_dir().join("petteia"))
}

/// Opens the browser where there is a screen; where that fails, the address is printed anyway.
fn open_browser(url: &str) {
    let is_unix = cfg!(unix) && !cfg!(target_os = "macos");
    // Without a screen, Unix would show a browser of text in this terminal.
    if !is_unix || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|screen| env::var_os(screen).is_some()) {
        let _ = open::that_detached(url);
    }
}
