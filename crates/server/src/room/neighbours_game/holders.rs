//! Whose seats at a game are: the people and agents that hold them.

use gamekit::{ByColor, Color};
use serde::{Deserialize, Serialize};

use crate::protocol::neighbours::{Holder, Seat};
use crate::refused::Refused;

/// The players at a game, by their keys. Keys are secrets: they do not leave the server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Holders {
    /// Who began the game.
    host: Option<String>,
    seats: ByColor<Option<Taken>>,
}

/// Who holds a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Taken {
    /// The person with this key.
    Person(String),
    /// An agent of this name that has connected.
    Agent(String),
}

/// The holders as they are kept.
#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
pub(super) struct SavedHolders {
    host: Option<String>,
    white: Option<Taken>,
    black: Option<Taken>,
}

impl Holders {
    /// The holders of a game that this player begins.
    pub fn of_new(seats: &ByColor<Seat>, player: &str) -> Self {
        let own = |color: Color| (seats[color] == Seat::Person).then(|| Taken::Person(player.to_owned()));
        Self { host: Some(player.to_owned()), seats: ByColor::new(own(Color::White), own(Color::Black)) }
    }

    /// Holders from what was kept. Agents that had connected are gone.
    pub(super) fn restore(saved: SavedHolders) -> Self {
        let person = |seat: Option<Taken>| seat.filter(|taken| matches!(taken, Taken::Person(_)));
        Self { host: saved.host, seats: ByColor::new(person(saved.white), person(saved.black)) }
    }

    pub(super) fn saved(&self) -> SavedHolders {
        let [white, black] = Color::ALL.map(|color| self.seats[color].clone());
        SavedHolders { host: self.host.clone(), white, black }
    }

    /// Whether this person holds the seat.
    pub fn is_held_by(&self, color: Color, player: &str) -> bool {
        matches!(&self.seats[color], Some(Taken::Person(key)) if key == player)
    }

    /// Whether a person holds the seat.
    pub fn is_person(&self, color: Color) -> bool {
        matches!(self.seats[color], Some(Taken::Person(_)))
    }

    /// Whether an agent that has connected holds the seat.
    pub fn is_agent(&self, color: Color) -> bool {
        matches!(self.seats[color], Some(Taken::Agent(_)))
    }

    /// The name of the agent that has connected for the seat.
    pub fn agent_name(&self, color: Color) -> Option<&str> {
        match &self.seats[color] {
            Some(Taken::Agent(name)) => Some(name),
            _ => None,
        }
    }

    /// Whether both sides are people, and not the same one.
    pub fn are_two_people(&self) -> bool {
        let [white, black] = Color::ALL.map(|color| &self.seats[color]);
        self.is_person(Color::White) && self.is_person(Color::Black) && white != black
    }

    /// Whether this person plays, or began the game.
    fn belongs(&self, player: &str) -> bool {
        self.host.as_deref() == Some(player) || Color::ALL.iter().any(|&color| self.is_held_by(color, player))
    }

    /// Spectators change nothing.
    pub fn check_player(&self, player: &str) -> Result<(), Refused> {
        if self.belongs(player) {
            return Ok(());
        }
        Err(Refused::Forbidden("you watch this game; only its players change it".to_owned()))
    }

    /// Nobody moves for somebody else.
    pub fn check_seat(&self, color: Color, player: &str) -> Result<(), Refused> {
        if self.is_held_by(color, player) {
            return Ok(());
        }
        Err(Refused::Forbidden(format!("{color} is played by somebody else")))
    }

    /// A player changes who plays a side. The seat of another person stays theirs.
    pub fn sit(&mut self, color: Color, seat: &Seat, player: &str) -> Result<(), Refused> {
        self.check_player(player)?;
        if self.is_person(color) {
            self.check_seat(color, player)?;
        }
        self.seats[color] = (*seat == Seat::Person).then(|| Taken::Person(player.to_owned()));
        Ok(())
    }

