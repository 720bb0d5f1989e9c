//! `serve [PORT] [GAMES]`: a stand-in for Lichess whose players challenge the bot until Ctrl-C. Its
//! account is a person's until it is upgraded.

use std::time::Duration;

use lichess_fake::{Fake, NAME, Opponent, Settings, TOKEN, Terms};

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let port: u16 = arguments.next().unwrap_or(8090);
    let games = arguments.next().map_or(1, usize::from);
    let fake = Fake::with(Settings::default(), port).await?;
    fake.downgrade();
    println!("{} lets in {NAME} by the token {TOKEN}", fake.url());
    let opponent = Opponent::Search { nodes: 300, pause: 1000 };
    let terms = |_| Terms { initial: Duration::from_mins(1), opponent, ..Terms::default() };
    tokio::select! {
        () = fake.host(games, Duration::MAX, terms) => Ok(()),
        pressed = tokio::signal::ctrl_c() => pressed,
    }
}
