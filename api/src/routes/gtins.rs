//! Products by the numbers of their barcodes: for shoppers who scan a box in a shop.

use std::sync::Arc;

use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{Gtin, ProductId},
    store::offers,
};
use sqlx::PgPool;

use super::offers::SoldProduct;
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::{Json, Path},
        limit::{ClientAddress, RateLimits},
        responses::RateErrors,
    },
    services::read_pool::ReadPool,
};

/// `GET /api/products/by-gtin/{gtin}`: returns the product whose barcode has a number. The number of a case of several items
/// finds the item.
#[utoipa::path(
    get,
    path = "/api/products/by-gtin/{gtin}",
    tag = "catalogue",
    params((
        "gtin" = String,
        Path,
        description = "A GTIN (EAN, UPC) of 8, 12, 13 or 14 digits. Spaces and dashes make no difference, nor do zeros before \
                       a number of 12 or 13 digits.",
        example = "4711387654323",
    )),
    responses(
        (status = 200, body = SoldProduct),
        RateErrors,
        (status = 400, description = "The address cannot be read"),
        (status = 404, description = "No product is known to have this number, or several are"),
        (status = 422, description = "The number is no GTIN: `fields` says why"),
    )
)]
pub async fn find_product_by_gtin(
    reads: ReadPool,
    State(limits): State<Arc<RateLimits>>,
    client: ClientAddress,
    Path(stated): Path<String>,
) -> ApiResult<impl IntoResponse> {
    let gtin =
        Gtin::parse(&stated).map_err(|why| ApiError::field("gtin", format!("must be a GTIN, but {why}")))?;
    limits.offer_addresses.check(client.key())?;
    let found = reads.read_again_if_incomplete(Option::is_some, |db| find_product(db, &gtin)).await?;
    let product_id = found.ok_or(ApiError::ProductNotFound)?;
    Ok((CachePolicy::Revalidate, Json(SoldProduct { product_id })))
}

async fn find_product(db: PgPool, gtin: &Gtin) -> sqlx::Result<Option<ProductId>> {
    if let Some(product) = offers::find_product_with_gtin(&db, gtin).await? {
        return Ok(Some(product));
    }
    let Some(item) = gtin.item_in_case() else { return Ok(None) };
    offers::find_product_with_gtin(&db, &item).await
}
