use std::collections::BTreeMap;

use domain::{
    compat::holds_several,
    model::{BuildId, Category, Fils, Picture, ProductId, UserId},
    store::builds::{self, ProductToday, SavedBuild, SavedPart},
};
use serde::Serialize;
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::{
    http::{
        error::{ApiError, ApiResult},
        public_url::PublicUrl,
    },
    routes::compatibility::load::RefusedEntry,
    wire::{
        category::CategoryName,
        kwd::{CURRENCY, Kwd},
        picture::PictureBody,
    },
};

/// A saved build.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Build {
    #[schema(value_type = uuid::Uuid)]
    pub id: BuildId,
    pub name: String,
    pub description: Option<String>,
    /// Parts by category: one part, or a list where the slot holds several.
    #[schema(value_type = BTreeMap<String, SlotContent>)]
    pub components: BTreeMap<Category, SlotContent>,
    /// Total at the prices of the day it was saved (`pricedAt`).
    pub total_price: Kwd,
    /// Total at today's lowest prices, without the parts that no retailer has now.
    pub today_total: Kwd,
    /// Number of parts that no retailer has now, or that are gone from the catalogue.
    pub unpriced: usize,
    #[schema(example = "KWD")]
    pub currency: &'static str,
    /// Whether every required category is filled.
    pub is_complete: bool,
    /// Whether everybody with the link may read the build; only while the owner allows sharing.
    pub is_public: bool,
    pub view_count: i64,
    pub share_token: String,
    /// Version number, increased by each save that changes name, description or parts. Such a save is refused with 409
    /// if it states another version and other content than the saved one.
    pub version: i32,
    /// The owner; null unless their profile is public.
    pub user: Option<BuildOwner>,
    /// Whether the build belongs to the caller.
    pub is_own: bool,
    #[serde(with = "time::serde::rfc3339")]
    pub priced_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
}

/// Owner of a build.
#[derive(Debug, Serialize, ToSchema)]
pub struct BuildOwner {
    pub name: String,
}

/// Content of a slot.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum SlotContent {
    One(Box<BuildComponent>),
    Several(Vec<BuildComponent>),
}

/// A part of a build.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BuildComponent {
    #[schema(value_type = CategoryName)]
    pub component_type: Category,
    pub product: BuildProduct,
    pub quantity: i32,
    /// Price of one piece on the day the build was saved; null when nobody sold it then.
    pub price: Option<Kwd>,
    pub state: PartState,
}

/// Availability of a part today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PartState {
    /// At least one retailer has it in stock.
    #[serde(rename = "sold")]
    InStock,
    /// Retailers list it, but none has it in stock.
    #[serde(rename = "out")]
    OutOfStock,
    /// No retailer lists it.
    #[serde(rename = "unsold")]
    NotListed,
    /// The product is gone from the catalogue.
    Gone,
}

/// A product in a build, with today's data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BuildProduct {
    /// Null for a product that is gone from the catalogue; its name is kept.
    #[schema(value_type = Option<uuid::Uuid>)]
    pub id: Option<ProductId>,
    pub name: String,
    pub name_ar: Option<String>,
    #[schema(value_type = CategoryName)]
    pub category: Category,
    pub manufacturer: String,
    pub model: String,
    /// Today's lowest price; null when nobody sells it.
    pub price: Option<Kwd>,
    pub list_price: Option<Kwd>,
    #[schema(example = "KWD")]
    pub currency: &'static str,
    pub in_stock: bool,
    /// Whether it is not in stock anywhere, and a retailer takes orders before it has it.
    pub pre_order: bool,
    pub retailer: Option<String>,
    pub retailer_slug: Option<String>,
    pub url: Option<String>,
    #[schema(value_type = Option<PictureBody>)]
    pub picture: Option<Picture>,
}

/// A build with its share link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BuildAnswer)]
pub struct SavedBuildResponse {
    pub build: Build,
    /// Address of the build's page. Other users can open it only while the build is public.
    pub share_url: String,
    /// Requested ids of unknown products, which were left out.
    #[schema(value_type = Vec<uuid::Uuid>)]
    pub not_found: Vec<ProductId>,
    /// Entries that could not be put into the build; the others were saved.
    pub refused: Vec<RefusedEntry>,
}

