use std::{borrow::Cow, collections::BTreeSet};

use domain::{
    budget::PartPerformance,
    model::{Category, Picture, Product, ProductId, Specs},
    store::{offers::ListedOffer, snapshots::Snapshot},
};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::wire::{
    card_verdict::CardVerdict,
    category::CategoryName,
    kwd::{CURRENCY, Kwd},
    picture::PictureBody,
};

/// A product as cards show it, with its cheapest offer: of those in stock, else of those on pre-order, else of
/// all, without delivery. The product's page chooses its price among the offers itself, delivery counted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Product)]
pub struct ProductCard<'a> {
    #[schema(value_type = uuid::Uuid)]
    pub id: ProductId,
    pub name: Cow<'a, str>,
    pub name_ar: Option<Cow<'a, str>>,
    #[schema(value_type = CategoryName)]
    pub category: Category,
    /// Equal to `category`: the name that parts of a build have for it.
    #[schema(value_type = CategoryName)]
    pub component_type: Category,
    pub manufacturer: Cow<'a, str>,
    pub model: Cow<'a, str>,
    /// Price of the cheapest offer; null when nobody sells the product now.
    pub price: Option<Kwd>,
    /// Lowest price including delivery; null when nobody sells the product, or when the retailer with that price states
    /// no delivery fee.
    pub delivered_price: Option<Kwd>,
    /// Retailer of `deliveredPrice`.
    pub delivered_retailer: Option<Cow<'a, str>>,
    pub delivered_retailer_slug: Option<Cow<'a, str>>,
    #[schema(example = "KWD")]
    pub currency: &'static str,
    /// Whether at least one retailer has it in stock.
    pub in_stock: bool,
    /// Whether no retailer has it in stock, and one takes orders for it.
    pub pre_order: bool,
    /// Whether no retailer has it in stock or takes orders for it, and one does not say whether it has it. Absent: no.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stock_unknown: bool,
    /// Retailer of the cheapest offer.
    pub retailer: Option<Cow<'a, str>>,
    pub retailer_slug: Option<Cow<'a, str>>,
    /// Page of the cheapest offer at the retailer.
    pub url: Option<Cow<'a, str>>,
    /// When the price was last read; null when nobody sells the product now.
    pub checked: Option<Checked>,
    /// When `deliveredPrice` was last read.
    pub delivered_checked: Option<Checked>,
    /// Null when no retailer shows a usable picture.
    #[schema(value_type = Option<PictureBody>)]
    pub picture: Option<Cow<'a, Picture>>,
    /// Path of the picture's widest file; absent without a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub image_url: Option<String>,
    /// Mean rating, 1 to 5 stars; null without reviews.
    pub rating: Option<f32>,
    pub review_count: i32,
    /// Number of retailers that list the product.
    pub retailer_count: usize,
    /// Price of the cheapest offer before its promotion, if the retailer states one.
    pub list_price: Option<Kwd>,
    /// Lowest price in stock, of all offers that are live today, on the 29 days before today; with today's price these are the last 30 days.
    pub lowest30d: Option<Kwd>,
    /// Percentage by which the price is below the lowest price that the last 30 days saw before it; null when it is not
    /// below.
    pub drop_percent: Option<f64>,
    /// Best in-stock price of each of the last 30 days on which the product was in stock, oldest first.
    pub trend: Vec<Kwd>,
    /// What the history says about `price`, where it is the lowest in days, below the usual one, or was raised before it fell.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub price_verdict: Option<CardVerdict>,
    /// Estimated performance of the chip of a processor or a graphics card; absent where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub performance: Option<CardPerformance>,
    /// The known facts; absent facts are unknown.
    #[schema(value_type = std::collections::BTreeMap<String, SpecFact>)]
    pub specs: &'a Specs,
}

/// Performance of a chip, estimated from specifications: 100 is the Ryzen 5 7600 among processors, and the GeForce RTX
/// 4060 among graphics chips. Prices for each point are what the orders `value_gaming` and `value_rendering` compare.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct CardPerformance {
    /// In games: of a graphics card those at 1440p.
    pub gaming: f64,
    /// In rendering, which keeps all cores or shaders busy.
    pub rendering: f64,
}

impl CardPerformance {
    /// Returns the performance of a product; `None` where its chip is not known.
    fn of(product: &Product) -> Option<Self> {
        let performance = PartPerformance::estimate(product.category, &product.name, &product.specs);
        let points = |thousandths: u32| f64::from(thousandths) / 10.0;
        Some(Self { gaming: points(performance.gaming()?), rendering: points(performance.full_load()?) })
    }
}

/// When an offer's price was last read, as far as the offer itself tells.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Checked {
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Whether the retailer's `crawledAt` counts too, where it is later: a complete crawl confirms an unchanged price
    /// without a word, so that no card has to change.
    pub by_crawls: bool,
}

impl Checked {
    fn of(listed: &ListedOffer) -> Self {
        let at = listed.offer.price_confirmed_at;
        Self { at: at.replace_nanosecond(0).unwrap_or(at), by_crawls: listed.is_confirmed_by_crawls }
    }
}

/// Value of a fact. Lengths are in mm, power in W, memory in GB, memory speed in MT/s.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum SpecFact {
    Text(String),
    Number(f64),
    Flag(bool),
    List(Vec<String>),
}

impl<'a> ProductCard<'a> {
    /// Creates the card of a snapshot taken on `today`.
    pub fn from_snapshot(snapshot: &'a Snapshot, today: time::Date) -> Self {
        let product = &snapshot.product;
        let cheapest = snapshot.cheapest_offer();
        let price = cheapest.map(|listed| listed.offer.price);
        let delivered = snapshot.cheapest_delivered_offer().filter(|delivered| delivered.states_fee);
        let drop = snapshot.drop_basis_points();
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
            pre_order: snapshot.is_pre_order(),
            stock_unknown: snapshot.is_stock_unknown(),
            retailer: cheapest.map(|listed| Cow::Borrowed(listed.retailer_name_en.as_str())),
            retailer_slug: cheapest.map(|listed| Cow::Borrowed(listed.retailer_slug.as_str())),
            url: cheapest.map(ListedOffer::shopper_url),
            checked: cheapest.map(Checked::of),
            delivered_checked: delivered.map(|delivered| Checked::of(delivered.listed)),
            picture: product.picture.as_ref().map(Cow::Borrowed),
            image_url: product.picture.as_ref().map(Picture::path),
            rating: product.rating,
            review_count: product.review_count,
            retailer_count: snapshot
                .offers
                .iter()
                .map(|listed| &listed.retailer_slug)
                .collect::<BTreeSet<_>>()
                .len(),
            list_price: cheapest.and_then(|listed| listed.offer.list_price).map(Kwd),
            lowest30d: snapshot.trend.lowest_before(today).map(Kwd),
            drop_percent: (drop > 0).then(|| f64::from(drop) / 100.0),
            trend: snapshot.trend.days.iter().map(|best| Kwd(best.price)).collect(),
            price_verdict: price
                .zip(snapshot.notable_price())
                .map(|(price, notable)| CardVerdict::new(price, notable)),
            performance: CardPerformance::of(product),
            specs: &product.specs,
        }
    }
}
