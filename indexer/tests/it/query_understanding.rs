//! The filters and orders that the words of a query become (understood parts).

use domain::model::{Category, Fils};
use indexer::{SearchIntent, SearchRequest, Sort, UnderstoodKind};

use crate::test_index::{TestIndex, demo_parts, names, product};

/// Returns the understood of a query, as `kind:filter=values`.
fn understood(text: &str) -> Vec<String> {
    let response = demo_parts().search(text);
    let filters = |filter: &[(String, Vec<String>)]| {
        filter
            .iter()
            .map(|(name, values)| format!("{name}={}", values.join(",")))
            .collect::<Vec<_>>()
            .join("&")
    };
    response
        .understood
        .iter()
        .map(|part| format!("{}:{}", part.kind.as_str(), filters(&part.filter)))
        .collect()
}

#[test]
fn sentences_become_filters() {
    for (text, expected) in [
        ("gpu under 200", vec!["price:maxPrice=200", "category:category=GPU"]),
        ("كرت شاشة أقل من ٢٠٠ دينار", vec!["price:maxPrice=200", "category:category=GPU"]),
        ("monitor 50-90 kd", vec!["price:minPrice=50&maxPrice=90", "category:category=MONITOR"]),
        ("am5 motherboard", vec!["spec:spec.socket=AM5", "category:category=MOTHERBOARD"]),
        (
            "ddr5 32gb ram",
            vec!["spec:spec.ramType=DDR5", "spec:spec.ramCapacity=32", "category:category=RAM"],
        ),
        ("850w psu", vec!["spec:spec.psuWattage=850", "category:category=PSU"]),
        ("psu 850w or less", vec!["spec:spec.psuWattage.max=850", "category:category=PSU"]),
        ("psu 850w او اقل", vec!["spec:spec.psuWattage.max=850", "category:category=PSU"]),
        ("psu 850w max", vec!["category:category=PSU", "spec:spec.psuWattage=850"]),
        ("ssd 2tb", vec!["category:category=STORAGE&spec.type=SSD", "spec:spec.storageCapacity=2000"]),
        ("b650 motherboard", vec!["spec:spec.motherboardChipset=AMD B650", "category:category=MOTHERBOARD"]),
        ("white case", vec!["spec:spec.color=White", "category:category=CASE"]),
        (
            "corsair ram in stock",
            vec!["stock:inStock=true", "brand:manufacturer=Corsair", "category:category=RAM"],
        ),
        ("ارخص معالج", vec!["sort:sort=price_asc", "category:category=CPU"]),
        ("كيس لونه اسود", vec!["category:category=CASE", "spec:spec.color=Black"]),
    ] {
        assert_eq!(understood(text), expected, "{text}");
    }
}

#[test]
fn excluded_things_are_never_hits() {
    let index = demo_parts();
    for (text, filter, absent, present) in [
        ("psu not corsair", "-manufacturer", "Corsair", "be quiet! Pure Power 12 M 750W"),
        ("ddr5 ram except g.skill", "-manufacturer", "G.SKILL", "Corsair Vengeance 32GB"),
        ("case not white", "-spec.color", "White", "Lian Li O11 Dynamic EVO"),
        ("كيس مو ابيض", "-spec.color", "White", "Lian Li O11 Dynamic EVO"),
        ("gpu 16gb not 12gb", "-spec.gpuVram", "12GB", "Sapphire Pulse Radeon RX 7800 XT 16GB"),
        ("gpu 16gb instead of 12gb", "-spec.gpuVram", "12GB", "Sapphire Pulse Radeon RX 7800 XT 16GB"),
        ("gpu 16gb وليس 12gb", "-spec.gpuVram", "12GB", "Sapphire Pulse Radeon RX 7800 XT 16GB"),
        ("gpu no nvidia", "-spec.gpuChipset", "RTX", "Sapphire Pulse Radeon RX 7800 XT 16GB"),
        ("gpu not msi or zotac", "-manufacturer", "ZOTAC", "GIGABYTE GeForce RTX4070 WINDFORCE"),
        ("gpu not msi and zotac", "-manufacturer", "ZOTAC", "GIGABYTE GeForce RTX4070 WINDFORCE"),
        ("gpu not msi, zotac", "-manufacturer", "ZOTAC", "GIGABYTE GeForce RTX4070 WINDFORCE"),
        ("gpu not 4070 or 3060", "-spec.gpuChipset", "3060", "Sapphire Pulse Radeon RX 7800 XT 16GB"),
        ("corsair not case fans", "-category", "Fan", "Corsair RM850x 850W 80+ Gold"),
        ("rtx 4070 not ti", "", "Ti", "GIGABYTE GeForce RTX4070 WINDFORCE"),
        ("ddr5 ram without rgb", "", "RGB", "Corsair Vengeance 32GB"),
    ] {
        let response = index.search(text);
        let found = names(&response);
        assert!(found.iter().any(|name| name.starts_with(present)), "{text}: {found:?}");
        assert!(found.iter().all(|name| !name.contains(absent)), "{text}: {found:?}");
        let excluded: Vec<_> = response.understood.iter().filter(|part| part.excluded).collect();
        assert!(!excluded.is_empty(), "{text}");
        let names_filter = excluded.iter().flat_map(|part| &part.filter).any(|(name, _)| name == filter);
        assert!(filter.is_empty() || names_filter, "{text}: {excluded:?}");
        assert!(excluded.iter().all(|part| !part.words.is_empty()), "{text}");
    }
}