impl SavedBuildResponse {
    /// Loads a user's own build.
    pub async fn load_own(
        db: &PgPool,
        public_url: &PublicUrl,
        owner: UserId,
        id: BuildId,
    ) -> ApiResult<Self> {
        let saved = builds::find_own(db, owner, id).await?.ok_or(ApiError::BuildNotFound)?;
        Self::from_saved(db, public_url, saved, Some(owner)).await
    }

    /// Builds the answer as this reader sees it.
    pub async fn from_saved(
        db: &PgPool,
        public_url: &PublicUrl,
        saved: SavedBuild,
        reader: Option<UserId>,
    ) -> ApiResult<Self> {
        let parts = builds::list_parts(db, &[saved.id]).await?;
        let share_url = share_url(public_url, &saved.share_token);
        let build = Build::from_saved(saved, parts, reader);
        Ok(Self { build, share_url, not_found: Vec::new(), refused: Vec::new() })
    }
}

/// Returns the address of the build's page, which its owner and, while it is public, everybody can open.
pub fn share_url(public_url: &PublicUrl, token: &str) -> String {
    format!("{public_url}/build/{token}")
}

impl Build {
    /// Converts a saved build with its parts, as this reader sees it.
    pub fn from_saved(saved: SavedBuild, parts: Vec<SavedPart>, reader: Option<UserId>) -> Self {
        let sum = |price: fn(&SavedPart) -> Option<Fils>| {
            let lines =
                parts.iter().filter_map(|part| Some(price(part)?.saturating_mul(part.quantity.into())));
            Kwd(lines.fold(Fils::ZERO, Fils::saturating_add))
        };
        let filled = |category: &Category| parts.iter().any(|part| part.slot == *category);
        Self {
            id: saved.id,
            total_price: sum(|part| part.price),
            today_total: sum(SavedPart::price_today),
            unpriced: parts.iter().filter(|part| part.price_today().is_none()).count(),
            currency: CURRENCY,
            is_complete: Category::ALL.iter().filter(|category| category.required()).all(filled),
            components: components(parts),
            is_public: saved.is_public,
            view_count: saved.view_count,
            share_token: saved.share_token,
            version: saved.version,
            user: saved.owner_is_public.then_some(BuildOwner { name: saved.owner_name }),
            is_own: reader == Some(saved.user_id),
            priced_at: saved.priced_at,
            created_at: saved.created_at,
            updated_at: saved.updated_at,
            name: saved.name,
            description: saved.description,
        }
    }
}

fn components(parts: Vec<SavedPart>) -> BTreeMap<Category, SlotContent> {
    let mut components: BTreeMap<Category, SlotContent> = BTreeMap::new();
    for part in parts {
        let slot = part.slot;
        let component = BuildComponent::from_part(part);
        if !holds_several(slot) {
            components.insert(slot, SlotContent::One(Box::new(component)));
        } else if let SlotContent::Several(list) =
            components.entry(slot).or_insert_with(|| SlotContent::Several(Vec::new()))
        {
            list.push(component);
        }
    }
    components
}

impl BuildComponent {
    fn from_part(part: SavedPart) -> Self {
        let state = match &part.today {
            None => PartState::Gone,
            Some(ProductToday { price: None, .. }) => PartState::NotListed,
            Some(ProductToday { in_stock: false, .. }) => PartState::OutOfStock,
            Some(_) => PartState::InStock,
        };
        Self {
            component_type: part.slot,
            quantity: part.quantity,
            price: part.price.map(Kwd),
            state,
            product: BuildProduct::from_part(part),
        }
    }
}

impl BuildProduct {
    fn from_part(part: SavedPart) -> Self {
        let today = part.today.unwrap_or_else(|| ProductToday::unavailable(part.name));
        Self {
            id: part.product_id,
            name: today.name,
            name_ar: today.name_ar,
            category: part.slot,
            manufacturer: today.manufacturer,
            model: today.model,
            price: today.price.map(Kwd),
            list_price: today.list_price.map(Kwd),
            currency: CURRENCY,
            in_stock: today.in_stock,
            pre_order: today.pre_order,
            retailer: today.retailer,
            retailer_slug: today.retailer_slug,
            url: today.url,
            picture: today.picture,
        }
    }
}
