//! Six invented demo retailers, served over HTTP on loopback: a substitute for real retailers before there are
//! agreements with them. Five sell real parts, one sells everything (`general_store`, `goods`). Products come from tables
//! of facts; price and stock are a function of the offer and the date. Titles, categories and numbers are as untidy as
//! real retailers' (`titles`, `storefront`, `stated`, `used_and_bundles`, `ambiguous_titles`, `odd_listings`); `truth` tells
//! the true product of each listing.
//!
//! Under `/shops/<slug>`: `dhow-digital` (Shopify), `safat-tech` (WooCommerce), `noor-computers` (schema.org pages
//! behind a sitemap), `bandar-pc` (pages for CSS selectors), `sidra-store` (CSV) and `mirqab-mart` (Google Merchant
//! XML). Each also has `/p/<id>` (an offer's page), `/img/<key>.jpg` and `/history.csv` (the last 180 days). `POST
//! /clock`, `/shops/<slug>/offers/<id>` and `/shops/<slug>/fault` change the market for tests.

mod admin;
mod ambiguous_titles;
mod catalogue;
mod chains;
mod facts;
mod feed;
mod general_store;
mod goods;
mod history;
mod listing;
mod market;
mod merchant_feed;
mod odd_listings;
mod page;
mod picture;
mod picture_photo;
mod picture_scene;
mod reply;
mod schema_org;
mod seed;
mod server;
mod shop_kind;
mod shopify;
mod stated;
mod storefront;
mod table;
mod titles;
mod titles_ar;
mod truth;
mod used_and_bundles;
mod woocommerce;
mod world;

#[cfg(test)]
mod tests;

use std::{future::Future, io::Write, net::SocketAddr, sync::Arc};

use anyhow::Context;
use time::Date;

pub use admin::parse_date;
pub use catalogue::{Catalogue, Offer, Shop};
pub use facts::{GoodsKind, Part};
pub use market::{Quote, Stock};
pub use odd_listings::Habit;
pub use server::app;
pub use shop_kind::ShopKind;
pub use stated::Stated;
pub use table::FactsError;
pub use truth::{ListingKind, TrueListing, write_truth};
pub use world::{Fault, Override, StockOverride, World};

/// Options of `demo serve`.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    pub listen: SocketAddr,
    /// The current date in the shops; without it today's date, which advances at midnight UTC.
    pub clock: Option<Date>,
}

/// Serves the shops until `shutdown` completes.
///
/// # Errors
/// When the address is not a loopback one or is taken, or a fact table cannot be read.
pub async fn serve(options: Options, shutdown: impl Future<Output = ()>) -> anyhow::Result<()> {
    anyhow::ensure!(
        options.listen.ip().is_loopback(),
        "the demo retailers listen on loopback only, not on {}: anyone there could change their prices",
        options.listen
    );
    let listener = tokio::net::TcpListener::bind(options.listen)
        .await
        .with_context(|| format!("the demo retailers cannot listen on {}", options.listen))?;
    serve_on(listener, Arc::new(World::open(options.clock)?), shutdown).await
}

/// Serves `world` on an open listener, until `shutdown` completes.
///
/// # Errors
/// When the listener fails.
pub async fn serve_on(
    listener: tokio::net::TcpListener,
    world: Arc<World>,
    shutdown: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let address = listener.local_addr()?;
    let offers: usize = world.catalogue.shops.iter().map(|shop| shop.offers.len()).sum();
    tracing::info!(%address, offers, "Demo retailers listen on http://{address}: {offers} offers");
    // No graceful shutdown: a shop set to hang would delay it, and no data can be lost here.
    tokio::select! {
        result = axum::serve(listener, app(world)) => result.context("the server of the demo retailers stopped"),
        () = shutdown => Ok(()),
    }
}

/// Writes the products as JSON lines in the format of `ingest import-specs`; returns their number.
///
/// # Errors
/// When a fact table cannot be read or `out` cannot be written.
pub fn write_reference(out: &mut dyn Write) -> anyhow::Result<usize> {
    let parts = facts::parts()?;
    for part in &parts {
        serde_json::to_writer(&mut *out, &facts::reference_record(part))?;
        writeln!(out)?;
    }
    out.flush()?;
    Ok(parts.len())
}
