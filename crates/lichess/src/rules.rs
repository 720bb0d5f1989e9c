//! Which challenges are accepted.

use std::num::NonZeroUsize;

use serde::Deserialize;

use crate::messages::{Challenge, TimeControl, User};

/// Which challenges are accepted: those that no line of this forbids.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Games at a time.
    pub at_once: NonZeroUsize,
    /// Variants of chess.
    pub variants: Vec<Playable>,
    /// Rated games, casual games or both.
    pub modes: Vec<Mode>,
    /// People, programs or both.
    pub opponents: Vec<Kind>,
    /// Least time at the start, in seconds.
    pub least_seconds: u32,
    /// Most time at the start, in seconds.
    pub most_seconds: u32,
    /// Least time that a move adds, in seconds.
    pub least_increment: u32,
    /// Most time that a move adds, in seconds.
    pub most_increment: u32,
    /// Least rating of an opponent; who has none is refused if this is above 0.
    pub least_rating: u32,
    /// Greatest rating of an opponent.
    pub most_rating: u32,
    /// Names of players whose challenges are declined.
    pub not_from: Vec<String>,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            at_once: NonZeroUsize::MIN,
            variants: vec![Playable::Standard, Playable::Chess960, Playable::FromPosition],
            modes: vec![Mode::Casual, Mode::Rated],
            opponents: vec![Kind::Human, Kind::Bot],
            least_seconds: 60,
            most_seconds: 1800,
            least_increment: 0,
            most_increment: 30,
            least_rating: 0,
            most_rating: 4000,
            not_from: Vec::new(),
        }
    }
}

/// A variant that Petteia plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Playable {
    /// Chess.
    Standard,
    /// Fischer's random chess.
    Chess960,
    /// Chess from any position.
    FromPosition,
}

impl Playable {
    /// The variant with this key, if Petteia plays it.
    pub fn of(key: &str) -> Option<Self> {
        match key {
            "standard" => Some(Self::Standard),
            "chess960" => Some(Self::Chess960),
            "fromPosition" => Some(Self::FromPosition),
            _ => None,
        }
    }
}

/// Whether a game counts for ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Mode {
    /// It does not.
    Casual,
    /// It does.
    Rated,
}

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// A person.
    Human,
    /// A program.
    Bot,
}

/// Why a challenge is declined, in the words that Lichess translates for the challenger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// None of the others.
    Generic,
    /// Not now.
    Later,
    /// Too little time.
    TooFast,
    /// Too much time.
    TooSlow,
    /// No clock.
    TimeControl,
    /// Rated games only.
    Rated,
    /// Casual games only.
    Casual,
    /// Not this variant.
    Variant,
    /// No programs.
    NoBot,
    /// Programs only.
    OnlyBot,
}

impl Reason {
    /// The word of the API.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Generic => "generic",
            Self::Later => "later",
            Self::TooFast => "tooFast",
            Self::TooSlow => "tooSlow",
            Self::TimeControl => "timeControl",
            Self::Rated => "rated",
            Self::Casual => "casual",
            Self::Variant => "variant",
            Self::NoBot => "noBot",
            Self::OnlyBot => "onlyBot",
        }
    }
}

impl Rules {
    /// Why a challenge is declined, or none if it is accepted. `games` are being played.
    pub fn objection(&self, challenge: &Challenge, games: usize) -> Option<Reason> {
        let challenger = challenge.challenger.clone().unwrap_or_default();
        self.objection_to_kind(challenge, &challenger)
            .or_else(|| self.objection_to_clock(challenge.time_control))
            .or_else(|| self.objection_to_player(&challenger))
            .or_else(|| (games >= self.at_once.get()).then_some(Reason::Later))
    }

    fn objection_to_kind(&self, challenge: &Challenge, challenger: &User) -> Option<Reason> {
        let variant = Playable::of(&challenge.variant.key);
        let mode = if challenge.rated { Mode::Rated } else { Mode::Casual };
        let kind = if challenger.is_bot() { Kind::Bot } else { Kind::Human };
        if !variant.is_some_and(|variant| self.variants.contains(&variant)) {
            Some(Reason::Variant)
        } else if !self.modes.contains(&mode) {
            Some(if challenge.rated { Reason::Casual } else { Reason::Rated })
        } else if !self.opponents.contains(&kind) {
            Some(if challenger.is_bot() { Reason::NoBot } else { Reason::OnlyBot })
        } else {
            None
        }
    }

    fn objection_to_clock(&self, time_control: TimeControl) -> Option<Reason> {
        let TimeControl::Clock { limit, increment } = time_control else { return Some(Reason::TimeControl) };
        if limit < self.least_seconds || increment < self.least_increment {
            Some(Reason::TooFast)
        } else if limit > self.most_seconds || increment > self.most_increment {
            Some(Reason::TooSlow)
        } else {
            None
        }
    }

    fn objection_to_player(&self, challenger: &User) -> Option<Reason> {
        let rating = challenger.rating.unwrap_or(0);
        let is_named = self.not_from.iter().any(|name| name.eq_ignore_ascii_case(&challenger.id));
        let is_rated_so = (self.least_rating..=self.most_rating).contains(&rating);
        (is_named || !is_rated_so).then_some(Reason::Generic)
    }

