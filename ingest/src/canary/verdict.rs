//! The verdict about a retailer's pages, from its canaries.

use std::{collections::BTreeMap, fmt};

use super::{Now, Watch};

/// Fields without which an offer is not stored, or not in stock, or another offer.
const ESSENTIAL: [&str; 4] = ["id", "title", "price", "stock"];
/// Number of canaries below which nothing is said: two products may lose their price for reasons of their own.
const FEWEST: usize = 3;

/// Change on a retailer's pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PageChange {
    fields: Vec<FieldChange>,
    judged: usize,
}

/// Change of one field.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FieldChange {
    name: String,
    was: Option<String>,
    now: Now,
    canaries: usize,
}

impl Watch {
    /// Whether every canary was met, or is known to be gone.
    pub(crate) fn is_settled(&self) -> bool {
        let seen = self.lock();
        self.known.keys().all(|id| seen.looks.contains_key(id) || seen.without_verdict.contains(id))
    }

    /// Returns what has changed, where more than half of the canaries that were met have lost the same essential field.
    pub(crate) fn find_change(&self) -> Option<PageChange> {
        let seen = self.lock();
        let mut lost: BTreeMap<&str, Vec<(Option<&str>, &Now)>> = BTreeMap::new();
        let mut judged = 0;
        for (id, look) in &seen.looks {
            if look.lost.is_empty() && seen.without_verdict.contains(id) {
                continue;
            }
            judged += 1;
            for (name, now) in &look.lost {
                let was = self.known.get(id).and_then(|canary| canary.structure.get(name));
                lost.entry(name).or_default().push((was.map(|was| was.place.as_str()), now));
            }
        }
        lost.retain(|_, canaries| canaries.len() * 2 > judged);
        if judged < FEWEST || !ESSENTIAL.iter().any(|name| lost.contains_key(name)) {
            return None;
        }
        let mut fields: Vec<FieldChange> = lost
            .into_iter()
            .map(|(name, canaries)| {
                let (was, now) = most_frequent(&canaries);
                FieldChange {
                    name: name.to_owned(),
                    was: was.map(str::to_owned),
                    now: now.clone(),
                    canaries: canaries.len(),
                }
            })
            .collect();
        fields.sort_by_key(|field| !ESSENTIAL.contains(&field.name.as_str()));
        Some(PageChange { fields, judged })
    }
}

fn most_frequent<'a>(canaries: &[(Option<&'a str>, &'a Now)]) -> (Option<&'a str>, &'a Now) {
    let mut counts: BTreeMap<(Option<&str>, bool), usize> = BTreeMap::new();
    for (was, now) in canaries {
        *counts.entry((*was, **now == Now::Nowhere)).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count).map(|(kind, _)| kind);
    let is_it = |(was, now): &&(Option<&str>, &Now)| Some((*was, **now == Now::Nowhere)) == most;
    canaries.iter().find(is_it).copied().unwrap_or((None, &Now::Nowhere))
}

#[cfg(test)]
impl PageChange {
    /// Returns the names of the fields that were lost.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|field| field.name.as_str())
    }
}

impl fmt::Display for PageChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the retailer has changed its pages")?;
        for FieldChange { name, was, now, canaries } in &self.fields {
            let separator =
                if self.fields.first().is_some_and(|first| first.name == *name) { ": " } else { ". " };
            write!(f, "{separator}{name}: ")?;
            if let Some(was) = was {
                write!(f, "was found in {was}, ")?;
            }
            match now {
                Now::Nowhere => f.write_str("now nowhere")?,
                Now::Unreadable(found) if name == "id" => write!(f, "another one now, such as {found:?}")?,
                Now::Unreadable(found) => write!(f, "now unreadable, such as {found:?}")?,
            }
            write!(f, "; {canaries} of {} canaries", self.judged)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use domain::{
        model::{Fils, Stock},
        store::canaries::{Canary, FoundField},
    };
    use url::Url;

    use super::*;
    use crate::raw_offer::{RawOffer, RawPrice, RawStock, RetailerResponse};

    fn canary(id: usize) -> Canary {
        let field = |name: &str, place: &str| {
            (name.to_owned(), FoundField { place: place.to_owned(), value: "x".to_owned() })
        };
        Canary {
            external_id: id.to_string(),
            page_url: Some(page(id).into()),
            structure: [
                field("title", "JSON-LD name"),
                field("price", "JSON-LD offers.price"),
                field("stock", "JSON-LD offers.availability"),
                field("brand", "JSON-LD brand.name"),
            ]
            .into(),
            price: Fils(42_500),
            stock: Stock::In,
            title: "Corsair RM850e".to_owned(),
        }
    }

    fn page(id: usize) -> Url {
        format!("https://shop.example/p/{id}").parse().expect("an address")
    }

    fn watch(canaries: usize) -> Watch {
        Watch::new((0..canaries).map(canary).collect(), true)
    }

    /// A page as the adapter reads it: with a price or without.
    fn look(watch: &Watch, id: usize, price: Option<&str>, html: &str) {
        let offer = RawOffer {
            external_id: id.to_string(),
            title_en: Some("Corsair RM850e".to_owned()),
            price: RawPrice::decimal(price.map(str::to_owned)),
            stock: RawStock::Words("InStock".to_owned()),
            stated_brand: Some("Corsair".to_owned()),
            ..RawOffer::default()
        };
        let response = RetailerResponse { offers: vec![offer], ..RetailerResponse::default() };
        watch.look_at_page(&page(id), html, &response, None);
    }

    #[test]
    fn field_that_most_canaries_lost_is_named_with_its_former_place() {
        let watch = watch(5);
        for id in 0..5 {
            assert!(!watch.is_settled());
            look(&watch, id, None, "<p>42.500</p>");
        }
        assert!(watch.is_settled());
        assert_eq!(
            watch.find_change().expect("a change").to_string(),
            "the retailer has changed its pages: price: was found in JSON-LD offers.price, now nowhere; 5 of 5 canaries"
        );
    }

    #[test]
    fn canaries_that_changed_alone_or_are_gone_say_nothing() {
        let watch = watch(5);
        [0, 1].iter().for_each(|id| look(&watch, *id, None, "<p></p>"));
        assert_eq!(watch.find_change(), None, "too few");
        [2, 3].iter().for_each(|id| look(&watch, *id, Some("42.5"), "<p></p>"));
        assert_eq!(watch.find_change(), None, "half of them");
        watch.note_page(page(4).as_str());
        assert!(watch.is_settled());
        assert_eq!(watch.find_change(), None);
    }

    #[test]
    fn another_id_of_the_same_product_is_a_change() {
        let watch = watch(3);
        for id in 0..3 {
            let offer = RawOffer {
                external_id: format!("new-{id}"),
                title_en: Some("Corsair RM850e".to_owned()),
                price: RawPrice::decimal(Some("42.5".to_owned())),
                stock: RawStock::Words("InStock".to_owned()),
                stated_brand: Some("Corsair".to_owned()),
                ..RawOffer::default()
            };
            let response = RetailerResponse { offers: vec![offer], ..RetailerResponse::default() };
            watch.look_at_page(&page(id), "<p></p>", &response, None);
        }
        let change = watch.find_change().expect("a change");
        assert_eq!(change.names().collect::<Vec<_>>(), ["id"]);
        assert!(change.to_string().contains("id: another one now, such as \"new-0\"; 3 of 3 canaries"));
    }
}
