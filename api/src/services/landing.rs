//! Landing pages: addresses for common search-engine queries, such as `/gpu/rtx-5070`.
//!
//! A landing page is a listing of one category with one filter: a chip, a socket, a capacity, a manufacturer. Its last
//! path segment is the slug of the filter's value. When two values have the same slug, the value of the first fact in
//! [`landing_facts`] gets the page. Values that no retailer sells have no landing page, and a manufacturer needs several
//! sold products: see [`min_products`].

use std::collections::HashSet;

use domain::model::{Category, Fils, Product, SpecKey};
use indexer::{Engine, FacetKind, Filters, SearchError, SearchRequest};

use super::{
    facts::write_fact,
    texts::{Sentence, Texts, category_name, clean, proper_name},
};

/// Filter group of manufacturers.
const MANUFACTURER: &str = "manufacturer";
/// Minimum number of products for a manufacturer's page. Fewer are often misfiled listings: a cooler among processors.
const MIN_MANUFACTURER_PRODUCTS: u64 = 3;
/// For every so many sold products of a category, a manufacturer needs one product more, so that a small catalogue has
/// pages as well.
const PRODUCTS_PER_STEP: u64 = 20;
/// Prefixes of chip names that users leave out: they type "rtx 5070".
const FAMILIES: [&str; 5] = ["GeForce ", "Radeon ", "NVIDIA ", "AMD ", "Intel "];

/// A listing of one category with one filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Landing {
    pub category: Category,
    /// Last segment of the path.
    pub slug: String,
    /// The fact that all products share; `None` for a manufacturer.
    pub key: Option<SpecKey>,
    /// Value of the filter, as the API takes it.
    pub value: String,
    /// Number of products with the value that a retailer sells, in stock or not.
    pub count: u64,
}

/// Returns the minimum number of products for a page in a category with this many sold products.
fn min_products(key: Option<SpecKey>, products: u64) -> u64 {
    match key {
        Some(_) => 1,
        None => MIN_MANUFACTURER_PRODUCTS.min(1 + products / PRODUCTS_PER_STEP),
    }
}

/// Returns the facts by which a category has landing pages, the most searched first.
fn landing_facts(category: Category) -> &'static [SpecKey] {
    match category {
        Category::Cpu => &[SpecKey::Socket],
        Category::CpuCooler => &[SpecKey::RadiatorSize],
        Category::Motherboard => &[SpecKey::MotherboardChipset, SpecKey::Socket],
        Category::Ram => &[SpecKey::RamCapacity, SpecKey::RamType],
        Category::Storage => &[SpecKey::StorageCapacity],
        Category::Gpu => &[SpecKey::GpuChipset],
        Category::Case => &[SpecKey::CaseFormFactor],
        Category::Psu => &[SpecKey::PsuWattage],
        Category::Monitor => &[SpecKey::ScreenSize, SpecKey::RefreshRate],
        Category::CaseFan => &[SpecKey::FanSize],
        Category::Keyboard | Category::Mouse | Category::Headset | Category::Other => &[],
    }
}

impl Landing {
    /// Returns the listing parameter of the filter.
    pub fn parameter(&self) -> String {
        self.key.map_or_else(|| MANUFACTURER.to_owned(), |key| format!("spec.{key}"))
    }

    /// Returns the page's path without language. Landing pages exist only for categories that have a page.
    pub fn path(&self) -> String {
        format!("{}/{}", self.category.route().unwrap_or("/products"), self.slug)
    }

    /// Returns the name of the page: a chip alone, everything else with its category.
    pub fn name(&self) -> Sentence {
        let value = self.value();
        if matches!(self.key, Some(SpecKey::GpuChipset | SpecKey::MotherboardChipset)) {
            return value;
        }
        let category = category_name(self.category, "one");
        Sentence::from_fn(|texts| {
            let values = [("value", value.in_language(texts.0)), ("category", category.in_language(texts.0))];
            texts.fill_plain("landing.name", &values)
        })
    }

    /// Returns the value as users write it: `RTX 5070`, `32 GB`.
    pub fn value(&self) -> Sentence {
        match (self.key, self.value.parse::<f64>()) {
            (Some(key), Ok(number)) => Sentence::from_fn(|texts: Texts| {
                clean(&write_fact(texts, key, &domain::model::SpecValue::Number(number)))
            }),
            (Some(_), Err(_)) => proper_name(without_family(&self.value)),
            (None, _) => proper_name(&self.value),
        }
    }

    /// Returns whether the page lists the product.
    fn lists(&self, product: &Product) -> bool {
        match self.key {
            None => product.manufacturer == self.value,
            Some(key) => product.specs.get(key).is_some_and(|value| value.to_texts().contains(&self.value)),
        }
    }
}

