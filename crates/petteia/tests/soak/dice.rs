//! Rounds, each with a seed, and choices that follow from it.

use std::env;
use std::time::{Duration, Instant, SystemTime};

use gamekit::SplitMix64;

/// The rounds of a generator.
pub struct Rounds {
    name: &'static str,
    next: u64,
    first: u64,
    /// Where the rounds end: after a number of them, or at a moment.
    end: End,
}

enum End {
    After(u64),
    At(Instant),
}

impl Rounds {
    /// This many rounds, or as many as fit into `PETTEIA_SOAK_SECONDS`.
    pub fn new(name: &'static str, few: u64) -> Self {
        let number = |name: &str| env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
        let seed = number("PETTEIA_SOAK_SEED");
        let (first, end) = match number("PETTEIA_SOAK_SECONDS") {
            Some(seconds) => {
                let clock = SystemTime::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_secs());
                let end = Instant::now() + Duration::from_secs(seconds);
                (seed.unwrap_or(clock * 1_000_000), End::At(end))
            }
            None => (seed.unwrap_or(1), End::After(few)),
        };
        Self { name, next: first, first, end }
    }
}

impl Iterator for Rounds {
    type Item = Dice;

    fn next(&mut self) -> Option<Dice> {
        let goes_on = match self.end {
            End::After(rounds) => self.next - self.first < rounds,
            End::At(moment) => Instant::now() < moment,
        };
        if !goes_on {
            println!("{}: {} rounds, seeds from {}", self.name, self.next - self.first, self.first);
            return None;
        }
        let seed = self.next;
        self.next += 1;
        Some(Dice { seed, rng: SplitMix64::new(seed) })
    }
}

/// The choices of a round.
pub struct Dice {
    pub seed: u64,
    pub rng: SplitMix64,
}

impl Dice {
    pub fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound)
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }

    /// A moment of at most this length.
    #[cfg(unix)]
    pub fn moment(&mut self, longest: Duration) -> Duration {
        longest.mul_f64(self.rng.next_f64())
    }

    /// Bytes changed, lost, doubled and added at random places.
    pub fn mutate(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..self.below(4) {
            let place = self.below(bytes.len() + 1);
            match self.below(4) {
                0 if place < bytes.len() => bytes[place] ^= 1 << self.below(8),
                1 => bytes.truncate(place),
                2 => {
                    let end = place + self.below(bytes.len() - place + 1);
                    let copy = bytes[place..end].to_vec();
                    bytes.splice(place..place, copy);
                }
                _ => bytes.insert(place, self.below(256) as u8),
            }
        }
    }
}
