use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use time::{Date, OffsetDateTime};

use super::{Category, Picture, ProductId, SpecKey, Specs};

/// The source of a spec, and the day on which the source stated it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The data source's short name.
    pub source: String,
    /// The day on which the source stated it.
    pub date: Date,
}

/// The provenance of every known spec.
pub type ProvenanceMap = BTreeMap<SpecKey, Provenance>;

/// A product as stored, without its offers.
#[derive(Debug, Clone, PartialEq)]
pub struct Product {
    pub id: ProductId,
    pub category: Category,
    pub name: String,
    pub name_ar: Option<String>,
    pub manufacturer: String,
    pub model: String,
    pub part_numbers: Vec<String>,
    /// The barcodes' numbers, as the imported catalogue and the retailers state them.
    pub gtins: Vec<String>,
    pub aliases: Vec<String>,
    /// The picture that users see.
    pub picture: Option<Picture>,
    pub specs: Specs,
    pub provenance: Json<ProvenanceMap>,
    /// Views, favourites, uses in builds and reviews, weighted and decayed by age; 0 or more.
    pub popularity: f32,
    /// The mean of the reviews' stars; `None` without reviews.
    pub rating: Option<f32>,
    pub review_count: i32,
    pub updated_at: OffsetDateTime,
}

/// The facts that a source states about a product, before they are stored. The source is an imported catalogue, or the
/// titles of retailers.
#[derive(Debug, Clone, PartialEq)]
pub struct ProductFacts {
    pub id: ProductId,
    pub category: Category,
    pub name: String,
    pub manufacturer: String,
    pub model: String,
    pub series: Option<String>,
    pub variant: Option<String>,
    /// Part numbers that identify this product among its manufacturer's.
    pub part_numbers: Vec<String>,
    /// Part numbers that several products carry, which therefore never identify one.
    pub shared_part_numbers: Vec<String>,
    pub eans: Vec<String>,
    pub aliases: Vec<String>,
    pub url: Option<String>,
    pub image_url: Option<String>,
    /// The day on which the source checked the record, where stated.
    pub verified_on: Option<Date>,
    pub specs: Specs,
}
