//! A review as a page of HTML that needs nothing else: graph, table, and a board at every slip.

use std::fmt;

use chess::pgn::Game;
use chess::{Color, Piece, Position, eco};
use gamekit::{ScoreText, Square};

use crate::{Accuracy, Phase, Review, ReviewedMove, winning_chances};

/// The page of one or several reviewed games. Its `Display` is the whole document.
#[derive(Default)]
pub struct Report<'a> {
    games: Vec<(&'a Game, &'a Review)>,
}

impl<'a> Report<'a> {
    /// Adds a game.
    pub fn add(&mut self, game: &'a Game, review: &'a Review) {
        self.games.push((game, review));
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_head(f)?;
        for (game, review) in &self.games {
            write_game(f, game, review)?;
        }
        f.write_str("</main>\n</html>\n")
    }
}

/// A page that lists annotated games and links their reports. Its `Display` is the whole document.
#[derive(Default)]
pub struct Index<'a> {
    games: Vec<(&'a Game, String)>,
}

impl<'a> Index<'a> {
    /// Adds a game and the address of its report.
    pub fn add(&mut self, game: &'a Game, address: String) {
        self.games.push((game, address));
    }
}

impl fmt::Display for Index<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_head(f)?;
        f.write_str(
            "<article><h1>Games</h1>\n<table><tr><th>White<th>Black<th>result<th>accuracy<th>opening</tr>\n",
        )?;
        for (game, address) in &self.games {
            let tag = |name: &str| escape(game.tags.get(name).unwrap_or("?"));
            let result = game.result.map_or_else(|| "*".to_owned(), |result| result.to_string());
            writeln!(
                f,
                "<tr><td><a href=\"{}\">{}</a><td>{}<td>{result}<td>{} : {}<td>{}</tr>",
                escape(address),
                tag("White"),
                tag("Black"),
                tag("WhiteAccuracy"),
                tag("BlackAccuracy"),
                escape(game.tags.get("Opening").unwrap_or_default())
            )?;
        }
        f.write_str("</table></article>\n</main>\n</html>\n")
    }
}

fn write_head(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(
        f,
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Review by Petteia</title>\n<style>{STYLE}</style>\n<main>\n"
    )
}

fn write_game(f: &mut fmt::Formatter<'_>, game: &Game, review: &Review) -> fmt::Result {
    let tag = |name: &str| escape(game.tags.get(name).unwrap_or("?"));
    let result = game.result.map_or_else(|| "*".to_owned(), |result| result.to_string());
    writeln!(f, "<article>\n<h1>{} \u{2013} {} <b>{result}</b></h1>", tag("White"), tag("Black"))?;
    let opening = eco::of_moves(&game.start, game.moves());
    if let Some(opening) = opening {
        writeln!(f, "<p>{} {}</p>", opening.code, escape(opening.name))?;
    }
    write_graph(f, review)?;
    write_table(f, game, review)?;
    write_moves(f, game, review)?;
    let mut position = game.start.clone();
    for (ply, played) in review.moves.iter().enumerate() {
        if played.class.is_slip() {
            let scores = [ply, ply + 1].map(|index| review.score_text(index));
            write_slip(f, &position, played, scores)?;
        }
        position = position.play(played.mv);
    }
    f.write_str("</article>\n")
}