    /// Who comes to a game takes what is free: the seat for who is invited, or, in a game without a
    /// host, the seats of people. Returns whether there was anything.
    pub fn arrive(&mut self, seats: &ByColor<Seat>, player: &str) -> bool {
        let is_new_host = self.host.is_none();
        if is_new_host {
            self.host = Some(player.to_owned());
        } else if self.belongs(player) {
            return false;
        }
        let free = |color: &Color| self.seats[*color].is_none();
        let open: Vec<Color> = Color::ALL.into_iter().filter(free).collect();
        let own = open.iter().filter(|&&color| is_new_host && seats[color] == Seat::Person);
        let invited = open.iter().filter(|&&color| !is_new_host && seats[color] == Seat::Invited).take(1);
        let taken: Vec<Color> = own.chain(invited).copied().collect();
        for &color in &taken {
            self.seats[color] = Some(Taken::Person(player.to_owned()));
        }
        is_new_host || !taken.is_empty()
    }

    /// An agent that has connected takes the first free seat for who is invited.
    pub fn join(&mut self, seats: &ByColor<Seat>, name: &str) -> Option<Color> {
        let is_open = |&color: &Color| seats[color] == Seat::Invited && self.seats[color].is_none();
        let color = Color::ALL.into_iter().find(is_open)?;
        self.seats[color] = Some(Taken::Agent(name.to_owned()));
        Some(color)
    }

    /// The agent that had connected is gone.
    pub fn leave(&mut self, color: Color) {
        self.seats[color] = None;
    }

    /// Who holds a seat, as a player sees it.
    pub fn seen_by(&self, color: Color, player: &str) -> Holder {
        match &self.seats[color] {
            None => Holder::Nobody,
            Some(Taken::Agent(name)) => Holder::Agent { name: name.clone() },
            Some(Taken::Person(key)) if key == player => Holder::You,
            Some(Taken::Person(_)) => Holder::Other,
        }
    }

    /// Whether this person may change the game.
    pub fn may_change(&self, player: &str) -> bool {
        self.belongs(player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invitation() -> (ByColor<Seat>, Holders) {
        let seats = ByColor::new(Seat::Person, Seat::Invited);
        let holders = Holders::of_new(&seats, "anna");
        (seats, holders)
    }

    #[test]
    fn the_second_takes_the_seat_and_the_third_watches() {
        let (seats, mut holders) = invitation();
        assert!(!holders.arrive(&seats, "anna"), "who invites does not play both sides");
        assert!(holders.arrive(&seats, "bert"));
        assert!(!holders.arrive(&seats, "bert"), "a reload changes nothing");
        assert!(!holders.arrive(&seats, "carl"));
        assert_eq!(holders.seen_by(Color::Black, "bert"), Holder::You);
        assert_eq!(holders.seen_by(Color::Black, "carl"), Holder::Other);
        assert!(holders.are_two_people());
        assert!(holders.check_player("carl").is_err() && holders.check_player("bert").is_ok());
        assert!(holders.check_seat(Color::Black, "anna").is_err());
        assert!(holders.sit(Color::Black, &Seat::Agent { level: 1 }, "anna").is_err(), "it is Bert's");
        assert!(holders.sit(Color::Black, &Seat::Invited, "bert").is_ok(), "he may leave");
        assert!(holders.arrive(&seats, "carl"), "then another may come");
    }

    #[test]
    fn an_agent_takes_a_seat_until_it_leaves() {
        let (seats, mut holders) = invitation();
        assert_eq!(holders.join(&seats, "Grabber"), Some(Color::Black));
        assert_eq!(holders.join(&seats, "Late"), None);
        assert!(!holders.arrive(&seats, "bert"), "the seat is taken");
        assert_eq!(holders.seen_by(Color::Black, "anna"), Holder::Agent { name: "Grabber".to_owned() });
        assert!(!Holders::restore(holders.saved()).is_agent(Color::Black), "a restart ends connections");
        holders.leave(Color::Black);
        assert!(holders.arrive(&seats, "bert"));
    }

    #[test]
    fn games_of_before_seats_belong_to_the_first_who_comes() {
        let seats = ByColor::new(Seat::Person, Seat::Person);
        let mut holders = Holders::restore(SavedHolders::default());
        assert!(holders.arrive(&seats, "anna"));
        assert!(holders.is_held_by(Color::White, "anna") && holders.is_held_by(Color::Black, "anna"));
        assert!(!holders.arrive(&seats, "bert") && holders.check_player("bert").is_err());
    }
}
