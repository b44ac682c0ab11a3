//! Values that titles name and no table lists, recorded for an administrator to confirm.

use domain::{
    model::SpecKey,
    store::learnt_values::{self, StatedValue},
};
use sqlx::PgPool;

use crate::normalise;

/// Records the values of live offers that no table lists.
///
/// # Errors
/// On database errors; then nothing changes.
pub(super) async fn record(db: &PgPool) -> sqlx::Result<()> {
    let mut found: Vec<StatedValue> = learnt_values::list_stated(db).await?;
    found.retain(|one| {
        let spec = one.spec.parse::<SpecKey>();
        spec.is_ok_and(|spec| !normalise::is_listed_value(spec, &one.value))
    });
    let mut tx = db.begin().await?;
    learnt_values::record(&mut tx, &found).await?;
    tx.commit().await
}
