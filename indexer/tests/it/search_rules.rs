//! Rules of administrators: synonyms, redirects, pinned and buried products.

use std::collections::HashMap;

use domain::model::{Category, Fils, ProductId};
use indexer::{
    Filters, SearchRequest, SearchRules, Sort, SuggestRequest, SynonymRule, TextRules, normalize_query,
};

use crate::test_index::{DocumentBuilder, TestIndex, demo_parts, names, product};

impl TestIndex {
    fn set_synonyms(&self, synonyms: &[(&str, &str)]) {
        let rule = |(words, other): &(&str, &str)| SynonymRule {
            words: (*words).to_owned(),
            other: (*other).to_owned(),
        };
        let rules = SearchRules { synonyms: synonyms.iter().map(rule).collect(), ..SearchRules::default() };
        self.engine.set_rules(self.engine.compile_rules(rules));
    }

    fn set_text_rules(&self, text: &str, rules: TextRules) {
        let texts = HashMap::from([(normalize_query(text), rules)]);
        self.engine.set_rules(self.engine.compile_rules(SearchRules { texts, ..SearchRules::default() }));
    }
}

#[test]
fn synonym_also_means_the_other_words_until_it_is_deleted() {
    let index = demo_parts();
    assert!(!index.names("zorbix").iter().any(|name| name.contains("DeathAdder")));
    index.set_synonyms(&[("Zorbix", "deathadder"), ("زوربكس", "deathadder")]);
    for text in ["zorbix", "ZORBIX", "razer zorbix", "زوربكس"] {
        assert_eq!(index.names(text), ["Razer DeathAdder V3 Pro"], "{text}");
    }
    assert_eq!(index.names("deathadder"), ["Razer DeathAdder V3 Pro"]);
    index.set_synonyms(&[]);
    assert!(!index.names("zorbix").iter().any(|name| name.contains("DeathAdder")));
}

#[test]
fn words_keep_what_they_find_beside_their_synonym() {
    let index = TestIndex::with_products(vec![
        product(Category::Other, "", "Quorba stand"),
        product(Category::Other, "", "Plinth stand"),
    ]);
    index.set_synonyms(&[("quorba", "plinth")]);
    let mut found = index.names("quorba stand");
    found.sort();
    assert_eq!(found, ["Plinth stand", "Quorba stand"]);
    assert_eq!(index.names("plinth stand"), ["Plinth stand"], "a synonym leads one way");
}

#[test]
fn synonym_of_a_category_or_chip_is_understood_as_it() {
    let index = demo_parts();
    index.set_synonyms(&[("glimmer zorb", "graphics card"), ("quint zorb", "rtx 4070")]);
    let cards = index.search("glimmer zorb");
    assert_eq!(cards.total, 6);
    assert!(cards.understood.iter().any(|part| part.label == "GPU"), "{:?}", cards.understood);
    assert!(index.names("quint zorb").iter().all(|name| name.contains("4070")));
    let request = SuggestRequest { text: "glimmer zorb".to_owned(), limit: 5 };
    assert!(!index.engine.suggest(&request).unwrap().products.is_empty());
}

#[test]
fn order_of_synonyms_does_not_matter() {
    let index = demo_parts();
    let rules = [("zorbix", "quorba"), ("quorba", "deathadder")];
    index.set_synonyms(&rules);
    let forward = index.names("zorbix");
    index.set_synonyms(&[rules[1], rules[0]]);
    assert_eq!(index.names("zorbix"), forward);
}

#[test]
fn redirect_is_found_by_any_spelling_of_the_whole_text() {
    let index = demo_parts();
    let redirect = Some("/gpu".to_owned());
    index.set_text_rules("Best Cards", TextRules { redirect: redirect.clone(), ..TextRules::default() });
    let find = |text: &str| index.engine.find_redirect(&SearchRequest::text(text));
    assert_eq!(find("  best   CARDS? "), redirect);
    assert_eq!(find("best cards now"), None);
    let literal = SearchRequest { literal: vec!["cards".to_owned()], ..SearchRequest::text("best cards") };
    assert_eq!(index.engine.find_redirect(&literal), None);
}

