use std::{borrow::Cow, collections::BTreeSet};

use domain::{
    model::{Category, Picture, ProductId, Specs},
    store::snapshots::Snapshot,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    categories::CategoryName,
    kwd::{CURRENCY, Kwd},
    pictures::PictureBody,
};

/// A product as a card or a page shows it: what it is, and its best offer (the cheapest in stock, else the cheapest).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Product<'a> {
    #[schema(value_type = uuid::Uuid)]
    pub id: ProductId,
    pub name: Cow<'a, str>,
    #[schema(required)]
    pub name_ar: Option<Cow<'a, str>>,
    #[schema(value_type = CategoryName)]
    pub category: Category,
    /// The same as `category`.
    #[schema(value_type = CategoryName)]
    pub component_type: Category,
    pub manufacturer: Cow<'a, str>,
    pub model: Cow<'a, str>,
    /// Null when nobody sells it now.
    #[schema(required)]
    pub price: Option<Kwd>,
    /// The lowest price at the door; null where nobody sells it, or where the shop that would be it states no fee.
    #[schema(required)]
    pub delivered_price: Option<Kwd>,
    /// The shop of `deliveredPrice`.
    #[schema(required)]
    pub delivered_retailer: Option<Cow<'a, str>>,
    #[schema(required)]
    pub delivered_retailer_slug: Option<Cow<'a, str>>,
    #[schema(example = "KWD")]
    pub currency: &'static str,
    /// Whether any shop has it.
    pub in_stock: bool,
    /// The name of the shop with the best offer.
    #[schema(required)]
    pub retailer: Option<Cow<'a, str>>,
    #[schema(required)]
    pub retailer_slug: Option<Cow<'a, str>>,
    /// The best offer's page in its shop.
    #[schema(required)]
    pub url: Option<Cow<'a, str>>,
    /// Null where no shop shows one that is fit to be seen.
    #[schema(required, value_type = Option<PictureBody>)]
    pub picture: Option<Cow<'a, Picture>>,
    /// Mean stars, 1 to 5, when there are reviews.
    #[schema(required)]
    pub rating: Option<f32>,
    pub review_count: i32,
    /// How many shops list it.
    pub retailer_count: usize,
    /// The best offer's price before its promotion, where the shop states one.
    #[schema(required)]
    pub list_price: Option<Kwd>,
    /// The lowest best price of the 30 days before today.
    #[schema(required)]
    pub lowest30d: Option<Kwd>,
    /// How far the price lies below the lowest before it in 30 days, when it does.
    #[schema(required)]
    pub drop_percent: Option<f64>,
    /// The best price in stock of each of the last 30 days on which it was in stock, oldest first.
    pub trend: Vec<Kwd>,
    /// The known facts; what is absent is not known.
    #[schema(value_type = std::collections::BTreeMap<String, SpecFact>)]
    pub specs: &'a Specs,
}

/// One fact's value. Lengths are mm, power W, memory GB, memory speed MT/s.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum SpecFact {
    Text(String),
    Number(f64),
    Flag(bool),
    List(Vec<String>),
}

impl<'a> Product<'a> {
    /// The card of a snapshot taken on the snapshot's day.
    pub fn of(snapshot: &'a Snapshot, today: time::Date) -> Self {
        let product = &snapshot.product;
        let best = snapshot.best_offer();
        let price = best.map(|listed| listed.offer.price);
        let delivered = snapshot.delivered_offer().filter(|delivered| delivered.is_stated);
        let drop = price.map_or(0, |price| snapshot.trend.drop_basis_points(price));
        Self {
            id: product.id,
            name: Cow::Borrowed(&product.name),
            name_ar: snapshot.name_ar().map(Cow::Borrowed),
            category: product.category,
            component_type: product.category,
            manufacturer: Cow::Borrowed(&product.manufacturer),
            model: Cow::Borrowed(&product.model),
            price: price.map(Kwd),
            delivered_price: delivered.map(|delivered| Kwd(delivered.total)),
            delivered_retailer: delivered
                .map(|delivered| Cow::Borrowed(delivered.listed.retailer_name_en.as_str())),
            delivered_retailer_slug: delivered
                .map(|delivered| Cow::Borrowed(delivered.listed.retailer_slug.as_str())),
            currency: CURRENCY,
            in_stock: snapshot.in_stock(),
            retailer: best.map(|listed| Cow::Borrowed(listed.retailer_name_en.as_str())),
            retailer_slug: best.map(|listed| Cow::Borrowed(listed.retailer_slug.as_str())),
            url: best.map(|listed| Cow::Borrowed(listed.offer.url.as_str())),
            picture: product.picture.as_ref().map(Cow::Borrowed),
            rating: product.rating,
            review_count: product.review_count,
            retailer_count: snapshot
                .offers
                .iter()
                .map(|listed| &listed.retailer_slug)
                .collect::<BTreeSet<_>>()
                .len(),
            list_price: best.and_then(|listed| listed.offer.list_price).map(Kwd),
            lowest30d: snapshot.trend.lowest_before(today).map(Kwd),
            drop_percent: (drop > 0).then(|| f64::from(drop) / 100.0),
            trend: snapshot.trend.days.iter().map(|best| Kwd(best.price)).collect(),
            specs: &product.specs,
        }
    }
}
