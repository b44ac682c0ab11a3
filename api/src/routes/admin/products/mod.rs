//! Offers as an administrator manages them, each with the product that it belongs to.

pub mod edit;
pub mod link;
pub mod list;

use domain::{
    model::{Category, OfferId, Picture, ProductId, Stock},
    store::offers::{ManagedOffer, PinnedField},
    transactions::offer_edits::EditError,
};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::{
    http::error::{AdminError, ApiError},
    wire::{
        kwd::{CURRENCY, Kwd},
        picture::PictureBody,
    },
};

/// A retailer's offer, and the product that it belongs to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminProduct {
    #[schema(value_type = uuid::Uuid)]
    pub id: OfferId,
    pub name: String,
    #[schema(value_type = Option<String>)]
    pub category: Option<Category>,
    pub manufacturer: Option<String>,
    pub model: Option<String>,
    pub price: Kwd,
    #[schema(example = "KWD")]
    pub currency: &'static str,
    /// The product in the catalogue; null for an offer without a product.
    #[schema(value_type = Option<uuid::Uuid>)]
    pub canonical_id: Option<ProductId>,
    pub canonical_name: Option<String>,
    pub retailer: String,
    pub in_stock: bool,
    #[schema(value_type = Option<PictureBody>)]
    pub picture: Option<Picture>,
    /// Address of the offer's page at the retailer.
    pub url: String,
    /// Whether the retailer no longer lists the offer.
    pub ended: bool,
    /// Fields that an administrator set and crawls do not overwrite: `name`, `category`, `manufacturer`, `price`.
    #[schema(example = json!(["price"]))]
    pub pinned: Vec<&'static str>,
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
}

impl From<ManagedOffer> for AdminProduct {
    fn from(offer: ManagedOffer) -> Self {
        Self {
            id: offer.id,
            name: offer.name,
            category: offer.category,
            manufacturer: offer.manufacturer,
            model: offer.model,
            price: Kwd(offer.price),
            currency: CURRENCY,
            canonical_id: offer.product_id,
            canonical_name: offer.product_name,
            retailer: offer.retailer,
            in_stock: offer.stock == Stock::In,
            picture: offer.picture.map(|picture| picture.0),
            url: offer.url,
            ended: offer.ended,
            pinned: offer.pins.0.fields().into_iter().map(PinnedField::as_str).collect(),
            updated_at: offer.updated_at,
        }
    }
}

impl From<EditError> for ApiError {
    fn from(error: EditError) -> Self {
        match error {
            EditError::NoOffer => Self::ProductNotFound,
            EditError::Deleted => Self::ProductDeleted,
            EditError::NoProduct(_) => AdminError::TargetProductUnknown.into(),
            EditError::OtherCategory { product, offer } => {
                AdminError::TargetProductOtherCategory { product, offer }.into()
            }
            EditError::Database(error) => error.into(),
        }
    }
}

/// Reads an offer id from the path; a malformed id is treated as an unknown offer: 404.
fn read_id(text: &str) -> Result<OfferId, ApiError> {
    text.parse().map_err(|_| ApiError::ProductNotFound)
}