#[test]
fn exclusion_beside_several_things_holds_for_each_of_them() {
    let index = demo_parts();
    for (text, absent, present) in [
        ("rtx 4070 ti vs rtx 3060 not asus", "ASUS", "ZOTAC"),
        ("rtx 4070 vs rtx 3060 not ti", "Ti ", "ZOTAC"),
        ("5600x 4070 not asus", "ASUS", "GIGABYTE"),
        ("5600x 4070 under 100 kd", "4070", "5600X"),
    ] {
        let response = index.search(text);
        let found = names(&response);
        let has_sides =
            matches!(response.intent, Some(SearchIntent::Comparison { .. } | SearchIntent::Fit { .. }));
        assert!(has_sides, "{text}: {:?}", response.intent);
        assert!(found.iter().any(|name| name.contains(present)), "{text}: {found:?}");
        assert!(found.iter().all(|name| !name.contains(absent)), "{text}: {found:?}");
    }
}

#[test]
fn variant_belongs_to_the_number_before_it_beside_another_thing() {
    let index = demo_parts();
    for text in ["4070 ti 5600x", "5600x 4070 ti"] {
        let response = index.search(text);
        assert!(matches!(response.intent, Some(SearchIntent::Fit { .. })), "{text}: {:?}", response.intent);
        let found = names(&response);
        assert!(found.iter().all(|name| name.contains("4070 Ti") || name.contains("5600X")), "{found:?}");
    }
}

#[test]
fn removed_exclusion_is_searched_literally() {
    let mut request = SearchRequest::text("psu not corsair");
    request.literal = vec!["not corsair".into()];
    assert!(demo_parts().respond(&request).understood.iter().all(|part| !part.excluded));
}

#[test]
fn word_such_as_not_in_a_name_excludes_nothing() {
    let case = product(Category::Case, "Orbit", "Orbit Vault Case No RGB");
    let index =
        TestIndex::with_products(vec![case, product(Category::Case, "Orbit", "Orbit Vault Case RGB")]);
    assert_eq!(index.names("Orbit Vault Case No RGB")[0], "Orbit Vault Case No RGB");
    for text in [
        "non modular psu",
        "ram non-ecc",
        "orbit vault without",
        "case no noise",
        "should i buy orbit or not",
    ] {
        assert!(index.search(text).understood.iter().all(|part| !part.excluded), "{text}");
    }
}

#[test]
fn prices_in_other_currencies_and_measures_of_titles_demand_nothing() {
    let index = demo_parts();
    for text in [
        "GIGABYTE GeForce RTX4070 WINDFORCE - $549.99 (after rebate)",
        "GIGABYTE GeForce RTX4070 WINDFORCE 1,899 AED",
        "US$599 GIGABYTE GeForce RTX4070 WINDFORCE",
        "GIGABYTE GeForce RTX4070 WINDFORCE €559,00 20% off",
        "GIGABYTE GeForce RTX4070 WINDFORCE 12V 504 GB/s",
    ] {
        let response = index.search(text);
        assert!(names(&response).iter().any(|name| name.contains("WINDFORCE")), "{text}");
        assert!(response.understood.iter().all(|part| part.kind != UnderstoodKind::Price), "{text}");
    }
}

#[test]
fn resolution_is_one_word_in_any_spacing() {
    let names = ["Vista V1 Monitor 1920 x 1080", "Vista V2 Monitor 2560×1440"];
    let screens = names.map(|name| product(Category::Monitor, "Vista", name));
    let index = TestIndex::with_products(screens.to_vec());
    for (text, name) in [
        ("monitor 1920x1080", names[0]),
        ("monitor 1920 × 1080", names[0]),
        ("2560 x 1440 monitor", names[1]),
        ("monitor 2560x 1440", names[1]),
    ] {
        assert_eq!(index.names(text), [name], "{text}");
    }
}

#[test]
fn understood_category_is_never_relaxed() {
    let test_index = demo_parts();
    assert!(test_index.names("gpu under 200").iter().all(|name| !name.contains("Ti")));
    assert_eq!(test_index.search("gpu under 200").total, 4);
    assert_eq!(test_index.names("ارخص معالج")[0], "AMD Ryzen 5 5600X");
    assert_eq!(test_index.names("cheapest gpu")[0], "ZOTAC GAMING GeForce RTX 3060 Twin Edge White");
    assert_eq!(names(&test_index.search("hdd")), ["Seagate BarraCuda 2TB"]);
    assert_eq!(names(&test_index.search("am5 motherboard")).len(), 2);
    assert!(names(&test_index.search("ddr5 ram")).iter().all(|name| name.contains("DDR5")));
}

#[test]
fn interpretation_that_the_user_removed_searches_its_words_literally() {
    let request = SearchRequest { literal: vec!["case fan".into()], ..SearchRequest::text("case fan") };
    let response = demo_parts().respond(&request);
    assert_eq!(names(&response), ["ARCTIC P12 PWM PST Case Fan"]);
    assert!(response.understood.iter().all(|part| part.kind != UnderstoodKind::Category));
}

#[test]
fn budget_narrows_the_price_filter() {
    let mut request = SearchRequest::text("gpu under 200");
    request.filters.price_max = Some(Fils(150_000));
    assert_eq!(names(&demo_parts().respond(&request)), ["ZOTAC GAMING GeForce RTX 3060 Twin Edge White"]);
    request.filters.price_min = Some(Fils(140_000));
    request.text = "gpu under 100".into();
    assert_eq!(demo_parts().respond(&request).total, 0);
}

#[test]
fn requested_sort_wins_over_the_words() {
    let request = SearchRequest { sort: Sort::PriceDescending, ..SearchRequest::text("cheapest gpu") };
    assert!(names(&demo_parts().respond(&request))[0].starts_with("MSI GeForce RTX 4070 Ti SUPER"));
}
