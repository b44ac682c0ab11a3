//! Items of stored products and offers.

use domain::{
    model::keys::part_number_key,
    store::matches::{ComparedProduct, ReassignableOffer},
};

use super::{Catalogue, Item, StatedFacts, TermStatistics, item::part_number_keys};

/// Builds the item of a product. Its part numbers are those that name it alone; the others are kept apart.
pub(super) fn product_item(product: &ComparedProduct, statistics: &TermStatistics) -> Item {
    let is_known = |number: &String| {
        part_number_keys(product.category, std::slice::from_ref(number))
            .all(|key| statistics.is_known_part_number(&key))
    };
    let (part_numbers, doubted): (Vec<String>, Vec<String>) =
        product.part_numbers.iter().cloned().partition(is_known);
    let item = Item::from_product(
        &product.name,
        &StatedFacts {
            category: Some(product.category),
            manufacturer: Some(&product.manufacturer),
            model: Some(&product.model),
            part_numbers: &part_numbers,
            barcodes: &product.barcodes,
            specs: &product.specs.0,
        },
    );
    Item { doubted_part_numbers: part_number_keys(product.category, &doubted).collect(), ..item }
}

/// Builds the item of an offer. The retailer's SKU counts as a part number where a product of the catalogue carries
/// it. Without a parsed model, the title is the model.
pub(super) fn offer_item(offer: &ReassignableOffer, catalogue: &Catalogue) -> Item {
    let title = offer.title_en.as_deref().or(offer.title_ar.as_deref());
    let sku = offer.sku.iter().filter(|sku| {
        part_number_key(sku).is_some_and(|key| catalogue.statistics().is_known_part_number(&key))
    });
    let part_numbers: Vec<String> = offer.part_numbers.iter().chain(sku).cloned().collect();
    let item = Item::new(&StatedFacts {
        category: Some(offer.category),
        manufacturer: offer.manufacturer.as_deref(),
        model: offer.model.as_deref().or(title),
        part_numbers: &part_numbers,
        barcodes: &offer.gtins,
        specs: &offer.specs.0,
    });
    item.with_name(title.unwrap_or_default())
}
