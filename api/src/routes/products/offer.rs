use std::borrow::Cow;

use domain::{
    model::{OfferId, Stock},
    store::offers::ListedOffer,
};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::wire::kwd::{CURRENCY, Kwd};

/// A retailer's offer of a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Offer<'a> {
    #[schema(value_type = uuid::Uuid)]
    pub id: OfferId,
    /// English name of the retailer.
    pub retailer: &'a str,
    pub retailer_slug: &'a str,
    /// Title at the retailer, in English if there is one.
    pub title: Cow<'a, str>,
    pub price: Kwd,
    /// Price before the promotion, if the retailer states one.
    #[schema(required)]
    pub list_price: Option<Kwd>,
    #[schema(example = "KWD")]
    pub currency: &'static str,
    pub in_stock: bool,
    #[schema(value_type = StockName)]
    pub stock: Stock,
    /// Number of pieces left, if the retailer states it.
    #[schema(required)]
    pub stock_left: Option<i32>,
    pub url: &'a str,
    /// Delivery fee for this offer alone; null when unknown.
    #[schema(required)]
    pub shipping: Option<Kwd>,
    /// Order value from which the retailer delivers free.
    #[schema(required)]
    pub shipping_free_over: Option<Kwd>,
    /// Whether the retailer accepts instalments by Tabby.
    pub tabby: bool,
    /// When a crawl or a refresh of the page last read this price, to an hour.
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
}

/// Stock of an offer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Stock)]
pub enum StockName {
    In,
    Out,
    Unknown,
}

impl<'a> Offer<'a> {
    /// Converts an offer to its wire form, with the delivery fee for this offer alone.
    pub fn from_listed(listed: &'a ListedOffer) -> Self {
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
            updated_at: offer.price_confirmed_at,
        }
    }
}
