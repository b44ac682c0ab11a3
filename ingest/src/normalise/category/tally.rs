use domain::model::{Category, NonPartReason};

use super::words::is_device;

/// Minimum sum of votes for a decision.
pub(super) const ENOUGH: f32 = 4.0;

/// Votes for each kind of product.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) votes: [f32; Category::ALL.len()],
    pub(super) non_part_reason: [f32; NonPartReason::ALL.len()],
    /// Reason from a weak word for a device.
    pub(super) weak_device: Option<NonPartReason>,
    /// Parts that nouns or chips of the title's head name, and the mapped category.
    pub(super) named_parts: Vec<Category>,
    /// Whether a word names a part; a chip alone is not enough.
    pub(super) has_part_noun: bool,
    /// Whether a device stands behind "for".
    pub(super) for_device: bool,
    /// Whether a plus sign stands between two names, not before a number.
    pub(super) has_plus_sign: bool,
    /// Whether a word says that several products are sold together.
    pub(super) has_bundle_word: bool,
    /// Indices of the words of nouns that name a kind of part.
    pub(super) kind_words: Vec<usize>,
}

impl Tally {
    pub(super) fn add(&mut self, category: Category, weight: f32) {
        if let Some(vote) =
            Category::ALL.iter().position(|known| *known == category).and_then(|at| self.votes.get_mut(at))
        {
            *vote += weight;
        }
    }

    pub(super) fn add_non_part(&mut self, reason: NonPartReason, weight: f32) {
        if let Some(vote) = NonPartReason::ALL
            .iter()
            .position(|known| *known == reason)
            .and_then(|at| self.non_part_reason.get_mut(at))
        {
            *vote += weight;
        }
    }

    /// Returns the sum of the votes for devices (`device`) or for accessories, and the reason with the most votes
    /// among them.
    pub(super) fn non_part_reason(&self, device: bool) -> (f32, NonPartReason) {
        let votes = NonPartReason::ALL
            .iter()
            .zip(self.non_part_reason)
            .filter(|(reason, _)| is_device(**reason) == device);
        let sum = votes.clone().map(|(_, weight)| weight).sum();
        let best = votes.max_by(|left, right| left.1.total_cmp(&right.1));
        (sum, best.map_or(NonPartReason::Other, |(reason, _)| *reason))
    }

    pub(super) fn best(&self) -> (Category, f32) {
        let best = Category::ALL.iter().zip(self.votes).max_by(|left, right| left.1.total_cmp(&right.1));
        best.map_or((Category::Other, 0.0), |(category, votes)| (*category, votes))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.votes.iter().all(|votes| *votes < ENOUGH)
            && self.non_part_reason.iter().all(|votes| *votes < 1.0)
            && self.weak_device.is_none()
    }

    /// Records that the title names a part.
    pub(super) fn add_named_part(&mut self, category: Category) {
        if !self.named_parts.contains(&category) {
            self.named_parts.push(category);
        }
    }
}
