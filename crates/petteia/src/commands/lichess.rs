//! `petteia lichess`: Petteia as a bot on Lichess.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result};
use arena::TomlError;
use gamekit::Tally;
use lichess::{Bot, Config, LICHESS, News, Setup, Token, Waits};
use tokio::runtime;
use tokio::sync::{mpsc, watch};

use crate::cli::evaluator::EvaluatorArgs;
use crate::cli::{interrupt, paths};

/// The variable that holds the token, if no file does.
const VARIABLE: &str = "PETTEIA_LICHESS_TOKEN";

/// Plays until Ctrl-C; the first one finishes the games at hand and takes no new ones.
#[derive(clap::Args)]
pub struct Args {
    /// File of the token [default: the variable `PETTEIA_LICHESS_TOKEN`].
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Settings, a TOML file like examples/lichess.toml.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Folder of the games, a PGN file each [default: lichess in the data folder].
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
    #[command(flatten)]
    evaluator: EvaluatorArgs,
    /// Make the account a bot account, for good; it must not have played any game.
    #[arg(long)]
    upgrade: bool,
    /// Address of the server [default: that of the settings, else `https://lichess.org`].
    #[arg(long)]
    url: Option<String>,
}

pub fn run(args: &Args) -> Result<()> {
    let (setup, folder) = setup(args)?;
    let (ending, asked) = watch::channel(false);
    let (sender, news) = mpsc::unbounded_channel();
    let bot = Bot::new(setup, sender)?;
    interrupt::on_first(move || {
        ending.send_replace(true);
    })?;
    let runtime = runtime::Builder::new_multi_thread().enable_all().build()?;
    let tally: Tally = runtime.block_on(async {
        let printer = tokio::spawn(print(news));
        let tally = bot.run(asked).await;
        // Ends when the bot has told all.
        printer.await?;
        anyhow::Ok(tally?)
    })?;
    println!("{}; games are in {}", tally.in_words(), folder.display());
    println!("to continue, repeat the command");
    Ok(())
}

/// All that the bot needs, and the folder of its games.
fn setup(args: &Args) -> Result<(Setup, PathBuf)> {
    let token = token(args.token_file.as_deref())?;
    let config = args.config.as_deref().map_or_else(|| Ok(Config::default()), read_config)?;
    let evaluator = args.evaluator.evaluator()?;
    let folder = match &args.games {
        Some(folder) => {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
            folder.clone()
        }
        None => paths::data_subfolder("lichess")?,
    };
    let url = args.url.as_deref().or(config.url.as_deref()).unwrap_or(LICHESS).to_owned();
    let (upgrade, waits) = (args.upgrade, Waits::default());
    Ok((Setup { url, token, config, evaluator, folder: folder.clone(), waits, upgrade }, folder))
}

fn token(file: Option<&Path>) -> Result<Token> {
    if let Some(file) = file {
        return Token::read(file).with_context(|| format!("--token-file {}", file.display()));
    }
    let text = env::var(VARIABLE).ok();
    let text = text.with_context(|| format!("no token; expected --token-file FILE or {VARIABLE}"))?;
    Token::new(&text).context(VARIABLE)
}

fn read_config(file: &Path) -> Result<Config> {
    let read = || {
        let text = fs::read_to_string(file)?;
        let config: Config = toml::from_str(&text).map_err(|error| TomlError::new(&text, &error))?;
        config.check()?;
        anyhow::Ok(config)
    };
    read().with_context(|| file.display().to_string())
}

async fn print(mut news: mpsc::UnboundedReceiver<News>) {
    while let Some(news) = news.recv().await {
        match news {
            News::Trouble(_) => eprintln!("{news}"),
            _ => println!("{news}"),
        }
    }
}
