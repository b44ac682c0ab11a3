//! Finds where fields have moved on pages that are read by selectors: what each page said when it was last read well is looked
//! for on the page as it is now.

use std::collections::BTreeMap;

use domain::store::canaries::Canary;
use regex::Regex;
use scraper::{ElementRef, Html, Selector};

use crate::{
    canary::places::{PageValues, rule_of},
    extract::field::Field,
    platforms::SelectorFields,
    retailer_file::FieldRule,
};

/// Maximum number of elements of a page that are looked at, and of those with the value that are tried.
const MAX_ELEMENTS: usize = 20_000;
const MAX_TRIED: usize = 20;
/// Maximum length of an element's text, in bytes: a longer one holds more than a field.
const MAX_TEXT: usize = 300;
/// The amount in a price of several words.
const AMOUNT: &str = "([0-9][0-9.,]*)";

/// Returns rules for the fields that the file's own rules find on fewer than half of these pages, by the key of the retailer
/// file. Each rule finds on more than half of the pages what was known of the product.
pub(crate) fn propose(
    pages: &[(String, Canary)],
    rules: &SelectorFields,
) -> BTreeMap<&'static str, FieldRule> {
    let read = pages.iter().filter_map(|(html, canary)| Some((PageValues::read(html).ok()?, canary)));
    let read: Vec<(PageValues, &Canary)> = read.collect();
    let mut names: Vec<&str> =
        read.iter().flat_map(|(_, canary)| canary.structure.keys().map(String::as_str)).collect();
    names.sort_unstable();
    names.dedup();
    let mut proposed = BTreeMap::new();
    for name in names {
        let Some((key, rule)) = rule_of(rules, name) else { continue };
        let known: Vec<(&Html, &str)> = read
            .iter()
            .filter_map(|(page, canary)| Some((page.document(), canary.structure.get(name)?.value.as_str())))
            .collect();
        let still_found = Field::new(rule)
            .map(|field| known.iter().filter(|(page, _)| field.first(page).is_some()).count())
            .unwrap_or(0);
        if still_found * 2 < known.len()
            && let Some(rule) = find_rule(&known, rule.pattern.as_deref())
        {
            proposed.insert(key, rule);
        }
    }
    proposed
}

/// Returns the rule that finds most of the known values, where it finds more than half.
fn find_rule(known: &[(&Html, &str)], pattern: Option<&str>) -> Option<FieldRule> {
    let mut best: Option<(usize, FieldRule)> = None;
    // Rules are made from one page and tried on all; the value may have changed on any of them.
    for (page, value) in known {
        for rule in candidates(page, value, pattern) {
            let Ok(field) = Field::new(&rule) else { continue };
            let found =
                known.iter().filter(|(page, value)| field.first(page).as_deref() == Some(*value)).count();
            if best.as_ref().is_none_or(|(most, _)| found > *most) {
                best = Some((found, rule));
            }
        }
        if best.as_ref().is_some_and(|(found, _)| *found == known.len()) {
            break;
        }
    }
    best.filter(|(found, _)| *found >= 2 && found * 2 > known.len()).map(|(_, rule)| rule)
}

