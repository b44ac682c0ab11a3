//! Turns groups of offers into pages: which page a group keeps, the name of a new one, and the facts to store.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    model::{Category, OfferId, ProductFacts, ProductId, Specs},
    store::matches::FreeOffer,
};

/// Maximum length of a name, in characters; longer names are cut.
const MAX_NAME: usize = 200;
/// A title with fewer words is too short to be a name, where another title has enough.
const MIN_NAME_WORDS: usize = 4;
/// Manufacturer of a product for which neither a retailer nor a title names one.
const UNBRANDED: &str = "Unbranded";

/// A group of offers and the page they belong on.
#[derive(Debug, PartialEq)]
pub(super) struct Page {
    pub(super) id: ProductId,
    pub(super) is_new: bool,
    /// Indices into the list of offers.
    pub(super) members: Vec<u32>,
    /// Whether the set of offers on the page differs from the one before the run.
    pub(super) changed: bool,
}

/// Assigns a page to each group: the one that most of its offers are on, unless another group takes it; else a new one.
///
/// 1. Count for each group and page the offers of the group that are on the page.
/// 2. Take the counts from the largest down, ties in the order of groups: a group without a page takes a
///    page that is free.
/// 3. The remaining groups get new pages.
///
/// Worked example: group A has 3 offers of page P; group B has 2 offers of P and 1 of Q. A keeps P, and B takes Q.
pub(super) fn assign_pages(groups: Vec<Vec<u32>>, offers: &[FreeOffer]) -> Vec<Page> {
    let page_of = |place: &u32| offers.get(*place as usize).and_then(|offer| offer.product_id);
    let mut wishes: Vec<(usize, usize, ProductId)> = Vec::new();
    let mut sizes: BTreeMap<ProductId, usize> = BTreeMap::new();
    for (group, members) in groups.iter().enumerate() {
        let mut counts: BTreeMap<ProductId, usize> = BTreeMap::new();
        for page in members.iter().filter_map(page_of) {
            *counts.entry(page).or_default() += 1;
            *sizes.entry(page).or_default() += 1;
        }
        wishes.extend(counts.into_iter().map(|(page, count)| (count, group, page)));
    }
    wishes.sort_by(|one, other| other.0.cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2))));
    let mut chosen: BTreeMap<usize, ProductId> = BTreeMap::new();
    let mut taken: BTreeSet<ProductId> = BTreeSet::new();
    for (_, group, page) in wishes {
        if !chosen.contains_key(&group) && taken.insert(page) {
            chosen.insert(group, page);
        }
    }
    let page = |(group, members): (usize, Vec<u32>)| match chosen.get(&group) {
        Some(id) => {
            let stayed = members.iter().filter_map(page_of).filter(|page| page == id).count();
            let changed = stayed != members.len() || sizes.get(id) != Some(&stayed);
            Page { id: *id, is_new: false, members, changed }
        }
        None => Page { id: ProductId::random(), is_new: true, members, changed: true },
    };
    groups.into_iter().enumerate().map(page).collect()
}

/// Returns each page that lost all its offers, with the page to which most of them moved.
pub(super) fn find_emptied_pages(moved: &[(Option<ProductId>, ProductId)]) -> Vec<(ProductId, ProductId)> {
    let mut heirs: BTreeMap<ProductId, BTreeMap<ProductId, usize>> = BTreeMap::new();
    for (from, to) in moved {
        if let Some(from) = from {
            *heirs.entry(*from).or_default().entry(*to).or_default() += 1;
        }
    }
    let heir = |(from, to): (ProductId, BTreeMap<ProductId, usize>)| {
        let most = to.iter().max_by(|one, other| one.1.cmp(other.1).then(other.0.cmp(one.0)))?;
        // A page on which some offers stayed lives on.
        (!to.contains_key(&from)).then_some((from, *most.0))
    };
    heirs.into_iter().filter_map(heir).collect()
}