/// White's winning chances over the game.
fn write_graph(f: &mut fmt::Formatter<'_>, review: &Review) -> fmt::Result {
    const WIDTH: f64 = 800.0;
    const HEIGHT: f64 = 120.0;
    let last = (review.scores.len() - 1).max(1) as f64;
    let point = |ply: usize| {
        let chances = winning_chances(review.scores[ply]);
        (ply as f64 / last * WIDTH, HEIGHT * (1.0 - chances))
    };
    write!(
        f,
        "<svg class=\"graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"White's chances\">"
    )?;
    write!(f, "<path class=\"white\" d=\"M0 {HEIGHT}")?;
    for ply in 0..review.scores.len() {
        let (x, y) = point(ply);
        write!(f, " L{x:.1} {y:.1}")?;
    }
    write!(f, " L{WIDTH} {HEIGHT} Z\"/><path class=\"middle\" d=\"M0 {0} H{WIDTH}\"/>", HEIGHT / 2.0)?;
    for (ply, played) in review.moves.iter().enumerate().filter(|(_, played)| played.class.is_slip()) {
        let (x, y) = point(ply + 1);
        write!(f, "<circle class=\"{}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>", played.class)?;
    }
    f.write_str("</svg>\n")
}

fn write_table(f: &mut fmt::Formatter<'_>, game: &Game, review: &Review) -> fmt::Result {
    f.write_str(
        "<table><tr><th><th>accuracy<th title=\"mean centipawn loss of a move\">loss\
         <th title=\"inaccuracies\">?!<th title=\"mistakes\">?<th title=\"blunders\">??\
         <th>opening<th>middlegame<th>endgame</tr>\n",
    )?;
    for color in Color::ALL {
        let Some(whole) = Accuracy::of(review, color, None) else { continue };
        let name = escape(game.tags.get(&color.to_string()).unwrap_or("?"));
        write!(f, "<tr><th>{name}<td>{:.1} %<td>{:.0}", whole.per_cent, whole.centipawn_loss)?;
        for count in whole.slips {
            write!(f, "<td>{count}")?;
        }
        for phase in Phase::ALL {
            match Accuracy::of(review, color, Some(phase)) {
                Some(part) => {
                    write!(f, "<td>{:.1} % <small>{:.0}</small>", part.per_cent, part.centipawn_loss)?;
                }
                None => f.write_str("<td>\u{2013}")?,
            }
        }
        f.write_str("</tr>\n")?;
    }
    f.write_str("</table>\n")
}

/// All moves, with signs, and the score behind each.
fn write_moves(f: &mut fmt::Formatter<'_>, game: &Game, review: &Review) -> fmt::Result {
    f.write_str("<p class=\"moves\">")?;
    let mut position = game.start.clone();
    for (ply, played) in review.moves.iter().enumerate() {
        let score = shown(review.score_text(ply + 1));
        write!(
            f,
            "{}<span class=\"{}\" title=\"{score}\">{}{}</span> ",
            number(&position, ply == 0),
            played.class,
            position.to_san(played.mv),
            played.class.sign()
        )?;
        position = position.play(played.mv);
    }
    f.write_str("</p>\n")
}

/// A slip: the board before it, the score before and after, and what was better.
fn write_slip(
    f: &mut fmt::Formatter<'_>,
    position: &Position,
    played: &ReviewedMove,
    [before, after]: [ScoreText; 2],
) -> fmt::Result {
    let san = position.to_san(played.mv);
    writeln!(
        f,
        "<section><h2>{}{san}{} <small>{}, {} \u{2192} {}</small></h2>",
        number(position, true),
        played.class.sign(),
        played.class,
        shown(before),
        shown(after),
    )?;
    write_board(f, position, played)?;
    f.write_str("<p>Better: ")?;
    let mut at = position.clone();
    for (index, &mv) in played.best.iter().take(8).enumerate() {
        if !at.is_legal(mv) {
            break;
        }
        write!(f, "{}{} ", number(&at, index == 0), at.to_san(mv))?;
        at = at.play(mv);
    }
    f.write_str("</p></section>\n")
}

