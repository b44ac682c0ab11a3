//! Suggestions while a user types.

use domain::model::Category;
use indexer::{SuggestRequest, SuggestResponse};

use crate::test_index::demo_parts;

fn suggest(text: &str) -> SuggestResponse {
    demo_parts().engine.suggest(&SuggestRequest { text: text.into(), limit: 6 }).unwrap()
}

/// Returns the marked parts of a text.
fn marked(text: &str, ranges: &[std::ops::Range<usize>]) -> Vec<String> {
    ranges.iter().map(|range| text.chars().skip(range.start).take(range.len()).collect()).collect()
}

#[test]
fn one_letter_gives_suggestions() {
    for text in ["r", "s", "س", "4"] {
        let response = suggest(text);
        assert!(!response.products.is_empty() || !response.brands.is_empty(), "{text}");
    }
}

#[test]
fn suggested_products_carry_highlights() {
    let response = suggest("ryzen 7 78");
    let product = &response.products[0];
    assert_eq!(product.name, "AMD Ryzen 7 7800X3D");
    assert_eq!(marked(&product.name, &product.highlights), ["Ryzen", "7", "78"]);
    let response = suggest("شاشة ال");
    let product = &response.products[0];
    assert_eq!(marked(product.name_ar.as_deref().unwrap(), &product.highlights_ar)[0], "شاشة");
}

#[test]
fn any_word_may_be_half_typed_and_misspelt() {
    for (text, expected) in [
        ("vengea", "Corsair Vengeance"),
        ("venjeance", "Corsair Vengeance"),
        ("deathad", "Razer"),
        ("4070 t", "ASUS TUF"),
        ("odys", "Samsung Odyssey"),
        ("كورس", "Corsair"),
    ] {
        let response = suggest(text);
        assert!(
            response.products.first().is_some_and(|product| product.name.starts_with(expected)),
            "{text}: {:?}",
            response.products.first()
        );
    }
}

#[test]
fn categories_are_named_in_both_languages() {
    for (text, expected) in [
        ("graph", Category::Gpu),
        ("كرت", Category::Gpu),
        ("معال", Category::Cpu),
        ("monit", Category::Monitor),
        ("ram", Category::Ram),
        ("asus mother", Category::Motherboard),
    ] {
        assert_eq!(suggest(text).categories.first().map(|found| found.category), Some(expected), "{text}");
    }
}

#[test]
fn brands_and_queries_are_completed() {
    assert_eq!(suggest("cors").brands[0].text, "Corsair");
    assert_eq!(suggest("كورسير").brands[0].text, "Corsair");
    assert!(suggest("rtx 40").queries.iter().any(|query| query.text.starts_with("rtx 4070")));
}

#[test]
fn arabic_is_completed_in_its_proper_spelling() {
    for (text, expected) in
        [("كرت", "كرت شاشة"), ("معا", "معالج"), ("شاشة سام", "شاشة سامسونج"), ("باور س", "باور سبلاي")]
    {
        let queries = suggest(text).queries;
        assert_eq!(queries.first().map(|query| query.text.as_str()), Some(expected), "{text}");
    }
}

#[test]
fn arabic_brand_names_complete_from_a_prefix() {
    for (text, expected) in [("سام", "Samsung"), ("انت", "Intel"), ("لوج", "Logitech"), ("كورس", "Corsair")]
    {
        let brands = suggest(text).brands;
        assert!(brands.iter().any(|brand| brand.text == expected), "{text}: {brands:?}");
    }
}

#[test]
fn chips_are_completed_from_their_numbers() {
    for (text, expected) in [
        ("40", "rtx 4070"),
        ("rtx 40", "rtx 4070"),
        ("78", "rx 7800 xt"),
        ("asus graph", "asus graphics card"),
    ] {
        let queries = suggest(text).queries;
        assert_eq!(queries.first().map(|query| query.text.as_str()), Some(expected), "{text}: {queries:?}");
    }
}

#[test]
fn names_are_completed_from_the_beginnings_of_their_words() {
    for (text, expected) in [
        ("كول ما", "كولر ماستر"),
        ("ار تي", "ار تي اكس"),
        ("coo mas", "cooler master"),
        ("grap car", "graphics card"),
    ] {
        let queries = suggest(text).queries;
        assert_eq!(queries.first().map(|query| query.text.as_str()), Some(expected), "{text}: {queries:?}");
    }
}

#[test]
fn sort_phrases_are_completed_in_both_languages() {
    for (text, expected) in
        [("ارخ", ["ارخص", "ارخص كرت شاشة"]), ("cheap", ["cheapest", "cheapest graphics card"])]
    {
        let queries = suggest(text).queries;
        for expected in expected {
            assert!(queries.iter().any(|query| query.text == expected), "{text}: {queries:?}");
        }
    }
}

#[test]
fn later_words_complete_to_names_that_products_share() {
    for (text, expected, others) in [
        ("كرت ا", "كرت اسوس", ["كرت انتل", "كرت ال جي"]),
        ("gpu as", "gpu asus", ["gpu amd", "gpu arctic"]),
        ("monitor l", "monitor lg", ["monitor logitech", "monitor lian li"]),
    ] {
        let queries = suggest(text).queries;
        assert!(queries.iter().any(|query| query.text == expected), "{text}: {queries:?}");
        assert!(queries.iter().all(|query| !others.contains(&query.text.as_str())), "{text}: {queries:?}");
    }
}

#[test]
fn empty_text_gives_no_suggestions() {
    for text in ["", "  ", "***"] {
        assert!(suggest(text).products.is_empty());
    }
}
