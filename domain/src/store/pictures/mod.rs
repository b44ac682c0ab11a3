//! Pictures: their addresses at retailers, the stored files, and the picture of each product.

mod choice;
pub(crate) mod review;
mod sources;
mod unused;

pub use choice::PlaceholderRule;
pub(crate) use choice::{list_without, update_choices};
pub use review::{ShownPicture, list_shown};
pub use sources::{
    DueSource, RefusalCount, SourceCounts, SourceOutcome, add_sources, count_sources, count_stored,
    count_waiting, find_stored, list_due, list_refusals, record,
};
pub use unused::{UnusedCounters, delete_unshown_sources, is_stored, list_unused, mark_unused, remove};

use sqlx::PgTransaction;

use crate::model::{Picture, PictureHash};

/// A stored picture, and the measures of its quality.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredPicture {
    pub picture: Picture,
    /// The bytes of all its files.
    pub bytes: i32,
    /// The share of the edge that is one background colour, 0 to 1.
    pub plain: f32,
    /// The share of the picture that looks like lettering, 0 to 1.
    pub lettering: f32,
    /// The quality computed from size, background and lettering, 0 to 1.
    pub quality: f32,
}

/// Locks a picture's files against concurrent writing and removal, until the transaction ends.
///
/// Files are written before their row is inserted, and removed after it is deleted. Under this lock the two never
/// overlap.
pub async fn lock(tx: &mut PgTransaction<'_>, hash: &PictureHash) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('picture ' || $1, 0))", hash.as_str())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Inserts the row of a picture whose files are in the store. An existing row stays as it is, and counts as used again.
pub async fn insert(tx: &mut PgTransaction<'_>, stored: &StoredPicture) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into picture (hash, width, height, bytes, plain, lettering, quality) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (hash) do update set unused_since = null",
        stored.picture.hash.as_str(),
        pixels(stored.picture.width),
        pixels(stored.picture.height),
        stored.bytes,
        stored.plain,
        stored.lettering,
        stored.quality,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

fn pixels(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