    /// The first pair of bounds that no challenge can satisfy.
    pub(crate) fn contradiction(&self) -> Option<[&'static str; 2]> {
        let bounds = [
            (["least_seconds", "most_seconds"], self.least_seconds, self.most_seconds),
            (["least_increment", "most_increment"], self.least_increment, self.most_increment),
            (["least_rating", "most_rating"], self.least_rating, self.most_rating),
        ];
        bounds.into_iter().find(|(_, least, most)| least > most).map(|(names, ..)| names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Variant;

    fn challenge() -> Challenge {
        Challenge {
            id: "abc".to_owned(),
            challenger: Some(User {
                id: "mary".to_owned(),
                name: "Mary".to_owned(),
                title: None,
                rating: Some(1500),
            }),
            variant: Variant { key: "standard".to_owned() },
            rated: false,
            time_control: TimeControl::Clock { limit: 300, increment: 3 },
            direction: Some("in".to_owned()),
        }
    }

    fn by_bot() -> Challenge {
        let mut challenge = challenge();
        challenge.challenger.as_mut().unwrap().title = Some("BOT".to_owned());
        challenge
    }

    /// What these rules, given as TOML, say to a challenge while no game is played.
    fn verdict(rules: &str, challenge: &Challenge) -> Option<Reason> {
        toml::from_str::<Rules>(rules).unwrap().objection(challenge, 0)
    }

    #[test]
    fn the_usual_challenge_is_accepted() {
        assert_eq!(verdict("", &challenge()), None);
        assert_eq!(verdict("", &Challenge { rated: true, ..challenge() }), None);
        assert_eq!(verdict("", &by_bot()), None);
    }

    #[test]
    fn variants_are_chosen() {
        for (key, expected) in [
            ("standard", None),
            ("chess960", None),
            ("fromPosition", None),
            ("atomic", Some(Reason::Variant)),
            ("somethingNew", Some(Reason::Variant)),
        ] {
            let challenge = Challenge { variant: Variant { key: key.to_owned() }, ..challenge() };
            assert_eq!(verdict("", &challenge), expected, "{key}");
        }
        assert_eq!(verdict("variants = ['chess960']", &challenge()), Some(Reason::Variant));
    }

    #[test]
    fn modes_are_chosen() {
        let rated = Challenge { rated: true, ..challenge() };
        assert_eq!(verdict("modes = ['casual']", &rated), Some(Reason::Casual));
        assert_eq!(verdict("modes = ['casual']", &challenge()), None);
        assert_eq!(verdict("modes = ['rated']", &challenge()), Some(Reason::Rated));
        assert_eq!(verdict("modes = ['rated']", &rated), None);
    }

    #[test]
    fn opponents_are_chosen() {
        assert_eq!(verdict("opponents = ['human']", &by_bot()), Some(Reason::NoBot));
        assert_eq!(verdict("opponents = ['bot']", &challenge()), Some(Reason::OnlyBot));
        assert_eq!(verdict("opponents = ['bot']", &by_bot()), None);
        assert_eq!(verdict("not_from = ['MARY']", &challenge()), Some(Reason::Generic));
        assert_eq!(verdict("not_from = ['Bill']", &challenge()), None);
    }

    #[test]
    fn clocks_have_bounds() {
        let with = |time_control| Challenge { time_control, ..challenge() };
        let clock = |limit, increment| with(TimeControl::Clock { limit, increment });
        assert_eq!(verdict("", &clock(60, 0)), None);
        assert_eq!(verdict("", &clock(1800, 30)), None);
        assert_eq!(verdict("", &clock(59, 0)), Some(Reason::TooFast));
        assert_eq!(verdict("", &clock(1801, 0)), Some(Reason::TooSlow));
        assert_eq!(verdict("", &clock(60, 31)), Some(Reason::TooSlow));
        assert_eq!(verdict("least_increment = 1", &clock(60, 0)), Some(Reason::TooFast));
        assert_eq!(verdict("", &with(TimeControl::Slow)), Some(Reason::TimeControl));
    }

    #[test]
    fn ratings_have_bounds() {
        assert_eq!(verdict("least_rating = 1501", &challenge()), Some(Reason::Generic));
        assert_eq!(verdict("most_rating = 1499", &challenge()), Some(Reason::Generic));
        assert_eq!(verdict("least_rating = 1500\nmost_rating = 1500", &challenge()), None);
        let unknown = Challenge { challenger: None, ..challenge() };
        assert_eq!(verdict("", &unknown), None);
        assert_eq!(verdict("least_rating = 1", &unknown), Some(Reason::Generic));
    }

    #[test]
    fn games_at_once_have_a_bound() {
        let rules = Rules { at_once: 2.try_into().unwrap(), ..Rules::default() };
        assert_eq!(rules.objection(&challenge(), 1), None);
        assert_eq!(rules.objection(&challenge(), 2), Some(Reason::Later));
        let atomic = Challenge { variant: Variant { key: "atomic".to_owned() }, ..challenge() };
        assert_eq!(rules.objection(&atomic, 2), Some(Reason::Variant), "what will never do is said first");
    }

    #[test]
    fn contradictions_are_found() {
        assert_eq!(Rules::default().contradiction(), None);
        let rules = Rules { least_rating: 2000, most_rating: 1000, ..Rules::default() };
        assert_eq!(rules.contradiction(), Some(["least_rating", "most_rating"]));
    }
}
