//! Deletes pictures that no page shows.

use ::pictures::PictureStore;
use domain::{
    model::Picture,
    store::pictures::{self, UnusedCounters},
};

use crate::crawl::IngestContext;

/// Number of pictures deleted between two checks for a stop.
const PICTURES_AT_ONCE: i64 = 500;

/// Deletes addresses that no offer has shown for some days, and pictures that nothing has shown for the same time.
///
/// # Errors
/// When the database or the picture store fails; earlier deletions stay.
pub async fn delete_unused(context: &IngestContext) -> anyhow::Result<UnusedCounters> {
    let (db, settings) = (&context.db, &context.config.pictures);
    let store = PictureStore::open(settings, &context.config.data.directory)?;
    let sources = pictures::delete_unshown_sources(db, settings.forget_days).await?;
    pictures::mark_unused(db).await?;
    let mut forgotten = UnusedCounters { sources, pictures: 0 };
    while !context.stop.is_cancelled() {
        let unused = pictures::list_unused(db, settings.forget_days, PICTURES_AT_ONCE).await?;
        let before = forgotten.pictures;
        for picture in &unused {
            forgotten.pictures += u64::from(delete_picture(context, &store, picture).await?);
        }
        if forgotten.pictures == before {
            break;
        }
    }
    Ok(forgotten)
}

/// Deletes the row, and after its commit the files: a crash in between leaves files without a row, which do no harm.
async fn delete_picture(
    context: &IngestContext,
    store: &PictureStore,
    picture: &Picture,
) -> anyhow::Result<bool> {
    let mut tx = context.db.begin().await?;
    let removed = pictures::remove(&mut tx, &picture.hash).await?;
    tx.commit().await?;
    if !removed {
        return Ok(false);
    }
    let mut tx = context.db.begin().await?;
    // If the picture was fetched again meanwhile, the files belong to the new row.
    if !pictures::is_stored(&mut tx, &picture.hash).await? {
        for file in picture.files() {
            store.delete(&file).await?;
        }
    }
    tx.commit().await?;
    Ok(true)
}