/// Returns rules that may read this value on this page, the closest element first.
fn candidates(page: &Html, value: &str, pattern: Option<&str>) -> Vec<FieldRule> {
    let Ok(all) = Selector::parse("body *") else { return Vec::new() };
    let mut holding: Vec<(usize, ElementRef<'_>, Option<String>, Option<String>)> = Vec::new();
    for element in page.select(&all).take(MAX_ELEMENTS) {
        let mut consider = |text: &str, attribute: Option<&str>| {
            if text.len() <= MAX_TEXT
                && let Some(pattern) = pattern_for(text, value, pattern)
            {
                holding.push((text.len(), element, attribute.map(str::to_owned), pattern));
            }
        };
        for (name, text) in element.value().attrs() {
            consider(text.trim(), Some(name));
        }
        let text = element.text().flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
        consider(&text, None);
    }
    holding.sort_by_key(|(length, _, attribute, _)| (*length, attribute.is_some()));
    let rules = holding.into_iter().take(MAX_TRIED).flat_map(|(_, element, attribute, pattern)| {
        selectors_of(element).into_iter().map(move |select| FieldRule {
            select,
            attribute: attribute.clone(),
            pattern: pattern.clone(),
        })
    });
    rules.collect()
}

/// Returns the pattern by which the text gives the value: none where it is the value itself, else the one of the file or an
/// amount. `None` where nothing gives it.
fn pattern_for(text: &str, value: &str, pattern: Option<&str>) -> Option<Option<String>> {
    if text == value {
        return Some(None);
    }
    if !text.contains(value) {
        return None;
    }
    let gives = |pattern: &&str| {
        let captured = Regex::new(pattern)
            .ok()
            .and_then(|regex| Some(regex.captures(text)?.get(1)?.as_str().trim() == value));
        captured == Some(true)
    };
    pattern.into_iter().chain([AMOUNT]).find(gives).map(|pattern| Some(pattern.to_owned()))
}

/// Returns selectors of an element: by what names it alone, then below the nearest named ancestor.
fn selectors_of(element: ElementRef<'_>) -> Vec<String> {
    let own = names_of(element);
    let above = element
        .ancestors()
        .filter_map(ElementRef::wrap)
        .take(6)
        .flat_map(names_of)
        .find(|name| name.contains(['.', '#', '[']));
    let tag = element.value().name();
    let below = above.map(|above| {
        let ends = own.iter().cloned().chain([tag.to_owned()]);
        ends.map(|end| format!("{above} {end}")).collect::<Vec<_>>()
    });
    own.iter().cloned().chain(below.into_iter().flatten()).collect()
}

/// Returns what names an element: its property, its id, its classes.
fn names_of(element: ElementRef<'_>) -> Vec<String> {
    let value = element.value();
    let is_name = |name: &&str| {
        !name.is_empty()
            && !name.starts_with(|letter: char| letter.is_ascii_digit())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_')
    };
    let property =
        value.attr("itemprop").filter(|name| is_name(name)).map(|name| format!("[itemprop={name}]"));
    let id = value.id().filter(|name| is_name(name)).map(|name| format!("#{name}"));
    let classes = value.classes().filter(|name| is_name(name)).map(|name| format!("{}.{name}", value.name()));
    property.into_iter().chain(classes).chain(id).collect()
}

#[cfg(test)]
mod tests {
    use domain::{
        model::{Fils, Stock},
        store::canaries::FoundField,
    };

    use super::*;

    fn page(price: &str, id: usize) -> (String, Canary) {
        let html = format!(
            "<body><p class=crumb>Home</p><h1>PSU {id}</h1><div class=box><s class=old>99.000 KD</s>\
             <span class=\"amount now\">{price} KD</span></div><b class=left>In stock</b></body>"
        );
        let field = |name: &str, value: &str| {
            (name.to_owned(), FoundField { place: String::new(), value: value.to_owned() })
        };
        let canary = Canary {
            external_id: id.to_string(),
            page_url: None,
            structure: [field("price", &format!("{}.250", 30 + id)), field("stock", "In stock")].into(),
            price: Fils(1),
            stock: Stock::In,
            title: String::new(),
        };
        (html, canary)
    }

    fn rules() -> SelectorFields {
        toml::from_str(
            "title = { select = \"h1\" }\nprice = { select = \".gone\" }\nstock = { select = \"em\" }",
        )
        .expect("rules")
    }

    #[test]
    fn moved_fields_are_found_by_what_was_known_of_each_product() {
        let mut pages: Vec<_> = (0..5).map(|id| page(&format!("{}.250", 30 + id), id)).collect();
        // A price has changed since.
        pages[2] = page("28.000", 2);
        let found = propose(&pages, &rules());
        let price = &found["price"];
        assert_eq!((price.select.as_str(), price.pattern.as_deref()), ("span.amount", Some(AMOUNT)));
        assert_eq!(found["stock"].select, "b.left");
        assert_eq!(found.keys().collect::<Vec<_>>(), [&"price", &"stock"], "the title is where it was");
    }

    #[test]
    fn value_that_stands_nowhere_gives_no_rule() {
        let pages: Vec<_> = (0..5).map(|id| page("1.000", id)).collect();
        assert!(!propose(&pages, &rules()).contains_key("price"));
    }
}