/// Returns the product facts that these offers state together. The outcome does not depend on their order.
pub(super) fn describe_page(id: ProductId, offers: &[&FreeOffer]) -> Option<ProductFacts> {
    let mut offers = offers.to_vec();
    offers
        .sort_by(|one, other| (&one.retailer, &one.external_id).cmp(&(&other.retailer, &other.external_id)));
    let first = offers.first()?;
    let named = offers.iter().min_by_key(|offer| name_order(offer)).unwrap_or(first);
    let title = title(named)?;
    let mut specs = Specs::new();
    for (key, value) in offers.iter().flat_map(|offer| offer.specs.0.iter()) {
        if specs.get(key).is_none() {
            // Reading the offer accepted this value by the same rules, so the insert cannot fail.
            let _ = specs.insert(key, value.clone());
        }
    }
    let texts = |of: fn(&FreeOffer) -> &Vec<String>| -> Vec<String> {
        let all: BTreeSet<&String> = offers.iter().flat_map(|offer| of(offer)).collect();
        all.into_iter().cloned().collect()
    };
    Some(ProductFacts {
        id,
        category: category(&offers)?,
        name: title.chars().take(MAX_NAME).collect(),
        manufacturer: manufacturer(&offers),
        model: named.model.clone().unwrap_or_else(|| title.chars().take(MAX_NAME).collect()),
        series: None,
        variant: None,
        part_numbers: texts(|offer| &offer.part_numbers),
        shared_part_numbers: Vec::new(),
        eans: texts(|offer| &offer.gtins),
        aliases: Vec::new(),
        url: None,
        image_url: offers.iter().find_map(|offer| offer.image_url.clone()),
        verified_on: None,
        specs,
    })
}

/// Sort key of titles as names: English first, then those with enough words, then the shortest.
fn name_order(offer: &FreeOffer) -> (bool, bool, usize) {
    let title = offer.title_en.as_deref().unwrap_or_default();
    let enough = title.split_whitespace().count() >= MIN_NAME_WORDS;
    (offer.title_en.is_none(), !enough, title.chars().count())
}

fn title(offer: &FreeOffer) -> Option<&str> {
    offer.title_en.as_deref().or(offer.title_ar.as_deref())
}

fn category(offers: &[&FreeOffer]) -> Option<Category> {
    most_common(offers.iter().map(|offer| offer.category))
}

fn manufacturer(offers: &[&FreeOffer]) -> String {
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

/// Returns the offers of a page.
pub(super) fn members<'a>(page: &Page, offers: &'a [FreeOffer]) -> Vec<&'a FreeOffer> {
    page.members.iter().filter_map(|place| offers.get(*place as usize)).collect()
}

/// Returns the ids of the offers.
pub(super) fn ids(offers: &[FreeOffer]) -> Vec<OfferId> {
    offers.iter().map(|offer| offer.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(page: Option<ProductId>, title: &str) -> FreeOffer {
        FreeOffer {
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
            specs: sqlx::types::Json(Specs::new()),
            product_id: page,
        }
    }

    #[test]
    fn a_group_keeps_the_page_of_most_of_its_offers() {
        let (one, other) = (ProductId::random(), ProductId::random());
        let offers =
            [offer(Some(one), "a"), offer(Some(one), "b"), offer(Some(other), "c"), offer(None, "d")];
        let pages = assign_pages(vec![vec![0, 1, 2], vec![3]], &offers);
        assert_eq!((pages[0].id, pages[0].is_new, pages[0].changed), (one, false, true));
        assert!(pages[1].is_new);
        let moved: Vec<_> = pages
            .iter()
            .flat_map(|page| page.members.iter().map(|place| (offers[*place as usize].product_id, page.id)))
            .collect();
        assert_eq!(find_emptied_pages(&moved), [(other, one)]);
    }

    #[test]
    fn page_name_is_its_shortest_complete_title() {
        let offers = [
            offer(None, "CMK16GX4M2B3200C16"),
            offer(None, "Corsair Vengeance LPX 16GB"),
            offer(None, "Corsair Vengeance LPX 16GB DDR4 kit"),
        ];
        let facts = describe_page(ProductId::random(), &offers.iter().collect::<Vec<_>>()).expect("facts");
        assert_eq!(
            (facts.name.as_str(), facts.manufacturer.as_str()),
            ("Corsair Vengeance LPX 16GB", "Unbranded")
        );
    }
}
