use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use time::{Date, OffsetDateTime};

use super::{Category, Picture, ProductId, SpecKey, Specs};

/// Where a fact came from and when it was last true.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The data source's short name.
    pub source: String,
    /// The day on which the source stated it.
    pub date: Date,
}

/// The provenance of every known fact.
pub type ProvenanceMap = BTreeMap<SpecKey, Provenance>;

/// A product as it is stored, without its offers.
#[derive(Debug, Clone, PartialEq)]
pub struct Product {
    pub id: ProductId,
    pub category: Category,
    pub name: String,
    pub name_ar: Option<String>,
    pub manufacturer: String,
    pub model: String,
    pub part_numbers: Vec<String>,
    /// The numbers below its barcodes, as the reference and the retailers state them.
    pub gtins: Vec<String>,
    pub aliases: Vec<String>,
    /// The picture that shoppers see.
    pub picture: Option<Picture>,
    pub specs: Specs,
    pub provenance: ProvenanceMap,
    /// Views, favourites, uses in builds and reviews, decayed by age; 0 and up.
    pub popularity: f32,
    /// Mean of the reviews' stars, when there are any.
    pub rating: Option<f32>,
    pub review_count: i32,
    pub updated_at: OffsetDateTime,
}

/// The facts about a product that a reference source states, on their way into the store.
#[derive(Debug, Clone, PartialEq)]
pub struct ProductFacts {
    pub id: ProductId,
    pub category: Category,
    pub name: String,
    pub manufacturer: String,
    pub model: String,
    pub series: Option<String>,
    pub variant: Option<String>,
    /// Part numbers that identify this product within its maker.
    pub part_numbers: Vec<String>,
    /// Part numbers that several products carry: never enough to identify one.
    pub shared_part_numbers: Vec<String>,
    pub eans: Vec<String>,
    pub aliases: Vec<String>,
    pub url: Option<String>,
    pub image_url: Option<String>,
    /// The day on which the source checked the record, when it says so.
    pub verified_on: Option<Date>,
    pub specs: Specs,
}
