//! A game: moves, clocks, and how it ends.

use std::time::{Duration, Instant};

use chess::{Game, Outcome, Position, UciStyle};
use gamekit::{ByColor, Color};
use serde_json::{Value, json};

use crate::NAME;
use crate::terms::Terms;

/// The name of all opponents.
pub const OPPONENT: &str = "Mary";

/// A game as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// Half-moves played.
    pub plies: usize,
    /// `started`, `mate`, `outoftime` and so on.
    pub name: &'static str,
    /// Who won.
    pub winner: Option<Color>,
}

impl Status {
    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.name != "started"
    }
}

/// A game on the server.
pub struct FakeGame {
    pub terms: Terms,
    pub game: Game,
    style: UciStyle,
    left: ByColor<Duration>,
    /// When the side to move began to think; clocks start after a move of each side.
    since: Instant,
    pub status: &'static str,
    pub winner: Option<Color>,
    pub offers: ByColor<bool>,
    /// Whether the bot may claim the win.
    pub is_deserted: bool,
}

impl FakeGame {
    pub fn new(terms: Terms) -> Self {
        let start =
            terms.fen.as_deref().map_or_else(Position::initial, |fen| fen.parse().expect("a position"));
        Self {
            style: UciStyle::of(terms.variant == "chess960"),
            left: ByColor::new(terms.initial, terms.initial),
            since: Instant::now(),
            status: "started",
            winner: None,
            offers: ByColor::default(),
            is_deserted: false,
            game: Game::new(start),
            terms,
        }
    }

    pub fn is_over(&self) -> bool {
        self.status != "started"
    }

    pub fn plies(&self) -> usize {
        self.game.moves().len()
    }

    pub fn turn(&self) -> Color {
        self.game.position().turn()
    }

    /// What is left on a clock, which runs for the side to move.
    pub fn left(&self, color: Color) -> Duration {
        let runs = color == self.turn() && self.plies() >= 2 && !self.is_over();
        self.left[color].saturating_sub(if runs { self.since.elapsed() } else { Duration::ZERO })
    }

    /// Makes a move of this side.
    pub fn play(&mut self, color: Color, text: &str) -> Result<(), String> {
        if self.is_over() || self.turn() != color {
            return Err("Not your turn, or game already over".to_owned());
        }
        if self.left(color).is_zero() {
            self.end("outoftime", Some(!color));
            return Ok(());
        }
        let mv = self.game.position().parse_uci(text).map_err(|error| error.to_string())?;
        let left = self.left(color);
        let increment = if self.plies() >= 2 { self.terms.increment } else { Duration::ZERO };
        self.game.play(mv).map_err(|error| error.to_string())?;
        self.left[color] = left + increment;
        self.since = Instant::now();
        self.offers[!color] = false;
        self.end_by_rule();
        Ok(())
    }

    fn end_by_rule(&mut self) {
        match self.game.outcome() {
            None | Some(Outcome::ThreefoldRepetition) => {}
            Some(Outcome::Checkmate { winner }) => self.end("mate", Some(winner)),
            Some(Outcome::Stalemate) => self.end("stalemate", None),
            Some(_) => self.end("draw", None),
        }
    }

    pub fn end(&mut self, status: &'static str, winner: Option<Color>) {
        // Clocks stop.
        let turn = self.turn();
        self.left[turn] = self.left(turn);
        (self.status, self.winner) = (status, winner);
    }

    /// A side offers a draw, accepts one, or claims one by repetition.
    pub fn draw(&mut self, color: Color) {
        if self.offers[!color] || self.game.repetitions() >= 3 {
            self.end("draw", None);
        } else {
            self.offers[color] = true;
        }
    }

    pub fn state(&self) -> Value {
        let moves: Vec<String> = self.game.moves().map(|mv| mv.to_uci(self.style).to_string()).collect();
        let millis = |time: Duration| time.as_millis() as u64;
        let mut state = json!({
            "type": "gameState",
            "moves": moves.join(" "),
            "wtime": millis(self.left(Color::White)),
            "btime": millis(self.left(Color::Black)),
            "winc": millis(self.terms.increment),
            "binc": millis(self.terms.increment),
            "status": self.status,
        });
        if let Some(winner) = self.winner {
            state["winner"] = json!(word(winner));
        }
        for (color, key) in [(Color::White, "wdraw"), (Color::Black, "bdraw")] {
            if self.offers[color] {
                state[key] = json!(true);
            }
        }
        state
    }

    pub fn full(&self, id: &str) -> Value {
        let millis = |time: Duration| time.as_millis() as u64;
        let bot = json!({"id": NAME.to_lowercase(), "name": NAME, "title": "BOT", "rating": 2000});
        let other = json!({"id": OPPONENT.to_lowercase(), "name": OPPONENT, "title": null, "rating": 1500});
        let (white, black) = if self.terms.bot == Color::White { (bot, other) } else { (other, bot) };
        json!({
            "type": "gameFull",
            "id": id,
            "rated": self.terms.rated,
            "variant": {"key": self.terms.variant, "name": self.terms.variant, "short": "-"},
            "clock": {"initial": millis(self.terms.initial), "increment": millis(self.terms.increment)},
            "speed": "blitz",
            "perf": {"name": "Blitz"},
            "createdAt": 1_600_000_000_000_u64,
            "white": white,
            "black": black,
            "initialFen": self.terms.fen.as_deref().unwrap_or("startpos"),
            "state": self.state(),
        })
    }

    /// The game in the stream of events.
    pub fn event(&self, id: &str, kind: &str) -> Value {
        let is_my_turn = self.turn() == self.terms.bot;
        json!({"type": kind, "game": {
            "fullId": format!("{id}full"), "gameId": id, "id": id, "color": word(self.terms.bot),
            "fen": self.game.position().to_string(), "hasMoved": self.plies() > 1, "isMyTurn": is_my_turn,
            "lastMove": "", "source": "friend", "status": {"id": 20, "name": self.status},
            "variant": {"key": self.terms.variant, "name": self.terms.variant}, "speed": "blitz",
            "perf": "blitz", "rated": self.terms.rated, "secondsLeft": 300,
            "opponent": {"id": OPPONENT.to_lowercase(), "username": OPPONENT, "rating": 1500},
            "compat": {"bot": true, "board": true},
        }})
    }
}

/// A challenge in the stream of events.
pub fn challenge(id: &str, terms: &Terms, kind: &str) -> Value {
    let (limit, increment) = (terms.initial.as_secs(), terms.increment.as_secs());
    let user = |name: &str, title: Value, rating: u32| json!({"id": name.to_lowercase(), "name": name, "title": title, "rating": rating, "online": true});
    json!({"type": kind, "challenge": {
        "id": id, "url": format!("http://localhost/{id}"), "status": "created",
        "challenger": user(OPPONENT, Value::Null, 1500), "destUser": user(NAME, json!("BOT"), 2000),
        "variant": {"key": terms.variant, "name": terms.variant, "short": "-"}, "rated": terms.rated,
        "speed": "blitz", "color": word(!terms.bot), "finalColor": word(!terms.bot),
        "timeControl": {"type": "clock", "limit": limit, "increment": increment,
            "show": format!("{}+{increment}", limit / 60)},
        "perf": {"icon": "-", "name": "Blitz"}, "initialFen": terms.fen, "direction": "in",
    }, "compat": {"bot": true, "board": true}})
}

fn word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
