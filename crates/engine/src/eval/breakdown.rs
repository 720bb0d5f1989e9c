//! The classical evaluation term by term.

use std::fmt;

use chess::Position;
use gamekit::{ByColor, Color, Score};

use super::tally::Recording;
use super::{Blend, Group, Pair, WEIGHTS, classical, endgame};

/// What each group of weights contributes to the classical evaluation of a position.
///
/// ```
/// use chess::Position;
/// use engine::eval::{Breakdown, Evaluator};
///
/// let position = Position::initial();
/// let breakdown = Breakdown::of(&position);
/// assert_eq!(breakdown.score(), Evaluator::Classical.evaluate(&position));
/// println!("{breakdown}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breakdown {
    groups: Vec<ByColor<Pair>>,
    blend: Blend,
    turn: Color,
    known_win: Option<Score>,
    score: Score,
}

impl Breakdown {
    /// Evaluates a position and records all terms.
    pub fn of(position: &Position) -> Self {
        let mut recording = Recording::new();
        let sum = classical::count(position, &mut recording);
        let of_group = |group: &Group, color: Color| {
            let counts = &recording.counts[color];
            group.range().fold(Pair::ZERO, |sum, weight| sum + WEIGHTS[weight] * counts[weight].into())
        };
        let blend = classical::blend(position);
        let known_win = endgame::known_win(position);
        Self {
            groups: Group::ALL
                .iter()
                .map(|group| ByColor::new(of_group(group, Color::White), of_group(group, Color::Black)))
                .collect(),
            blend,
            turn: position.turn(),
            known_win,
            score: known_win.unwrap_or_else(|| classical::finish(position, sum, &blend)),
        }
    }

    /// The evaluation for the side to move.
    pub fn score(&self) -> Score {
        self.score
    }

    /// The contribution of a group for one side.
    pub fn group(&self, group: Group, color: Color) -> Pair {
        self.groups[group as usize][color]
    }

    /// The sum of all groups, White's minus Black's.
    pub fn sum(&self) -> Pair {
        let difference = |group: &ByColor<Pair>| group[Color::White] - group[Color::Black];
        self.groups.iter().fold(Pair::ZERO, |sum, group| sum + difference(group))
    }

    /// The groups that occur in the position, by readable name, with their contributions.
    pub fn terms(&self) -> impl Iterator<Item = (String, ByColor<Pair>)> {
        let groups = Group::ALL.iter().zip(&self.groups);
        let present = groups.filter(|(_, sides)| **sides != ByColor::new(Pair::ZERO, Pair::ZERO));
        present.map(|(group, &sides)| (words(group.name()), sides))
    }

    /// How middlegame and endgame are blended.
    pub fn blend(&self) -> Blend {
        self.blend
    }
}

/// A table in pawns: a line for each group, middlegame beside endgame.
impl fmt::Display for Breakdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<22}{:^16}{:^16}{:^16}", "", "White", "Black", "difference")?;
        writeln!(f, "{:<22}{1:>8}{2:>8}{1:>8}{2:>8}{1:>8}{2:>8}", "term", "middle", "end")?;
        for (name, sides) in self.terms() {
            let (white, black) = (sides[Color::White], sides[Color::Black]);
            write!(f, "{name:<22}")?;
            write_pair(f, white)?;
            write_pair(f, black)?;
            write_pair(f, white - black)?;
            writeln!(f)?;
        }
        let sum = self.sum();
        write!(f, "{:<22}{:32}", "sum", "")?;
        write_pair(f, sum)?;
        writeln!(f, "\n")?;

        let middlegame = 100 * self.blend.phase / Blend::OPENING;
        writeln!(f, "{:<22}{middlegame} % middlegame, {} % endgame", "blend", 100 - middlegame)?;
        let leader = self.blend.leader(sum);
        let scale = self.blend.scale[leader];
        if scale != Blend::FULL {
            writeln!(f, "{:<22}{} % of {leader}'s lead counts", "drawish", 100 * scale / Blend::FULL)?;
        }
        if self.known_win.is_some() {
            writeln!(f, "{:<22}won against the bare king: counts instead of the sum", "known ending")?;
        }
        let white = self.turn.for_white(self.score);
        write!(f, "{:<22}{:+.2} for White, {} to move", "evaluation", pawns(white.raw()), self.turn)
    }
}

fn write_pair(f: &mut fmt::Formatter<'_>, pair: Pair) -> fmt::Result {
    write!(f, "{:>8.2}{:>8.2}", pawns(pair.middlegame()), pawns(pair.endgame()))
}

fn pawns(centipawns: i32) -> f64 {
    f64::from(centipawns) / 100.0
}

/// Splits an identifier into words: `KnightMobility` becomes `Knight mobility`.
fn words(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    for (place, letter) in name.char_indices() {
        if place > 0 && letter.is_ascii_uppercase() {
            words.push(' ');
            words.push(letter.to_ascii_lowercase());
        } else {
            words.push(letter);
        }
    }
    words
}
