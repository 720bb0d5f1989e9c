//! The tags of a game.

/// Names with values, in the order in which they stand in the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// No tags.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|&(other, _)| other == name).map(|(_, value)| value)
    }

    /// Sets the value of a tag, at its place or after all others. A value is one line: control
    /// characters become spaces.
    pub fn set(&mut self, name: &str, value: &str) {
        let value = one_line(value);
        match self.0.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    /// Removes a tag and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let place = self.0.iter().position(|(other, _)| other == name)?;
        Some(self.0.remove(place).1)
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn one_line(value: &str) -> String {
    value.replace(|letter: char| letter.is_ascii_control(), " ")
}
