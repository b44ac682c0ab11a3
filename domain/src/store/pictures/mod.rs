//! Pictures: where shops show them, which are stored, which one a product has.

mod choice;
mod review;
mod sources;
mod unused;

pub use choice::{PlaceholderRule, choose_for, choose_for_new_products, choose_for_retailer};
pub use review::{PictureChoice, PictureError, ShownPicture, decide, list_shown};
pub use sources::{
    DueSource, RefusalCount, SourceCounts, SourceOutcome, add_sources, count_sources, count_stored,
    count_waiting, find_stored, list_due, list_refusals, record,
};
pub use unused::{UnusedCounters, delete_unshown_sources, is_stored, list_unused, mark_unused, remove};

use sqlx::PgTransaction;

use crate::model::{Picture, PictureHash};

/// A picture as it is stored, and how good it looks beside others of the same product.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredPicture {
    pub picture: Picture,
    /// Bytes of all its files.
    pub bytes: i32,
    /// 0 to 1: how much of the edge is one ground.
    pub plain: f32,
    /// 0 to 1: how much of it looks like lettering.
    pub lettering: f32,
    /// 0 to 1: what size, ground and lettering make of it.
    pub quality: f32,
}

/// Waits until nobody else writes or removes this picture's files; held to the end of the transaction.
///
/// Files are written before their row is, and removed after it is: under this lock neither can meet the other.
pub async fn lock(tx: &mut PgTransaction<'_>, hash: &PictureHash) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('picture ' || $1, 0))", hash.as_str())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Writes down a picture whose files are in the store; one that has a row stays as it is and counts as used again.
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

/// A picture of three columns of a row, of which all or none are there.
pub(crate) fn picture_of(
    hash: Option<PictureHash>,
    width: Option<i32>,
    height: Option<i32>,
) -> Option<Picture> {
    Some(Picture { hash: hash?, width: u32::try_from(width?).ok()?, height: u32::try_from(height?).ok()? })
}
