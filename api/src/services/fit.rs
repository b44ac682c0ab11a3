//! Whether the parts of a build fit together, in one value: for titles and preview images.

use domain::{
    compat::{self, Build, BuildEntry, Outcome, Part},
    model::{Category, ProductId},
    store::{build_parts, builds::SavedPart},
};
use serde::Serialize;
use sqlx::PgPool;

use super::texts::Texts;

/// The verdict on the chosen parts. Missing parts are no conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Fit {
    /// Every rule that applies was checked and passed.
    Fits,
    /// No rule failed, but facts are missing to check them all, or no rule applies.
    Unconfirmed,
    /// The number of rules that failed.
    Conflicts(usize),
}

impl Fit {
    /// Checks a build with every rule about two parts.
    pub fn check(build: &Build) -> Self {
        let report = compat::check(build);
        let count = |outcome| {
            let of_parts = |check: &&compat::Check| !check.code.is_about_missing_part();
            report.checks.iter().filter(of_parts).filter(|check| check.outcome == outcome).count()
        };
        match count(Outcome::Error) {
            0 if count(Outcome::Unknown) == 0 && count(Outcome::Pass) > 0 => Self::Fits,
            0 => Self::Unconfirmed,
            conflicts => Self::Conflicts(conflicts),
        }
    }

    /// Checks parts with their slots and quantities.
    pub fn check_parts(parts: impl IntoIterator<Item = (Category, Part, i32)>) -> Self {
        let entries = parts.into_iter().map(|(slot, part, quantity)| BuildEntry {
            slot,
            part,
            quantity: u64::try_from(quantity).unwrap_or(1),
        });
        Self::check(&Build::new(entries).0)
    }

    /// Checks the parts of a saved build that are still in the catalogue.
    ///
    /// # Errors
    /// On database errors.
    pub async fn check_saved(db: &PgPool, parts: &[SavedPart]) -> sqlx::Result<Self> {
        let ids: Vec<ProductId> = parts.iter().filter_map(|part| part.product_id).collect();
        let found = build_parts::load_with_prices(db, &ids).await?;
        let part_of = |id| found.iter().map(|found| &found.part).find(|part| part.id == id);
        Ok(Self::check_parts(
            parts
                .iter()
                .filter_map(|saved| Some((saved.slot, part_of(saved.product_id?)?.clone(), saved.quantity))),
        ))
    }

    /// Returns the verdict in a few words.
    pub fn sentence(self, texts: Texts) -> String {
        match self {
            Self::Fits => texts.get("site.fits").to_owned(),
            Self::Unconfirmed => texts.get("site.unconfirmed").to_owned(),
            Self::Conflicts(count) => texts.count_plain("site.problems", count as u64, &[]),
        }
    }
}