/// Returns an index of `count` things named alike, the most popular first, and their ids in that order.
fn many(count: usize) -> (TestIndex, Vec<ProductId>) {
    let things: Vec<_> = (0..count)
        .map(|number| {
            product(Category::Other, "", &format!("Zed thing {number:03}"))
                .popular(10_000.0 - number as f32)
                .costs(number as i64 + 1)
        })
        .collect();
    let ids = things.iter().map(|thing| thing.id).collect();
    (TestIndex::with_products(things), ids)
}

fn ids(index: &TestIndex, request: &SearchRequest) -> Vec<ProductId> {
    index.respond(request).hits.iter().map(|hit| hit.id).collect()
}

#[test]
fn pinned_products_come_first_and_buried_ones_last() {
    let index = demo_parts();
    let all = index.search("mouse");
    assert_eq!(all.total, 2);
    let [first, second] = [all.hits[0].id, all.hits[1].id];
    let kraken = index.search("kraken").hits[0].id;
    let rules =
        TextRules { pinned: vec![kraken, second, ProductId::random()], buried: vec![first], redirect: None };
    index.set_text_rules("mouse", rules);
    let ruled = index.search("Mouse");
    assert_eq!(ruled.hits.iter().map(|hit| hit.id).collect::<Vec<_>>(), [kraken, second, first]);
    assert_eq!(ruled.total, 3);
    assert!(
        !index.names("wireless mouse").iter().any(|name| name.contains("Kraken")),
        "another text has no rule"
    );

    let by_price = SearchRequest { sort: Sort::PriceAscending, ..SearchRequest::text("mouse") };
    assert_eq!(names(&index.respond(&by_price)).len(), 2, "another order is left as it is");
    let filters = Filters { price_max: Some(Fils(50_000)), ..Filters::default() };
    let cheap = SearchRequest { filters, ..SearchRequest::text("mouse") };
    assert_eq!(ids(&index, &cheap), [second, first], "the pinned cooler costs more");
}

#[test]
fn pages_of_ruled_results_neither_repeat_nor_omit_a_product() {
    let (index, all) = many(260);
    let (inside, behind) = (all[30], all[200]);
    index.set_text_rules(
        "zed",
        TextRules { pinned: vec![behind, inside], buried: vec![all[0]], redirect: None },
    );
    let mut seen = Vec::new();
    for page in 1..=14 {
        seen.extend(ids(&index, &SearchRequest { page, ..SearchRequest::text("zed") }));
    }
    assert_eq!(&seen[..2], [behind, inside]);
    assert!(seen.iter().position(|id| *id == all[0]).is_some_and(|place| place >= 99));
    assert_eq!(seen.len(), 260);
    let distinct: std::collections::HashSet<_> = seen.iter().collect();
    assert_eq!(distinct.len(), 260);
}

#[test]
fn wrong_pages_of_ruled_texts_are_refused() {
    let (index, all) = many(3);
    index.set_text_rules("zed", TextRules { pinned: vec![all[1]], ..TextRules::default() });
    for request in [
        SearchRequest { page: 0, ..SearchRequest::text("zed") },
        SearchRequest { limit: 0, ..SearchRequest::text("zed") },
        SearchRequest { page: 1_000, limit: 100, ..SearchRequest::text("zed") },
    ] {
        assert!(index.engine.search(&request).is_err(), "{request:?}");
    }
    assert!(ids(&index, &SearchRequest { page: 9, ..SearchRequest::text("zed") }).is_empty());
}

#[test]
fn phrases_have_one_to_four_words() {
    let index = demo_parts();
    for words in ["vga", "كرت شاشة", "a b c d"] {
        assert!(index.engine.is_phrase(words), "{words}");
    }
    for words in ["", "?!", "5070", "a b c d e"] {
        assert!(!index.engine.is_phrase(words), "{words}");
    }
}
