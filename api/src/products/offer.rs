use std::borrow::Cow;

use domain::{
    model::{OfferId, Stock},
    store::offers::ListedOffer,
};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::kwd::{CURRENCY, Kwd};

/// One shop's listing of a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Offer<'a> {
    #[schema(value_type = uuid::Uuid)]
    pub id: OfferId,
    /// The shop's English name.
    pub retailer: &'a str,
    pub retailer_slug: &'a str,
    /// As the shop words it, in English where it does.
    pub title: Cow<'a, str>,
    pub price: Kwd,
    /// The price before the promotion, where the shop states one.
    #[schema(required)]
    pub list_price: Option<Kwd>,
    #[schema(example = "KWD")]
    pub currency: &'static str,
    pub in_stock: bool,
    #[schema(value_type = StockName)]
    pub stock: Stock,
    /// How many are left, where the shop says so.
    #[schema(required)]
    pub stock_left: Option<i32>,
    pub url: &'a str,
    /// What the shop asks to deliver this alone; null when not known.
    #[schema(required)]
    pub shipping: Option<Kwd>,
    /// The basket from which the shop delivers free.
    #[schema(required)]
    pub shipping_free_over: Option<Kwd>,
    /// Whether the shop takes Tabby's instalments.
    pub tabby: bool,
    /// When the shop was last seen to offer it at this price.
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
}

/// Whether a shop has it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Stock)]
pub enum StockName {
    In,
    Out,
    Unknown,
}

impl<'a> Offer<'a> {
    /// The offer as it is sent, with the fee for a basket of it alone.
    pub fn of(listed: &'a ListedOffer) -> Self {
        let offer = &listed.offer;
        Self {
            id: offer.id,
            retailer: &listed.retailer_name_en,
            retailer_slug: listed.retailer_slug.as_str(),
            title: Cow::Borrowed(offer.title_en.as_deref().or(offer.title_ar.as_deref()).unwrap_or_default()),
            price: Kwd(offer.price),
            list_price: offer.list_price.map(Kwd),
            currency: CURRENCY,
            in_stock: offer.stock == Stock::In,
            stock: offer.stock,
            stock_left: offer.stock_left,
            url: &offer.url,
            shipping: listed.shipping.fee(offer.price).map(Kwd),
            shipping_free_over: listed.shipping.free_over.map(Kwd),
            tabby: listed.tabby,
            updated_at: offer.seen_at,
        }
    }
}
