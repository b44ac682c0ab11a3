//! Turns groups of offers into products: which product a group keeps, the name of a new one, and the facts to store.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    model::{Category, OfferId, ProductFacts, ProductId, Specs},
    store::matches::ReassignableOffer,
};

/// Maximum length of a name, in characters; longer names are cut.
pub(super) const MAX_NAME: usize = 200;
/// A title with fewer words is too short to be a name, where another title has enough.
const MIN_NAME_WORDS: usize = 4;
/// Manufacturer of a product for which neither a retailer nor a title names one.
pub(super) const UNBRANDED: &str = "Unbranded";

/// A group of offers and the product that they make.
#[derive(Debug, PartialEq)]
pub(super) struct GroupedProduct {
    pub(super) id: ProductId,
    pub(super) is_new: bool,
    /// Indices into the list of offers.
    pub(super) members: Vec<u32>,
    /// Whether the set of the product's offers differs from the one before the run.
    pub(super) changed: bool,
    /// Empty until `product_names` sets it.
    pub(super) name: String,
}

/// Assigns a product to each group: the one that most of its offers belong to, unless another group takes it; else a
/// new one.
///
/// 1. Count for each group and product the offers of the group that belong to the product: a claim.
/// 2. Take the claims from the largest down, ties in the order of groups: a group without a product takes a product
///    that is not taken yet.
/// 3. The remaining groups get new products.
///
/// Worked example: group A has 3 offers of product P; group B has 2 offers of P and 1 of Q. A keeps P, and B takes Q.
pub(super) fn assign_products(groups: Vec<Vec<u32>>, offers: &[ReassignableOffer]) -> Vec<GroupedProduct> {
    let product_of = |index: &u32| offers.get(*index as usize).and_then(|offer| offer.product_id);
    let mut claims: Vec<(usize, usize, ProductId)> = Vec::new();
    let mut sizes: BTreeMap<ProductId, usize> = BTreeMap::new();
    for (group, members) in groups.iter().enumerate() {
        let mut counts: BTreeMap<ProductId, usize> = BTreeMap::new();
        for product in members.iter().filter_map(product_of) {
            *counts.entry(product).or_default() += 1;
            *sizes.entry(product).or_default() += 1;
        }
        claims.extend(counts.into_iter().map(|(product, count)| (count, group, product)));
    }
    claims.sort_by(|one, other| other.0.cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2))));
    let mut chosen: BTreeMap<usize, ProductId> = BTreeMap::new();
    let mut taken: BTreeSet<ProductId> = BTreeSet::new();
    for (_, group, product) in claims {
        if !chosen.contains_key(&group) && taken.insert(product) {
            chosen.insert(group, product);
        }
    }
    let grouped = |(group, members): (usize, Vec<u32>)| match chosen.get(&group) {
        Some(id) => {
            let stayed = members.iter().filter_map(product_of).filter(|product| product == id).count();
            let changed = stayed != members.len() || sizes.get(id) != Some(&stayed);
            GroupedProduct { id: *id, is_new: false, members, changed, name: String::new() }
        }
        None => GroupedProduct {
            id: ProductId::random(),
            is_new: true,
            members,
            changed: true,
            name: String::new(),
        },
    };
    groups.into_iter().enumerate().map(grouped).collect()
}

/// Returns each product that lost all its offers, with its successor: the product to which most of them moved.
pub(super) fn find_emptied_products(moved: &[(Option<ProductId>, ProductId)]) -> Vec<(ProductId, ProductId)> {
    let mut moves_from: BTreeMap<ProductId, BTreeMap<ProductId, usize>> = BTreeMap::new();
    for (from, to) in moved {
        if let Some(from) = from {
            *moves_from.entry(*from).or_default().entry(*to).or_default() += 1;
        }
    }
    let successor = |(from, to): (ProductId, BTreeMap<ProductId, usize>)| {
        let most = to.iter().max_by(|one, other| one.1.cmp(other.1).then(other.0.cmp(one.0)))?;
        // A product that kept some of its offers stays.
        (!to.contains_key(&from)).then_some((from, *most.0))
    };
    moves_from.into_iter().filter_map(successor).collect()
}

/// Facts that the offers of a product state together.
pub(super) struct MergedOffers {
    pub(super) category: Category,
    pub(super) manufacturer: String,
    /// The shortest complete title.
    pub(super) title: String,
    model: Option<String>,
    pub(super) specs: Specs,
    pub(super) part_numbers: Vec<String>,
    barcodes: Vec<String>,
    image_url: Option<String>,
}

/// Merges the statements of a product's offers; `None` without a title. The outcome does not depend on their order.
pub(super) fn merge_offers(offers: &[&ReassignableOffer]) -> Option<MergedOffers> {
    let mut offers = offers.to_vec();
    offers
        .sort_by(|one, other| (&one.retailer, &one.external_id).cmp(&(&other.retailer, &other.external_id)));
    let first = offers.first()?;
    let named = offers.iter().min_by_key(|offer| name_order(offer)).unwrap_or(first);
    let mut specs = Specs::new();
    for (key, value) in offers.iter().flat_map(|offer| offer.specs.0.iter()) {
        if specs.get(key).is_none() {
            // Reading the offer accepted this value by the same rules, so the insert cannot fail.
            let _ = specs.insert(key, value.clone());
        }
    }
    let texts = |of: fn(&ReassignableOffer) -> &Vec<String>| -> Vec<String> {
        let all: BTreeSet<&String> = offers.iter().flat_map(|offer| of(offer)).collect();
        all.into_iter().cloned().collect()
    };
    Some(MergedOffers {
        category: category(&offers)?,
        manufacturer: manufacturer(&offers),
        title: title(named)?.to_owned(),
        model: named.model.clone(),
        specs,
        part_numbers: texts(|offer| &offer.part_numbers),
        barcodes: texts(|offer| &offer.gtins),
        image_url: offers.iter().find_map(|offer| offer.image_url.clone()),
    })
}