/// Returns the landing pages of a category, by group and then by number of products.
///
/// # Errors
/// When the index cannot be read.
pub fn list(engine: &Engine, category: Category) -> Result<Vec<Landing>, SearchError> {
    if category.route().is_none() {
        return Ok(Vec::new());
    }
    // Only products that a retailer sells have a price.
    let filters = Filters { categories: vec![category], price_min: Some(Fils(0)), ..Filters::default() };
    let found = engine.search(&SearchRequest { filters, limit: 1, ..SearchRequest::text("") })?;
    let keys = landing_facts(category).iter().copied().map(Some).chain([None]);
    let mut used_slugs = HashSet::new();
    let mut landings = Vec::new();
    for key in keys {
        let group = key.map_or_else(|| MANUFACTURER.to_owned(), |key| format!("spec.{key}"));
        let Some(FacetKind::Values(values)) =
            found.facets.iter().find(|facet| facet.group == group).map(|facet| &facet.kind)
        else {
            continue;
        };
        let needed = min_products(key, found.total);
        for value in values.iter().filter(|value| value.count >= needed) {
            let slug = slug(key, &value.value);
            if !slug.is_empty() && used_slugs.insert(slug.clone()) {
                landings.push(Landing {
                    category,
                    slug,
                    key,
                    value: value.value.clone(),
                    count: value.count,
                });
            }
        }
    }
    Ok(landings)
}

/// Returns the landing pages that list a product: chip or capacity before manufacturer.
///
/// # Errors
/// When the index cannot be read.
pub fn list_for_product(engine: &Engine, product: &Product) -> Result<Vec<Landing>, SearchError> {
    let all = list(engine, product.category)?;
    Ok(all.into_iter().filter(|landing| landing.lists(product)).collect())
}

/// Returns the landing page at a path such as `/gpu/rtx-5070`.
///
/// # Errors
/// When the index cannot be read.
pub fn find(engine: &Engine, path: &str) -> Result<Option<Landing>, SearchError> {
    let Some((route, slug)) = path.rsplit_once('/') else { return Ok(None) };
    let category = Category::ALL.into_iter().find(|category| category.route() == Some(route));
    let Some(category) = category else { return Ok(None) };
    Ok(list(engine, category)?.into_iter().find(|landing| landing.slug == slug))
}

fn without_family(value: &str) -> &str {
    FAMILIES.into_iter().find_map(|family| value.strip_prefix(family)).unwrap_or(value)
}

/// Returns the slug of a value. Numbers have their unit: `32gb`, `850w`.
fn slug(key: Option<SpecKey>, value: &str) -> String {
    let text = match (key, value.parse::<f64>()) {
        (Some(SpecKey::ScreenSize), Ok(_)) => format!("{value}-inch"),
        (Some(key), Ok(number)) => {
            let english = Texts(domain::store::users::Language::En);
            write_fact(english, key, &domain::model::SpecValue::Number(number)).replace([' ', ','], "")
        }
        (Some(_), Err(_)) => without_family(value).to_owned(),
        (None, _) => value.to_owned(),
    };
    let mut slug = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            'a'..='z' | '0'..='9' => slug.push(character),
            'A'..='Z' => slug.push(character.to_ascii_lowercase()),
            '+' => slug.push_str("-plus"),
            // A dot becomes a hyphen, so that 27 and 2.7 have different slugs.
            _ if !slug.ends_with('-') => slug.push('-'),
            _ => {}
        }
    }
    slug.trim_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filter_values_become_search_slugs() {
        for (key, value, expected) in [
            (Some(SpecKey::GpuChipset), "GeForce RTX 5070 Ti", "rtx-5070-ti"),
            (Some(SpecKey::GpuChipset), "Radeon RX 9070 XT", "rx-9070-xt"),
            (Some(SpecKey::Socket), "LGA1851", "lga1851"),
            (Some(SpecKey::RamCapacity), "32", "32gb"),
            (Some(SpecKey::StorageCapacity), "2000", "2tb"),
            (Some(SpecKey::PsuWattage), "1200", "1200w"),
            (Some(SpecKey::ScreenSize), "27", "27-inch"),
            (Some(SpecKey::RadiatorSize), "360", "360mm"),
            (None, "be quiet!", "be-quiet"),
            (None, "G.Skill", "g-skill"),
            (None, "شركة", ""),
        ] {
            assert_eq!(slug(key, value), expected, "{value}");
        }
    }

    #[test]
    fn manufacturer_needs_several_products_unless_the_category_is_small() {
        for (sold, expected) in [(0, 1), (19, 1), (20, 2), (39, 2), (40, 3), (30_000, 3)] {
            assert_eq!(min_products(None, sold), expected, "{sold}");
            assert_eq!(min_products(Some(SpecKey::Socket), sold), 1, "{sold}");
        }
    }

    #[test]
    fn chip_page_names_the_chip_and_capacity_page_adds_the_category() {
        let landing = |category, key, value: &str| Landing {
            category,
            slug: String::new(),
            key,
            value: value.to_owned(),
            count: 1,
        };
        let chip = landing(Category::Gpu, Some(SpecKey::GpuChipset), "GeForce RTX 5070");
        assert_eq!((chip.name().en.as_str(), chip.parameter().as_str()), ("RTX 5070", "spec.gpuChipset"));
        let memory = landing(Category::Ram, Some(SpecKey::RamCapacity), "32");
        assert_eq!((memory.name().en.as_str(), memory.name().ar.as_str()), ("32 GB Memory", "الرام 32 GB"));
        assert_eq!(landing(Category::Gpu, None, "ASUS").name().en, "ASUS Video Card");
    }
}
