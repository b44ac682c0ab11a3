//! The retailers that an alert on a return to stock is about.

use domain::{
    model::{AlertKind, RetailerId},
    store::{price_alerts::MAX_RETAILERS, retailers},
};
use sqlx::PgPool;

use crate::http::error::{ApiError, ApiResult};

/// The field of a new alert that names its retailers.
pub(super) const FIELD: &str = "retailers";
/// The problem of that field where the kind of an alert is about all retailers.
pub(super) const ANY_RETAILER: &str = "must be left out: only BACK_IN_STOCK is about some retailers";

/// Checks what needs no database: the kind, and the number of the retailers.
///
/// # Errors
/// 422 naming the field.
pub(super) fn check_retailers(slugs: &[String], kind: AlertKind) -> ApiResult<()> {
    if !slugs.is_empty() && kind != AlertKind::BackInStock {
        return Err(ApiError::field(FIELD, ANY_RETAILER));
    }
    check_number(slugs)
}

/// # Errors
/// 422 naming the field where there are too many retailers.
pub(super) fn check_number(slugs: &[String]) -> ApiResult<()> {
    if slugs.len() > MAX_RETAILERS {
        return Err(ApiError::field(FIELD, format!("takes at most {MAX_RETAILERS} values")));
    }
    Ok(())
}

/// Finds retailers by slug, each once, in ascending order of their ids.
///
/// # Errors
/// 422 naming the first slug that no retailer has; errors of the database.
pub(super) async fn find_retailers(db: &PgPool, slugs: &[String]) -> ApiResult<Vec<RetailerId>> {
    if slugs.is_empty() {
        return Ok(Vec::new());
    }
    let known = retailers::list(db).await?;
    let find = |slug: &String| {
        let found = known.iter().find(|retailer| retailer.slug.as_str() == slug);
        found
            .map(|retailer| retailer.id)
            .ok_or_else(|| ApiError::field(FIELD, format!("there is no retailer {slug:?}")))
    };
    let mut ids = slugs.iter().map(find).collect::<ApiResult<Vec<RetailerId>>>()?;
    ids.sort_unstable();
    ids.dedup();
    Ok(ids)
}