/// Returns the product facts that these offers state together, under the product's name.
pub(super) fn describe_product(
    product: &GroupedProduct,
    offers: &[&ReassignableOffer],
) -> Option<ProductFacts> {
    let merged = merge_offers(offers)?;
    let cut = |text: &str| text.chars().take(MAX_NAME).collect::<String>();
    let name = if product.name.is_empty() { cut(&merged.title) } else { product.name.clone() };
    Some(ProductFacts {
        id: product.id,
        category: merged.category,
        name,
        manufacturer: merged.manufacturer,
        model: merged.model.unwrap_or_else(|| cut(&merged.title)),
        series: None,
        variant: None,
        part_numbers: merged.part_numbers,
        shared_part_numbers: Vec::new(),
        eans: merged.barcodes,
        aliases: Vec::new(),
        url: None,
        image_url: merged.image_url,
        verified_on: None,
        specs: merged.specs,
    })
}

/// Sort key of titles as names: English first, then those with enough words, then the shortest.
fn name_order(offer: &ReassignableOffer) -> (bool, bool, usize) {
    let title = offer.title_en.as_deref().unwrap_or_default();
    let enough = title.split_whitespace().count() >= MIN_NAME_WORDS;
    (offer.title_en.is_none(), !enough, title.chars().count())
}

fn title(offer: &ReassignableOffer) -> Option<&str> {
    offer.title_en.as_deref().or(offer.title_ar.as_deref())
}

fn category(offers: &[&ReassignableOffer]) -> Option<Category> {
    most_common(offers.iter().map(|offer| offer.category))
}

fn manufacturer(offers: &[&ReassignableOffer]) -> String {
    let stated = offers.iter().filter_map(|offer| offer.manufacturer.clone());
    most_common(stated).unwrap_or_else(|| UNBRANDED.to_owned())
}

fn most_common<T: Ord>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut counts: BTreeMap<T, usize> = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    let most = counts.values().copied().max()?;
    counts.into_iter().find(|(_, count)| *count == most).map(|(value, _)| value)
}

/// Returns the offers of a grouped product.
pub(super) fn members<'a>(
    grouped: &GroupedProduct,
    offers: &'a [ReassignableOffer],
) -> Vec<&'a ReassignableOffer> {
    grouped.members.iter().filter_map(|index| offers.get(*index as usize)).collect()
}

/// Returns the ids of the offers.
pub(super) fn ids(offers: &[ReassignableOffer]) -> Vec<OfferId> {
    offers.iter().map(|offer| offer.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(product: Option<ProductId>, title: &str) -> ReassignableOffer {
        ReassignableOffer {
            id: OfferId(uuid::Uuid::new_v4()),
            retailer: "shop".to_owned(),
            external_id: title.to_owned(),
            category: Category::Ram,
            manufacturer: None,
            model: None,
            title_en: Some(title.to_owned()),
            title_ar: None,
            image_url: None,
            part_numbers: Vec::new(),
            sku: None,
            gtins: Vec::new(),
            price: domain::model::Fils(50_000),
            specs: sqlx::types::Json(Specs::new()),
            product_id: product,
            content_digest: Vec::new(),
        }
    }

    #[test]
    fn group_keeps_the_product_of_most_of_its_offers() {
        let (one, other) = (ProductId::random(), ProductId::random());
        let offers =
            [offer(Some(one), "a"), offer(Some(one), "b"), offer(Some(other), "c"), offer(None, "d")];
        let products = assign_products(vec![vec![0, 1, 2], vec![3]], &offers);
        assert_eq!((products[0].id, products[0].is_new, products[0].changed), (one, false, true));
        assert!(products[1].is_new);
        let moved: Vec<_> = products
            .iter()
            .flat_map(|product| {
                product.members.iter().map(|index| (offers[*index as usize].product_id, product.id))
            })
            .collect();
        assert_eq!(find_emptied_products(&moved), [(other, one)]);
    }

    #[test]
    fn facts_are_those_of_the_shortest_complete_title() {
        let offers = [
            offer(None, "CMK16GX4M2B3200C16"),
            offer(None, "Corsair Vengeance LPX 16GB"),
            offer(None, "Corsair Vengeance LPX 16GB DDR4 kit"),
        ];
        let mut products = assign_products(vec![vec![0, 1, 2]], &offers);
        let members: Vec<&ReassignableOffer> = offers.iter().collect();
        let facts = describe_product(&products[0], &members).expect("facts");
        assert_eq!(
            (facts.name.as_str(), facts.manufacturer.as_str()),
            ("Corsair Vengeance LPX 16GB", "Unbranded")
        );
        products[0].name = "Corsair Vengeance".to_owned();
        assert_eq!(describe_product(&products[0], &members).expect("facts").name, "Corsair Vengeance");
    }
}
