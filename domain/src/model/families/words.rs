//! Words of a text with letters and numbers apart.

use crate::model::keys::fold::Folded;

/// The words of a title with letters and numbers apart: `rtx4070ti` gives `rtx`, `4070`, `ti`.
pub struct TitleWords<'a> {
    parts: Vec<(&'a str, usize)>,
}

impl<'a> TitleWords<'a> {
    /// Splits each word where letters and digits meet.
    pub fn split(text: &'a Folded) -> Self {
        let mut parts = Vec::with_capacity(text.len() * 2);
        for index in 0..text.len() {
            let mut rest = text.word(index);
            while let Some(first) = rest.chars().next() {
                let digit = first.is_ascii_digit();
                let end = rest.find(|letter: char| letter.is_ascii_digit() != digit).unwrap_or(rest.len());
                let (part, after) = rest.split_at(end);
                parts.push((part, index));
                rest = after;
            }
        }
        Self { parts }
    }

    /// Returns the number of parts.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether there are no parts.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns the parts in order.
    pub fn iter(&self) -> impl Iterator<Item = &'a str> {
        self.parts.iter().map(|part| part.0)
    }

    /// Returns a part; empty past the end.
    pub fn get(&self, index: usize) -> &'a str {
        self.parts.get(index).map_or("", |part| part.0)
    }

    /// Returns the index of the word that contains a part.
    pub fn word_of(&self, index: usize) -> Option<usize> {
        self.parts.get(index).map(|part| part.1)
    }

    /// Whether the parts from an index on begin with the expected ones.
    pub fn starts_with(&self, index: usize, expected: &[&str]) -> bool {
        expected.iter().enumerate().all(|(offset, part)| self.get(index + offset) == *part)
    }

    /// Whether the parts from an index on begin with the expected ones.
    pub fn follows(&self, index: usize, expected: &[String]) -> bool {
        expected.iter().enumerate().all(|(offset, part)| self.get(index + offset) == part)
    }
}
