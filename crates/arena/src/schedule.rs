//! The schedule of a match.

use gamekit::{ByColor, Color, Shard};
use serde::{Deserialize, Serialize};

/// The format of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Each engine plays every other.
    #[default]
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Its number in the match, counted from zero.
    pub number: usize,
    /// The number of its pair: two games with colors reversed, as a rule from the same opening.
    pub pair: usize,
    /// The number of its opening.
    pub opening: usize,
    /// The engines.
    pub engines: ByColor<usize>,
}

/// All games of a match. The number of a game alone determines its players and its opening, so a
/// match can be resumed from the numbers of its finished games, and shared among machines.
#[derive(Clone, Debug)]
pub struct Schedule {
    encounters: Vec<(usize, usize)>,
    pairs_per_encounter: usize,
    shard: Shard,
    is_paired: bool,
}

impl Schedule {
    /// A schedule of `games` games, rounded up to pairs, per encounter.
    pub fn new(format: Format, engines: usize, games: usize) -> Self {
        let encounters = match format {
            Format::RoundRobin => (0..engines)
                .flat_map(|first| (first + 1..engines).map(move |second| (first, second)))
                .collect(),
            Format::Gauntlet => (1..engines).map(|second| (0, second)).collect(),
        };
        let pairs_per_encounter = games.div_ceil(2);
        Self { encounters, pairs_per_encounter, shard: Shard::default(), is_paired: true }
    }

    /// One machine's share of the games. The two games of a pair stay together.
    pub fn of_shard(self, shard: Shard) -> Self {
        Self { shard, ..self }
    }

    /// The same games, where both of a pair begin with the same opening or each has its own.
    pub fn with_pairs(self, is_paired: bool) -> Self {
        Self { is_paired, ..self }
    }

    /// The numbers of the games.
    pub fn numbers(&self) -> impl Iterator<Item = usize> {
        let shard = self.shard;
        (0..2 * self.pairs()).filter(move |number| shard.contains(*number as u64 / 2))
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        2 * self.shard.share_of(self.pairs() as u64) as usize
    }

    fn pairs(&self) -> usize {
        self.encounters.len() * self.pairs_per_encounter
    }

    /// The pairs of engines that meet.
    pub fn encounters(&self) -> &[(usize, usize)] {
        &self.encounters
    }

    /// The game of this number. All encounters play an opening before any plays the next.
    pub fn pairing(&self, number: usize) -> Pairing {
        let pair = number / 2;
        let (first, second) = self.encounters[pair % self.encounters.len()];
        let engines =
            if number.is_multiple_of(2) { ByColor::new(first, second) } else { ByColor::new(second, first) };
        let round = pair / self.encounters.len();
        let opening = if self.is_paired { round } else { 2 * round + number % 2 };
        Pairing { number, pair, opening, engines }
    }
}

impl Pairing {
    /// The first engine of the encounter, from whose view results are counted.
    pub fn first(&self) -> usize {
        self.engines[self.color_of_first()]
    }

    /// The color of that engine.
    pub fn color_of_first(&self) -> Color {
        if self.number.is_multiple_of(2) { Color::White } else { Color::Black }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn each_opening_is_played_twice_with_colors_reversed() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 5);
        assert_eq!(schedule.games(), 6);
        for number in (0..6).step_by(2) {
            let (one, other) = (schedule.pairing(number), schedule.pairing(number + 1));
            assert_eq!((one.pair, one.opening), (number / 2, number / 2));
            assert_eq!((one.pair, one.opening), (other.pair, other.opening));
            assert_eq!(one.engines, ByColor::new(0, 1));
            assert_eq!(other.engines, ByColor::new(1, 0));
            assert_eq!((one.first(), other.first()), (0, 0));
        }
    }

    #[test]
    fn without_pairs_each_game_has_an_opening_of_its_own() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 6).with_pairs(false);
        let openings: Vec<usize> = (0..6).map(|number| schedule.pairing(number).opening).collect();
        assert_eq!(openings, [0, 1, 2, 3, 4, 5]);
        assert_eq!(schedule.pairing(1).engines, ByColor::new(1, 0), "colors are still reversed");
    }

    #[test]
    fn everybody_meets_everybody_equally_often() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 4);
        assert_eq!(schedule.games(), 24);
        let mut meetings = HashMap::new();
        for number in 0..schedule.games() {
            let engines = schedule.pairing(number).engines;
            *meetings.entry((engines[Color::White], engines[Color::Black])).or_insert(0) += 1;
        }
        assert_eq!(meetings.len(), 12);
        assert!(meetings.values().all(|&count| count == 2));
    }

    #[test]
    fn shards_share_the_pairs() {
        let whole = Schedule::new(Format::RoundRobin, 3, 6);
        let mut numbers = Vec::new();
        for index in 0..4 {
            let shard = whole.clone().of_shard(Shard { index, of: 4 });
            assert_eq!(shard.numbers().count(), shard.games());
            for number in shard.numbers() {
                assert_eq!(shard.pairing(number), whole.pairing(number));
                assert!(shard.numbers().any(|other| other == number ^ 1), "the other game of its pair");
            }
            numbers.extend(shard.numbers());
        }
        numbers.sort_unstable();
        assert_eq!(numbers, whole.numbers().collect::<Vec<_>>());
    }

    #[test]
    fn in_a_gauntlet_the_first_plays_all_others() {
        let schedule = Schedule::new(Format::Gauntlet, 3, 2);
        assert_eq!(schedule.games(), 4);
        assert!((0..4).all(|number| schedule.pairing(number).first() == 0));
        assert_eq!(schedule.pairing(3).engines, ByColor::new(2, 0));
        // Both opponents get the same opening.
        assert_eq!(schedule.pairing(0).opening, schedule.pairing(2).opening);
    }
}
