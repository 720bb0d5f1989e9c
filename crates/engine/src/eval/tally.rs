//! Summing terms, with or without a record of them.

use gamekit::{ByColor, Color};

use super::{Group, Pair, WEIGHTS};

/// An observer of every term that is added.
pub trait Trace {
    /// A weight was counted `count` times for a side.
    fn add(&mut self, color: Color, weight: usize, count: i32);
}

/// No observer: the search needs the sum only.
impl Trace for () {
    #[inline]
    fn add(&mut self, _: Color, _: usize, _: i32) {}
}

/// How often each weight was counted, for each side.
pub struct Recording {
    pub counts: ByColor<[i16; Group::WEIGHTS]>,
}

impl Recording {
    pub fn new() -> Self {
        Self { counts: ByColor::new([0; Group::WEIGHTS], [0; Group::WEIGHTS]) }
    }
}

impl Trace for Recording {
    fn add(&mut self, color: Color, weight: usize, count: i32) {
        self.counts[color][weight] += count as i16;
    }
}

/// The sum of terms so far, White's minus Black's.
pub struct Tally<'a, T> {
    sum: Pair,
    trace: &'a mut T,
}

impl<'a, T: Trace> Tally<'a, T> {
    pub fn new(trace: &'a mut T) -> Self {
        Self { sum: Pair::ZERO, trace }
    }

    #[inline]
    pub fn sum(&self) -> Pair {
        self.sum
    }

    /// Adds what `count` finds for one side.
    #[inline]
    pub fn count_for<R>(&mut self, color: Color, count: impl FnOnce(&mut Terms<T>) -> R) -> R {
        let mut terms = Terms { sum: Pair::ZERO, color, trace: self.trace };
        let found = count(&mut terms);
        match color {
            Color::White => self.sum += terms.sum,
            Color::Black => self.sum -= terms.sum,
        }
        found
    }
}

/// The terms of one side.
pub struct Terms<'a, T> {
    sum: Pair,
    color: Color,
    trace: &'a mut T,
}

impl<T: Trace> Terms<'_, T> {
    /// A weight of a group, once.
    #[inline]
    pub fn add(&mut self, group: Group, index: usize) {
        debug_assert!(index < group.range().len(), "{group:?} has no weight {index}");
        let weight = group.offset() + index;
        self.sum += WEIGHTS[weight];
        self.trace.add(self.color, weight, 1);
    }

    /// A weight of a group, several times.
    #[inline]
    pub fn add_times(&mut self, group: Group, index: usize, count: usize) {
        debug_assert!(index < group.range().len(), "{group:?} has no weight {index}");
        let weight = group.offset() + index;
        self.sum += WEIGHTS[weight] * count as i32;
        self.trace.add(self.color, weight, count as i32);
    }
}
