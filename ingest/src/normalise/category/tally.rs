use domain::model::{Category, NonPartReason};

use super::words::is_device;

/// Minimum sum of votes for a decision.
pub(super) const ENOUGH: f32 = 4.0;

/// Votes for each kind of product.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) votes: [f32; Category::ALL.len()],
    pub(super) non_part_reason: [f32; NonPartReason::ALL.len()],
    /// Reason from weak words for devices.
    pub(super) weak: Option<NonPartReason>,
    pub(super) heads: Vec<Category>,
    /// Whether a word names a part; a chip alone is not enough.
    pub(super) noun: bool,
    /// Whether a device stands behind "for".
    pub(super) for_device: bool,
    pub(super) plus: bool,
    pub(super) bundle_word: bool,
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
            && self.weak.is_none()
    }

    pub(super) fn head(&mut self, category: Category) {
        if !self.heads.contains(&category) {
            self.heads.push(category);
        }
    }
}
