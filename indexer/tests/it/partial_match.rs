//! Queries of which no product has every word: products with the most informative words come first.

use std::sync::LazyLock;

use domain::model::{Category, Fils, SpecKey};
use indexer::{SearchRequest, Sort, UnderstoodKind};

use crate::test_index::{DocumentBuilder, TestIndex, demo_parts, names, product};

static INDEX: LazyLock<TestIndex> =
    LazyLock::new(|| {
        let test_index = demo_parts();
        let card = |manufacturer: &str, name: &str| {
            product(Category::Gpu, manufacturer, name).spec(SpecKey::GpuChipset, "GeForce RTX 5090".into())
        };
        let board = |name: &str, chipset: &str| {
            product(Category::Motherboard, "MSI", name).spec(SpecKey::MotherboardChipset, chipset.into())
        };
        let cooler = |name: &str| product(Category::CpuCooler, "Gale", name).popular(20.0);
        let mut products = vec![
            card("ASUS", "ASUS ROG Astral GeForce RTX 5090 32GB"),
            card("MSI", "MSI GeForce RTX 5090 Ventus 32GB").popular(90.0),
            board("MSI MPG X870E CARBON WIFI", "AMD X870E"),
            board("MSI PRO X870-P WIFI", "AMD X870").popular(90.0),
            product(Category::CaseFan, "Gale", "Gale Meadow Breeze 140").popular(60.0),
            product(Category::CpuCooler, "be quiet!", "be quiet! Dark Rock 4"),
            product(Category::Mouse, "Nubia", "Nubia Magic Mouse").popular(60.0),
            product(Category::Keyboard, "Keychron", "Keychron Q1 Keyboard"),
            product(Category::Keyboard, "Logitech", "Logitech MX Keyboard"),
            cooler("Gale Zephyr 120 SE CPU Cooler"),
            cooler("Gale Zephyr 120 CPU Cooler").popular(80.0),
        ];
        products.extend((1..40).map(|number| {
            product(Category::Case, "Gale", &format!("Gale Harbour {number} Tower")).popular(1.0)
        }));
        test_index.upsert(products);
        test_index
    });

#[test]
fn informative_words_outweigh_words_that_nothing_has_with_them() {
    for (text, expected) in [
        ("meadow 5090 astral", "ASUS ROG Astral"),
        ("msi board carbon xyzzyq x870", "MSI MPG X870E CARBON"),
        ("corsair trident z5 rgb", "G.SKILL Trident Z5"),
        ("gale zephyr 120 se 66.17 cfm cpu cooler", "Gale Zephyr 120 SE"),
    ] {
        let names = INDEX.names(text);
        assert!(names.first().is_some_and(|name| name.starts_with(expected)), "{text}: {names:?}");
    }
    assert_eq!(INDEX.search("meadow 5090 astral").dropped, ["meadow"]);
}

#[test]
fn kind_of_part_stays_where_other_words_fail() {
    let response = INDEX.search("xyzzyq magic keyboard");
    let names = names(&response);
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(names.iter().all(|name| name.contains("Keyboard")), "{names:?}");
    assert_eq!(response.dropped, ["xyzzyq", "magic"]);
    assert!(response.relaxed.is_empty());
}

#[test]
fn words_that_name_nothing_by_themselves_find_nothing() {
    for text in
        ["playstation 4", "ps4 pro", "xyzzyq 4", "xyzzyq pro", "xyzzyq plughq harbour", "xyzzyq harbour"]
    {
        let response = INDEX.search(text);
        assert_eq!(response.total, 0, "{text}: {:?}", names(&response));
    }
}

#[test]
fn word_is_not_corrected_to_another_word_of_the_query() {
    let response = INDEX.search("tarbour harbour");
    assert_eq!((response.total, response.corrected), (0, None), "{:?}", response.dropped);
}

#[test]
fn unknown_model_finds_no_neighbour() {
    for text in ["rtx 5095 astral", "msi x875 carbon", "gale zephyr 125", "asus rog astral geforce rtx 5066"]
    {
        let response = INDEX.search(text);
        assert_eq!(response.total, 0, "{text}: {:?}", names(&response));
    }
}

#[test]
fn unknown_code_of_a_pasted_title_is_left_out() {
    let text = "MSI Ventus GeForce RTX 5090 Gaming Graphics Card code QWRT77Z";
    let response = INDEX.search(text);
    assert_eq!(names(&response)[0], "MSI GeForce RTX 5090 Ventus 32GB");
    assert!(response.dropped.contains(&"qwrt77z".to_owned()), "{:?}", response.dropped);
    assert_eq!(INDEX.search("MSI Ventus GeForce Gaming Graphics Card code QWRT77Z OC").total, 0);
}

#[test]
fn constraints_that_give_way_are_named() {
    let response = INDEX.search("8 tb ssd");
    assert_eq!(response.relaxed, ["8 tb"]);
    assert!(!response.hits.is_empty() && names(&response).iter().all(|name| !name.contains("BarraCuda")));
    let response = INDEX.search("8 tb ssd under 5 kd");
    assert_eq!(response.relaxed, ["8 tb", "under 5 kd"]);
    assert_eq!(names(&response)[0], "WD Black SN850X 1TB");
}

#[test]
fn capacity_of_another_product_does_not_hide_the_named_one() {
    let response = INDEX.search("samsung 990 pro 1tb");
    assert_eq!(names(&response)[0], "Samsung 990 PRO 2TB NVMe");
    assert_eq!(response.relaxed, ["1tb"]);
}

#[test]
fn price_that_leaves_nothing_gives_way_to_the_nearest_price() {
    let response = INDEX.search("gpu under 10 kd");
    assert_eq!(names(&response)[0], "ZOTAC GAMING GeForce RTX 3060 Twin Edge White");
    assert_eq!(response.relaxed, ["under 10 kd"]);
    assert!(response.understood.iter().any(|part| part.kind == UnderstoodKind::Price));
    assert_eq!(names(&INDEX.search("gpu over 900 kd"))[0], "MSI GeForce RTX 4070 Ti SUPER 16G VENTUS 3X");
    // A filter of the request never gives way.
    let mut request = SearchRequest::text("gpu under 10 kd");
    request.filters.price_max = Some(Fils(20_000));
    assert_eq!(INDEX.respond(&request).total, 0);
}

#[test]
fn pages_of_a_partial_match_follow_its_order() {
    let text = "gale harbour xyzzyq plughq";
    let pages = |limit: u32, page: u32| {
        let request = SearchRequest { limit, page, ..SearchRequest::text(text) };
        names(&INDEX.respond(&request))
    };
    let all = pages(20, 1);
    assert_eq!(all.len(), 20);
    assert_eq!([pages(10, 1), pages(10, 2)].concat(), all);
    let cheapest = SearchRequest { sort: Sort::PriceAscending, ..SearchRequest::text(text) };
    assert_eq!(INDEX.respond(&cheapest).total, INDEX.search(text).total);
}

#[test]
fn number_of_a_requested_card_is_its_chip() {
    for text in ["gpu 4070", "cheapest gpu 4070", "كرت شاشة 4070"] {
        let names = INDEX.names(text);
        assert!(names.first().is_some_and(|name| !name.contains("Ti")), "{text}: {names:?}");
    }
    let cheapest = INDEX.search("cheapest gpu 4070");
    assert!(names(&cheapest).iter().all(|name| !name.contains("Ti")), "{:?}", names(&cheapest));
}

#[test]
fn repeated_words_change_nothing() {
    let repeated = "corsair ".repeat(50);
    assert_eq!(INDEX.names(&repeated), INDEX.names("corsair corsair"));
}
