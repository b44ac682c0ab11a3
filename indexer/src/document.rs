use domain::model::{Category, Fils, Picture, ProductId, Specs};

/// A product as the index takes it: what is searched, what is filtered and counted, and what is handed back.
#[derive(Debug, Clone)]
pub struct Document {
    pub id: ProductId,
    pub category: Category,
    pub name: String,
    pub name_ar: Option<String>,
    pub manufacturer: String,
    pub model: String,
    pub part_numbers: Vec<String>,
    /// The numbers below the product's barcodes: 8, 12, 13 or 14 digits.
    pub gtins: Vec<String>,
    pub aliases: Vec<String>,
    pub specs: Specs,
    /// The best offer's price; `None` when nobody sells it now.
    pub price: Option<Fils>,
    /// Lowest price with delivery, as far as delivery is stated; sorts `delivered_asc`.
    pub delivered: Option<Fils>,
    /// Whether any live offer is in stock.
    pub in_stock: bool,
    /// The shops with a live offer.
    pub retailers: Vec<RetailerFacet>,
    /// Mean stars, 0 to 5.
    pub rating: Option<f32>,
    /// 0 and up; documents are stored in this order.
    pub popularity: f32,
    /// How far the price is below its 30-day high, in hundredths of a percent; sorts `drop`.
    pub drop_bp: u16,
    pub picture: Option<Picture>,
    /// The ready JSON of the product's card, given back as it is.
    pub card: Vec<u8>,
}

/// One shop that sells a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetailerFacet {
    pub slug: String,
    pub tabby: bool,
}

/// What happened to a product since the last `apply`.
#[derive(Debug, Clone)]
pub enum Change {
    /// The product is new or differs: the document replaces what the index has under its id.
    Upsert(Box<Document>),
    /// The product is gone.
    Delete(ProductId),
}
