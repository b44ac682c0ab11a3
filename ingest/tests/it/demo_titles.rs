//! Reads the demo retailers' titles: here the right answer for every offer is known.

use std::collections::HashMap;

use demo::{Habit, Part, World};
use domain::model::{Category, keys};
use ingest::normalise::{self, Condition, NormalisedTitle, RawTitle};
use time::macros::date;

/// The products by the keys that may match an offer without an administrator.
struct Reference {
    by_number: HashMap<(String, String), usize>,
    /// `None` where several products share the key: then nothing is matched by it.
    by_model: HashMap<(Category, String, String), Option<usize>>,
}

impl Reference {
    fn of(parts: &[Part]) -> Reference {
        let mut reference = Reference { by_number: HashMap::new(), by_model: HashMap::new() };
        for (index, part) in parts.iter().enumerate().filter(|(_, part)| part.category != Category::Other) {
            let maker = keys::manufacturer_key(&part.manufacturer);
            if let Some(number) = part.part_number.as_deref().and_then(keys::part_number_key) {
                reference.by_number.insert((maker.clone(), number), index);
            }
            if let Some(model) = keys::model_key(part.category, &part.manufacturer, &part.model, &part.specs)
            {
                let only = reference.by_model.entry((part.category, maker, model));
                only.and_modify(|only| *only = None).or_insert(Some(index));
            }
        }
        reference
    }

    fn link(&self, read: &NormalisedTitle) -> Option<usize> {
        if read.accessory
            || read.bundle
            || read.terms.condition != Condition::New
            || read.terms.part_payment.is_some()
        {
            return None;
        }
        let maker_name = read.manufacturer.as_deref()?;
        let maker = keys::manufacturer_key(maker_name);
        let number = read
            .part_numbers
            .iter()
            .filter_map(|number| keys::part_number_key(number))
            .find_map(|number| self.by_number.get(&(maker.clone(), number)).copied());
        number.or_else(|| {
            let category = read.category?;
            let model = keys::model_key(category, maker_name, read.model.as_deref()?, &read.specs)?;
            self.by_model.get(&(category, maker, model)).copied().flatten()
        })
    }
}

#[test]
fn demo_titles_match_the_right_product_or_none() {
    let world = World::open(Some(date!(2026 - 11 - 21))).unwrap();
    let reference = Reference::of(&world.catalogue.parts);
    let (mut linked, mut sold, mut wrong) = (0, 0, Vec::new());
    for shop in &world.catalogue.shops {
        // A title that may name several products has no right answer here, nor has one of goods of which only another field
        // says that they are not new.
        let clear = shop
            .offers
            .iter()
            .filter(|offer| offer.possible_products.is_empty() && offer.habit != Some(Habit::Refurbished));
        for offer in clear {
            let part = &world.catalogue.parts[offer.part];
            let arabic = offer.is_arabic;
            let read_title = offer.shown_title();
            let read = normalise::normalise_title(&RawTitle {
                en: (!arabic).then_some(offer.title.as_str()),
                ar: arabic.then_some(offer.title_ar.as_str()),
                category_hint: offer
                    .stated
                    .category_text
                    .as_deref()
                    .or(offer.stated.category.map(Category::as_str)),
                mapped_category: None,
                stated_brand: offer.stated.brand.as_deref(),
                part_number_hint: offer.stated.mpn.as_deref(),
                ..RawTitle::default()
            });
            let found = reference.link(&read);
            let right = found == Some(offer.part);
            if let Some(found) = found.filter(|_| !right) {
                wrong.push(format!("{} is not {}", read_title, world.catalogue.parts[found].name));
            }
            linked += usize::from(right);
            sold += usize::from(part.category != Category::Other);
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
    // Only exact keys are used here, on titles as untidy as real ones; demo_retailers.rs checks the matcher's
    // results for the rest.
    assert!(linked * 100 >= sold * 70, "{linked} of {sold} offers of parts were joined");
}
