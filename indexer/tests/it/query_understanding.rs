//! The filters and orders that the words of a query become (understood parts).

use domain::model::Fils;
use indexer::{SearchRequest, Sort, UnderstoodKind};

use crate::test_index::{demo_parts, names};

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
