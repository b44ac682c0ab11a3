use std::collections::BTreeMap;

use domain::store::snapshots::Snapshot;
use indexer::{Document, RetailerFacet};
use time::Date;

use crate::wire::card::ProductCard;

/// Builds the index document of a product: its searched text, filter values, and the card that answers send.
///
/// # Errors
/// When the card cannot be serialised to JSON.
pub fn build_document(snapshot: &Snapshot, today: Date) -> serde_json::Result<Document> {
    let product = &snapshot.product;
    let price = snapshot.cheapest_offer().map(|listed| listed.offer.price);
    Ok(Document {
        id: product.id,
        category: product.category,
        name: product.name.clone(),
        name_ar: snapshot.name_ar().map(str::to_owned),
        manufacturer: product.manufacturer.clone(),
        model: product.model.clone(),
        part_numbers: product.part_numbers.clone(),
        gtins: product.gtins.clone(),
        aliases: product.aliases.clone(),
        specs: product.specs.clone(),
        price,
        delivered: snapshot.cheapest_delivered_offer().map(|delivered| delivered.total),
        in_stock: snapshot.in_stock(),
        retailers: retailers(snapshot),
        rating: product.rating,
        popularity: product.popularity,
        drop_basis_points: snapshot.drop_basis_points(),
        picture: product.picture.clone(),
        card: serde_json::to_vec(&ProductCard::from_snapshot(snapshot, today))?,
    })
}

/// Returns the retailers that have the product in stock, else those that take pre-orders, else all that list it: a filter on a retailer or on
/// Tabby finds what can be bought there. Each retailer once, however many of its offers belong to this product.
fn retailers(snapshot: &Snapshot) -> Vec<RetailerFacet> {
    let retailers: BTreeMap<&str, bool> =
        snapshot.soonest_offers().map(|listed| (listed.retailer_slug.as_str(), listed.tabby)).collect();
    retailers.into_iter().map(|(slug, tabby)| RetailerFacet { slug: slug.to_owned(), tabby }).collect()
}
