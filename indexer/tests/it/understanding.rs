use domain::model::Fils;
use indexer::{SearchRequest, Sort, UnderstoodKind};

use crate::shelf::{names, parts};

/// Returns the chips of a query, as `kind:filter=values`.
fn chips(text: &str) -> Vec<String> {
    let response = parts().search(text);
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
        .map(|chip| format!("{}:{}", chip.kind.as_str(), filters(&chip.filter)))
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
        assert_eq!(chips(text), expected, "{text}");
    }
}

#[test]
fn what_was_understood_is_kept_to() {
    let shelf = parts();
    assert!(shelf.names("gpu under 200").iter().all(|name| !name.contains("Ti")));
    assert_eq!(shelf.search("gpu under 200").total, 4);
    assert_eq!(shelf.names("ارخص معالج")[0], "AMD Ryzen 5 5600X");
    assert_eq!(shelf.names("cheapest gpu")[0], "ZOTAC GAMING GeForce RTX 3060 Twin Edge White");
    assert_eq!(names(&shelf.search("hdd")), ["Seagate BarraCuda 2TB"]);
    assert_eq!(names(&shelf.search("am5 motherboard")).len(), 2);
    assert!(names(&shelf.search("ddr5 ram")).iter().all(|name| name.contains("DDR5")));
}

#[test]
fn a_removed_chip_searches_the_words_as_they_stand() {
    let request = SearchRequest { literal: vec!["case fan".into()], ..SearchRequest::text("case fan") };
    let response = parts().ask(&request);
    assert_eq!(names(&response), ["ARCTIC P12 PWM PST Case Fan"]);
    assert!(response.understood.iter().all(|chip| chip.kind != UnderstoodKind::Category));
}

#[test]
fn a_budget_narrows_the_filter_that_is_set() {
    let mut request = SearchRequest::text("gpu under 200");
    request.filters.price_max = Some(Fils(150_000));
    assert_eq!(names(&parts().ask(&request)), ["ZOTAC GAMING GeForce RTX 3060 Twin Edge White"]);
    request.filters.price_min = Some(Fils(140_000));
    request.text = "gpu under 100".into();
    assert_eq!(parts().ask(&request).total, 0);
}

#[test]
fn a_chosen_order_wins_over_the_words() {
    let request = SearchRequest { sort: Sort::PriceDescending, ..SearchRequest::text("cheapest gpu") };
    assert!(names(&parts().ask(&request))[0].starts_with("MSI GeForce RTX 4070 Ti SUPER"));
}
