use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{Category, Fils, MoneyError, ProductId},
    store::offers::{self, PinnedField},
    transactions::offer_edits::{self, OfferEdit},
};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use sqlx::PgPool;
use utoipa::ToSchema;

use super::{AdminProduct, read_id};
use crate::{
    http::{
        cache::CachePolicy,
        error::{AdminError, ApiError, ApiResult, FieldProblems},
        extract::{Json, Path},
        session::Admin,
    },
    routes::admin::commit,
};

/// In characters.
const MAX_NAME: usize = 300;
pub(in crate::routes::admin) const MAX_MANUFACTURER: usize = 100;

/// Fields to change; absent fields stay as they are. Crawls do not overwrite a changed field, except a price once the
/// retailer's own price moves.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProductChange {
    pub name: Option<String>,
    pub category: Option<String>,
    pub manufacturer: Option<String>,
    /// Dinars, above 0, with at most three decimals.
    #[schema(value_type = Option<f64>)]
    pub price: Option<Value>,
    /// The product to join the offer to; null removes the offer from its product.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, format = Uuid)]
    pub canonical_id: Option<Option<String>>,
    /// Fields that follow the retailer again: `name`, `category`, `manufacturer`, `price`.
    #[serde(default)]
    #[schema(example = json!(["price"]))]
    pub unpin: Vec<String>,
}

/// Distinguishes null from an absent field.
fn present<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(value).map(Some)
}

/// `PATCH /api/admin/products/{id}`: changes an offer and pins the changed fields.
#[utoipa::path(
    patch,
    path = "/api/admin/products/{id}",
    params(("id" = uuid::Uuid, Path)),
    request_body = ProductChange,
    responses(
        (status = 200, description = "The offer after the change", body = AdminProduct),
        (status = 404, description = "The offer does not exist"),
        (status = 410, description = "The offer was deleted meanwhile"),
        (status = 422, description = "A field is invalid, or names a product that is unknown or of another category"),
    )
)]
pub async fn edit_product(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Path(id): Path<String>,
    Json(change): Json<ProductChange>,
) -> ApiResult<impl IntoResponse> {
    let id = read_id(&id)?;
    let edit = read(&change)?;
    let mut tx = db.begin().await?;
    offer_edits::edit(&mut tx, session.user_id, id, &edit).await?;
    let now = offers::load_managed(&mut *tx, &[id]).await?.pop().ok_or(ApiError::ProductNotFound)?;
    tx.commit().await?;
    Ok((CachePolicy::Never, Json(AdminProduct::from(now))))
}

/// `DELETE /api/admin/products/{id}`: deletes an offer permanently; no crawl adds it again.
#[utoipa::path(
    delete,
    path = "/api/admin/products/{id}",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 204, description = "The offer is deleted"),
        (status = 404, description = "The offer does not exist"),
        (status = 410, description = "The offer was deleted already"),
    )
)]
pub async fn delete_product(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Path(id): Path<String>,
) -> ApiResult<impl IntoResponse> {
    let id = read_id(&id)?;
    let mut tx = db.begin().await?;
    offer_edits::delete(&mut tx, session.user_id, id).await?;
    commit(tx).await
}

/// Reads the change and reports the problems of all fields together.
fn read(change: &ProductChange) -> ApiResult<OfferEdit> {
    let mut problems = FieldProblems::new();
    let mut note = |field: &str, problem: String| {
        problems.insert(field.to_owned(), problem);
    };
    let mut edit = OfferEdit::default();
    match change.name.as_deref().map(|name| text(name, MAX_NAME)).transpose() {
        Ok(name) => edit.name = name,
        Err(problem) => note("name", problem),
    }
    match change.manufacturer.as_deref().map(|name| text(name, MAX_MANUFACTURER)).transpose() {
        Ok(name) => edit.manufacturer = name,
        Err(problem) => note("manufacturer", problem),
    }
    match change.category.as_deref().map(str::parse::<Category>).transpose() {
        Ok(category) => edit.category = category,
        Err(_) => note("category", ApiError::InvalidCategory.to_string()),
    }
    match change.price.as_ref().map(price).transpose() {
        Ok(price) => edit.price = price,
        Err(problem) => note("price", problem),
    }
    match &change.canonical_id {
        Some(Some(id)) => match id.parse::<ProductId>() {
            Ok(id) => edit.product = Some(Some(id)),
            Err(_) => note("canonicalId", AdminError::TargetProductUnknown.to_string()),
        },
        Some(None) => edit.product = Some(None),
        None => {}
    }
    for name in &change.unpin {
        match PinnedField::ALL.iter().copied().find(|field| field.as_str() == name) {
            Some(field) => edit.unpin.push(field),
            None => note("unpin", "must hold name, category, manufacturer or price".to_owned()),
        }
    }
    if edit == OfferEdit::default() && problems.is_empty() {
        return Err(ApiError::field("body", "changes nothing"));
    }
    if problems.is_empty() { Ok(edit) } else { Err(ApiError::Invalid(problems)) }
}

/// Returns a typed text without surrounding spaces, or what is wrong with it. `longest` is in characters.
pub(in crate::routes::admin) fn text(typed: &str, longest: usize) -> Result<String, String> {
    let text = typed.trim();
    if !(1..=longest).contains(&text.chars().count()) {
        return Err(format!("must have 1 to {longest} characters"));
    }
    if text.chars().any(char::is_control) {
        return Err("must not hold control characters".to_owned());
    }
    Ok(text.to_owned())
}

/// Reads a JSON number of dinars from its digits, without rounding through a float.
fn price(value: &Value) -> Result<Fils, String> {
    let number = value.as_number().ok_or("must be a number of dinars")?;
    let fils: Fils = number.to_string().parse().map_err(|error: MoneyError| error.to_string())?;
    match fils {
        fils if fils <= Fils::ZERO => Err("must be above 0".to_owned()),
        fils if fils > Fils::MAX_PRICE => Err(MoneyError::TooLarge.to_string()),
        fils => Ok(fils),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn price_must_be_a_positive_number_of_dinars() {
        for (value, fils) in [(json!(129.9), 129_900), (json!(0.001), 1), (json!(40), 40_000)] {
            assert_eq!(price(&value), Ok(Fils(fils)), "{value}");
        }
        for wrong in [
            json!(-1),
            json!(0),
            json!(1e12),
            json!(1_000_000_000_000_i64),
            json!(1.2345),
            json!("9"),
            json!(1e300),
        ] {
            assert!(price(&wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn null_product_differs_from_absent_product() {
        let change = |body: Value| serde_json::from_value::<ProductChange>(body).expect("a change");
        assert_eq!(change(json!({})).canonical_id, None);
        assert_eq!(change(json!({ "canonicalId": null })).canonical_id, Some(None));
        assert!(serde_json::from_value::<ProductChange>(json!({ "retailer": "x" })).is_err());
    }
}