/// The board from the mover's side, with arrows for the move that was played and the better one.
fn write_board(f: &mut fmt::Formatter<'_>, position: &Position, played: &ReviewedMove) -> fmt::Result {
    let place = |square: Square| {
        let (file, rank) = (square.file().index(), square.rank().index());
        if position.turn() == Color::White { (file, 7 - rank) } else { (7 - file, rank) }
    };
    f.write_str("<svg class=\"board\" viewBox=\"0 0 8 8\" role=\"img\" aria-label=\"the position\">")?;
    for square in Square::ALL {
        let (x, y) = place(square);
        let class = if (x + y) % 2 == 0 { "light" } else { "dark" };
        write!(f, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\"/>")?;
        if let Some(piece) = position.piece_at(square) {
            let (x, y) = (x as f64 + 0.5, y as f64 + 0.84);
            let side = if piece.color() == Color::White { "w" } else { "b" };
            write!(f, "<text class=\"{side}\" x=\"{x}\" y=\"{y}\">{}</text>", figure(piece))?;
        }
    }
    let arrows = [("better", played.best.first().copied()), ("played", Some(played.mv))];
    for (class, mv) in arrows {
        let Some(mv) = mv else { continue };
        let [(x1, y1), (x2, y2)] = [mv.from(), mv.to()].map(place);
        let centre = |at: usize| at as f64 + 0.5;
        write!(
            f,
            "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            centre(x1),
            centre(y1),
            centre(x2),
            centre(y2)
        )?;
    }
    f.write_str("</svg>\n")
}

/// A score in pawns, or as moves to mate.
fn shown(score: ScoreText) -> String {
    match score {
        ScoreText::Mate(0) => "mate".to_owned(),
        ScoreText::Mate(moves) => format!("#{moves}"),
        ScoreText::Cp(centipawns) => format!("{:+.2}", f64::from(centipawns) / 100.0),
    }
}

/// The filled figure of a role; the style colors it.
fn figure(piece: Piece) -> char {
    ['\u{265f}', '\u{265e}', '\u{265d}', '\u{265c}', '\u{265b}', '\u{265a}'][piece.role().index()]
}

/// The number before a move: always before White's, before Black's at the start of a line.
fn number(position: &Position, is_first: bool) -> String {
    let number = position.fullmove_number();
    match position.turn() {
        Color::White => format!("{number}. "),
        Color::Black if is_first => format!("{number}\u{2026} "),
        Color::Black => String::new(),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const STYLE: &str = "
body{margin:0;background:#f5f2ec;color:#26221c;font:16px/1.5 system-ui,sans-serif}
main{max-width:860px;margin:0 auto;padding:1rem}
article{margin:0 0 3rem;padding:1.2rem;background:#fffdf9;border:1px solid #e2dbcd;border-radius:10px}
h1{margin:0;font:600 1.5rem/1.3 Georgia,serif}h2{margin:1.4rem 0 .4rem;font-size:1.05rem}
small{color:#6a6256;font-weight:400}p{margin:.4rem 0}
table{display:block;max-width:100%;overflow-x:auto;border-collapse:collapse;margin:.8rem 0;font-size:.85rem}th,td{padding:.2rem .6rem;text-align:left;border-bottom:1px solid #e2dbcd}
.graph{display:block;width:100%;margin:.8rem 0;background:#3a3733;border-radius:6px}
.graph .white{fill:#fbfaf6}.graph .middle{stroke:#a3461e;stroke-dasharray:4 4}
circle.inaccuracy{fill:#d29a1f}circle.mistake{fill:#e07b1a}circle.blunder{fill:#cf2f24}
.moves .inaccuracy{color:#8a5a00}.moves .mistake,.moves .blunder{color:#b0332b;font-weight:600}
section{display:inline-block;vertical-align:top;width:min(24rem,100%);margin-right:1rem}
.board{display:block;width:100%;border-radius:4px}.light{fill:#ebe5d7}.dark{fill:#7e98a1}
.board text{font-size:.92px;text-anchor:middle;stroke-width:.035px}
.board .w{fill:#fff;stroke:#222}.board .b{fill:#222;stroke:#222}
.board line{stroke-width:.16px;stroke-linecap:round;opacity:.75}.better{stroke:#2f6f3e}.played{stroke:#b0332b}
";
