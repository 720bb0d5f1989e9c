//! Searches of the books, drawn.

use std::mem;

use chess::{Move, Position};
use gamekit::{Bound, Color, Score, ScoreText};
use lab::search::picture::{MOST_DEPTH, MOST_NODES, nodes_of_minimax};
use lab::search::trace::{self, Traced};
use lab::search::{EVERYTHING, Picture};

use super::read_position;
use crate::notation::{move_text, score};
use crate::protocol::lab::{LabSearch, SearchNode, ValueBound};
use crate::refused::Refused;

/// Nodes drawn at a time, more where a node has more moves.
const MOST_DRAWN: usize = 250;

/// A position that is small enough to be searched here, and how deep.
pub(crate) struct Task {
    position: Position,
    depth: u32,
}

impl Task {
    /// Checks a request.
    pub fn new(fen: &str, depth: u32) -> Result<Self, Refused> {
        let position = read_position(fen)?;
        if !(1..=MOST_DEPTH).contains(&depth) {
            return Err(Refused::Bad(format!("depth {depth}; expected 1 to {MOST_DEPTH}")));
        }
        if nodes_of_minimax(&position, depth).is_none() {
            return Err(Refused::Bad(format!(
                "minimax looks at more than {MOST_NODES} nodes here at depth {depth}; expected a smaller depth"
            )));
        }
        Ok(Self { position, depth })
    }

    /// All searches.
    pub fn all(&self) -> Result<Vec<LabSearch>, Refused> {
        let searches = trace::all::<Position>().into_iter();
        searches
            .map(|(name, search)| Ok(LabSearch { name: name.to_owned(), root: self.draw(search, &[])? }))
            .collect()
    }

    /// A part of one.
    pub fn part(&self, name: &str, path: &str) -> Result<SearchNode, Refused> {
        let searches = trace::all::<Position>();
        let (_, search) = searches
            .iter()
            .find(|(known, _)| *known == name)
            .ok_or_else(|| Refused::Missing(format!("search {name:?}")))?;
        let bad = || Refused::Bad(format!("{path:?} is no path; expected places like \"3.0.1\""));
        let path: Vec<usize> = path
            .split('.')
            .filter(|place| !place.is_empty())
            .map(|place| place.parse().map_err(|_| bad()))
            .collect::<Result<_, _>>()?;
        self.draw(*search, &path)
    }

    fn draw(&self, search: Traced<Position>, path: &[usize]) -> Result<SearchNode, Refused> {
        let missing = || Refused::Missing(format!("node {path:?} in this search"));
        let trace = search(&self.position, self.depth);
        let (moves, picture) = Picture::of(&self.position, &trace, path, MOST_DRAWN).ok_or_else(missing)?;
        let mut before = None;
        let mut position = self.position.clone();
        for mv in moves {
            let after = position.play(mv);
            before = Some(mem::replace(&mut position, after));
        }
        Ok(node(&picture, before.as_ref(), &position))
    }
}

/// A node in the terms of the protocol; `before` is the position above it.
fn node(picture: &Picture, before: Option<&Position>, position: &Position) -> SearchNode {
    let turn = position.turn();
    let (alpha, beta) = for_white(picture.window, turn);
    let text = |mv: Move| before.map(|before| move_text(before, mv, false));
    let child = |child: &Picture| child.mv.map(|mv| node(child, Some(position), &position.play(mv)));
    SearchNode {
        mv: picture.mv.and_then(text),
        turn,
        alpha,
        beta,
        value: picture.value.map(|(value, _)| score(value, turn)),
        bound: picture.value.map_or(ValueBound::Cut, |(_, bound)| bound_for_white(bound, turn)),
        nodes: picture.nodes as u32,
        again: picture.is_again,
        best: picture.is_best,
        moves: picture.children as u32,
        children: picture.drawn.iter().filter_map(child).collect(),
    }
}

/// A window of the side to move as White sees it; none where there is no limit yet.
fn for_white((alpha, beta): (Score, Score), turn: Color) -> (Option<ScoreText>, Option<ScoreText>) {
    let (no_alpha, no_beta) = EVERYTHING;
    let low = (alpha != no_alpha).then(|| score(alpha, turn));
    let high = (beta != no_beta).then(|| score(beta, turn));
    if turn == Color::White { (low, high) } else { (high, low) }
}

fn bound_for_white(bound: Bound, turn: Color) -> ValueBound {
    match (bound, turn) {
        (Bound::Exact, _) => ValueBound::Exact,
        (Bound::Lower, Color::White) | (Bound::Upper, Color::Black) => ValueBound::AtLeast,
        (Bound::Upper, Color::White) | (Bound::Lower, Color::Black) => ValueBound::AtMost,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(fen: &str, depth: u32) -> String {
        Task::new(fen, depth).err().expect("a refusal").to_string()
    }

    #[test]
    fn counts_are_those_of_the_plain_searches() {
        let position = Position::initial();
        let found = Task::new("", 3).and_then(|task| task.all()).expect("a small search");
        let plain = lab::search::all::<Position>();
        for LabSearch { name, root } in &found {
            let (_, search) = plain.iter().find(|(plain, _)| plain == name).expect("a plain search");
            let expected = search(&position, 3);
            assert_eq!(u64::from(root.nodes), expected.nodes, "{name}");
            assert_eq!(root.value, Some(score(expected.score, Color::White)), "{name}");
        }
        assert_eq!(found[0].root.nodes, 9323);
    }

    #[test]
    fn white_looks_for_the_greatest_and_black_for_the_least() {
        // Black takes the rook.
        let task = Task::new("4k3/8/8/8/8/8/r6R/4K3 b - - 0 1", 1).expect("a small search");
        for LabSearch { root, .. } in task.all().expect("a search") {
            let value = |node: &SearchNode| match node.value {
                Some(ScoreText::Cp(value)) => value,
                other => panic!("{other:?}"),
            };
            let looked_at = root.children.iter().filter(|child| child.value.is_some());
            assert_eq!(value(&root), looked_at.map(value).min().expect("moves"));
            let best = root.children.iter().find(|child| child.best).expect("a best move");
            assert_eq!(best.mv.as_ref().expect("a move").san, "Rxh2");
        }
    }

    #[test]
    fn a_part_continues_the_picture() {
        let task = Task::new("", 3).expect("a small search");
        let whole = task.part("alpha-beta", "").expect("the root");
        let part = task.part("alpha-beta", "1.0").expect("a node");
        let mv = part.mv.expect("a move");
        let first = whole.children[1].mv.as_ref().expect("a move");
        assert_eq!(part.turn, Color::White);
        let after = Position::initial().play(Position::initial().parse_uci(&first.uci).expect("legal"));
        assert!(after.parse_uci(&mv.uci).is_ok());
    }

    #[test]
    fn what_is_too_much_or_wrong_is_refused() {
        assert_eq!(refusal("", 5), "depth 5; expected 1 to 4");
        assert_eq!(refusal("", 0), "depth 0; expected 1 to 4");
        let many = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        assert!(refusal(many, 4).contains("more than 250000 nodes"), "{}", refusal(many, 4));
        assert!(refusal("8/8/8/8/8/8/8/8 w - - 0 1", 1).contains("king"));
        let task = Task::new("", 1).expect("a small search");
        let refused = |name: &str, path: &str| task.part(name, path).expect_err("a refusal").to_string();
        assert_eq!(refused("alphabet", ""), "there is no search \"alphabet\"");
        assert_eq!(refused("minimax", "a"), "\"a\" is no path; expected places like \"3.0.1\"");
        assert_eq!(refused("minimax", "20"), "there is no node [20] in this search");
    }
}
