use std::borrow::Cow;

use domain::{
    model::{OfferAge, OfferId, Stock},
    price_rating::PriceSpan,
    store::offers::ListedOffer,
};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::list_price::ListPriceCheck;
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
    pub list_price: Option<Kwd>,
    /// Whether that price is true; null where none above the price is stated.
    pub list_price_check: Option<ListPriceCheck>,
    #[schema(example = "KWD")]
    pub currency: &'static str,
    pub in_stock: bool,
    #[schema(value_type = StockName)]
    pub stock: Stock,
    /// Number of pieces left, if the retailer states it.
    pub stock_left: Option<i32>,
    /// Link to the offer, for shoppers.
    pub url: Cow<'a, str>,
    /// Delivery fee for this offer alone; null when unknown.
    pub shipping: Option<Kwd>,
    /// Order value from which the retailer delivers free.
    pub shipping_free_over: Option<Kwd>,
    /// Whether the retailer accepts instalments by Tabby.
    pub tabby: bool,
    /// When a crawl or a refresh of the page last read this price, to an hour.
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
    #[schema(value_type = OfferAgeName)]
    pub age: OfferAge,
}

/// Age of an offer's price: `OLD` was not read for two days, `VERY_OLD` for seven, and is never the best price while
/// another was read since.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = OfferAge)]
pub enum OfferAgeName {
    Fresh,
    Old,
    VeryOld,
}

/// Stock of an offer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Stock)]
pub enum StockName {
    In,
    Out,
    PreOrder,
    Unknown,
}

impl<'a> Offer<'a> {
    /// Converts an offer to its wire form, with the delivery fee for this offer alone. `own` has the times until `now` in
    /// which it was in stock.
    pub fn from_listed(listed: &'a ListedOffer, own: &[PriceSpan], now: OffsetDateTime) -> Self {
        let offer = &listed.offer;
        Self {
            id: offer.id,
            retailer: &listed.retailer_name_en,
            retailer_slug: listed.retailer_slug.as_str(),
            title: Cow::Borrowed(offer.title_en.as_deref().or(offer.title_ar.as_deref()).unwrap_or_default()),
            price: Kwd(offer.price),
            list_price: offer.list_price.map(Kwd),
            list_price_check: ListPriceCheck::new(own, offer.price, offer.list_price, now),
            currency: CURRENCY,
            in_stock: offer.stock == Stock::In,
            stock: offer.stock,
            stock_left: offer.stock_left,
            url: listed.shopper_url(),
            shipping: listed.shipping.fee(offer.price).map(Kwd),
            shipping_free_over: listed.shipping.free_over.map(Kwd),
            tabby: listed.tabby,
            updated_at: offer.price_confirmed_at,
            age: offer.age(now),
        }
    }
}
