use domain::model::{Category, Fils, Picture, ProductId, Specs};

/// A product as the index receives it: searched text, filtered and counted values, and the card to return.
#[derive(Debug, Clone)]
pub struct Document {
    pub id: ProductId,
    pub category: Category,
    pub name: String,
    pub name_ar: Option<String>,
    pub manufacturer: String,
    pub model: String,
    pub part_numbers: Vec<String>,
    /// Digits of the product's barcodes (GTINs): 8, 12, 13 or 14.
    pub gtins: Vec<String>,
    pub aliases: Vec<String>,
    pub specs: Specs,
    /// Price of the cheapest offer; `None` when nobody sells the product.
    pub price: Option<Fils>,
    /// Lowest price with delivery; sorts `delivered_asc`. For a retailer that states no fee the caller assumes one
    /// (`Snapshot::cheapest_delivered_offer`).
    pub delivered: Option<Fils>,
    /// Whether any live offer is in stock.
    pub in_stock: bool,
    /// Retailers that have the product in stock; those that list it where none has.
    pub retailers: Vec<RetailerFacet>,
    /// Mean stars, 0 to 5.
    pub rating: Option<f32>,
    /// 0 and up; documents are stored in descending order of it.
    pub popularity: f32,
    /// How far the price lies under the lowest one before it within 30 days, in hundredths of a percent
    /// (`Trend::drop_basis_points`); sorts `drop`.
    pub drop_basis_points: u16,
    pub picture: Option<Picture>,
    /// JSON of the product's card, returned unchanged.
    pub card: Vec<u8>,
}

/// A retailer that sells a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetailerFacet {
    pub slug: String,
    pub tabby: bool,
}

/// A change of a product since the last `apply`.
#[derive(Debug, Clone)]
pub enum Change {
    /// The product is new or differs: the document replaces the indexed one of the same id.
    Upsert(Box<Document>),
    /// The product is gone.
    Delete(ProductId),
}
