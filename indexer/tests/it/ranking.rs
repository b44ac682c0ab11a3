//! The order of hits by relevance, and the spellings in which words match.

use domain::model::Category;

use crate::test_index::{DocumentBuilder, TestIndex, demo_parts, product};

/// Asserts that the first hit of each query begins with the name.
fn assert_first_hits(cases: &[(&str, &str)]) {
    let test_index = demo_parts();
    for (text, expected) in cases {
        let names = test_index.names(text);
        let first = names.first().map(String::as_str).unwrap_or("nothing");
        assert!(first.starts_with(expected), "{text}: {first:?} instead of {expected:?}, of {names:?}");
    }
}

fn assert_order(products: &[&str], text: &str, expected: &[usize]) {
    let test_index =
        TestIndex::with_products(products.iter().map(|name| product(Category::Other, "", name)).collect());
    let expected: Vec<&str> = expected.iter().map(|index| products[*index]).collect();
    assert_eq!(test_index.names(text), expected, "{text}");
}

#[test]
fn exact_name_wins_over_a_longer_one() {
    assert_order(&["Ryzen 7 cooler bundle", "Ryzen 7"], "ryzen 7", &[1, 0]);
}

#[test]
fn name_prefix_wins_over_name_that_contains_the_words() {
    assert_order(&["Bracket for Hyper 212", "Hyper 212 Black Edition"], "hyper 212", &[1, 0]);
}

#[test]
fn adjacent_words_win_over_separated_words() {
    assert_order(&["Alpha storm white Edge", "Alpha Edge storm white"], "edge storm", &[1, 0]);
}

#[test]
fn popularity_breaks_ties() {
    let named = |name: &str, popularity| product(Category::Other, "", name).popular(popularity);
    let test_index = TestIndex::with_products(vec![
        named("Zed fan one", 1.0),
        named("Zed fan two", 90.0),
        named("Zed fan six", 9.0),
    ]);
    assert_eq!(test_index.names("zed"), ["Zed fan two", "Zed fan six", "Zed fan one"]);
}

#[test]
fn name_finds_its_product_before_a_more_popular_one_with_a_longer_name() {
    let test_index = TestIndex::with_products(vec![
        product(Category::Other, "Gale", "Gale Fort 12 RGB 360mm").popular(90.0),
        product(Category::Other, "Gale", "Gale Fort 12 360mm").out_of_stock(),
    ]);
    assert_eq!(test_index.names("gale fort 12"), ["Gale Fort 12 360mm", "Gale Fort 12 RGB 360mm"]);
    assert_eq!(test_index.names("gale fort 12 rgb")[0], "Gale Fort 12 RGB 360mm");
}

#[test]
fn sold_product_wins_over_unsold_product() {
    let mut unsold = product(Category::Other, "", "Zed one");
    unsold.price = None;
    unsold.in_stock = false;
    let test_index = TestIndex::with_products(vec![
        unsold,
        product(Category::Other, "", "Zed two").out_of_stock(),
        product(Category::Other, "", "Zed six"),
    ]);
    assert_eq!(test_index.names("zed"), ["Zed six", "Zed two", "Zed one"]);
}

#[test]
fn brand_query_finds_popular_products_of_main_categories() {
    let mut products: Vec<_> = (1..=12_u8)
        .map(|number| {
            let name = format!("Corsair Power Supply Gold Edition {number}");
            product(Category::Psu, "Corsair", &name).popular(f32::from(number))
        })
        .collect();
    products.push(product(Category::Mouse, "Corsair", "Corsair Mouse").popular(20.0));
    products.push(product(Category::Psu, "Corsair", "Corsair Corsair Cable"));
    let test_index = TestIndex::with_products(products);
    for text in ["corsair", "كورسير"] {
        assert_eq!(test_index.names(text)[0], "Corsair Power Supply Gold Edition 12", "{text}");
    }
    // A product that is named exactly comes first, whatever its category.
    assert_eq!(test_index.names("corsair mouse")[0], "Corsair Mouse");
}

#[test]
fn model_numbers_match_in_any_notation() {
    assert_first_hits(&[
        ("rtx 4070", "ASUS TUF Gaming GeForce RTX 4070 12GB"),
        ("RTX-4070 tuf", "ASUS TUF Gaming GeForce RTX 4070 12GB"),
        ("rtx4070 asus", "ASUS TUF Gaming GeForce RTX 4070 12GB"),
        ("rtx 4070 ti", "ASUS TUF Gaming GeForce RTX 4070 Ti 12GB"),
        ("rtx4070ti super", "MSI GeForce RTX 4070 Ti SUPER"),
        ("rtx 4070 windforce", "GIGABYTE GeForce RTX4070"),
        ("7800x3d", "AMD Ryzen 7 7800X3D"),
        ("7800 x3d", "AMD Ryzen 7 7800X3D"),
        ("7800 X3D ryzen", "AMD Ryzen 7 7800X3D"),
        ("b650m-a", "ASUS PRIME B650M-A"),
        ("B650M A", "ASUS PRIME B650M-A"),
        ("b650ma", "ASUS PRIME B650M-A"),
        ("990pro", "Samsung 990 PRO"),
        ("990 pro", "Samsung 990 PRO"),
        ("i5 13400f", "Intel Core i5-13400F"),
        ("i513400f", "Intel Core i5-13400F"),
        ("gskill", "G.SKILL Trident"),
        ("g skill", "G.SKILL Trident"),
        ("asus4070", "ASUS TUF Gaming GeForce RTX 4070 12GB"),
        ("coolermaster", "Cooler Master Hyper"),
        ("corsair850w", "Corsair RM850x"),
        ("4000d", "Corsair 4000D"),
    ]);
}

#[test]
fn part_numbers_match_whole_and_by_prefix() {
    assert_first_hits(&[
        ("CMK32GX5M2B6000C30", "Corsair Vengeance"),
        ("cmk32gx5m2b", "Corsair Vengeance"),
        ("100-100000910WOF", "AMD Ryzen 7 7800X3D"),
        ("100100000910wof", "AMD Ryzen 7 7800X3D"),
        ("GV-N4070WF3OC", "GIGABYTE GeForce RTX4070"),
    ]);
}

#[test]
fn half_typed_words_are_found() {
    assert_first_hits(&[
        ("vengea", "Corsair Vengeance"),
        ("ryzen 7 78", "AMD Ryzen 7 7800X3D"),
        ("death", "Razer DeathAdder"),
    ]);
}

#[test]
fn typos_are_corrected_except_in_numbers() {
    assert_first_hits(&[
        ("corsiar vengeance", "Corsair Vengeance"),
        ("vengance", "Corsair Vengeance"),
        ("samsng odyssey", "Samsung Odyssey"),
        ("logitec g502", "Logitech G502"),
        ("deathader", "Razer DeathAdder"),
        ("trydent z5", "G.SKILL Trident"),
        ("kingstone fury", "Kingston FURY"),
        ("procesor ryzen 7600", "AMD Ryzen 5 7600"),
    ]);
    let test_index = demo_parts();
    let response = test_index.search("corsiar vengeance");
    assert_eq!(response.corrected.as_deref(), Some("corsair vengeance"));
    let response = test_index.search("rtx 4075");
    assert_eq!(response.total, 0, "a card that does not exist must not return its neighbour");
    assert!(!response.nearby.is_empty(), "but its neighbours are offered as such");
}

#[test]
fn relaxation_drops_words_but_never_numbers() {
    let test_index = demo_parts();
    let response = test_index.search("samsung qqqqzzz 990 pro");
    assert_eq!(crate::test_index::names(&response)[0], "Samsung 990 PRO 2TB NVMe");
    assert_eq!(response.dropped, ["qqqqzzz"]);
    assert_eq!(test_index.search("4070 qqqqzzz 123456").total, 0);
}

#[test]
fn arabic_finds_english_names() {
    assert_first_hits(&[
        ("كرت شاشة 4070", "ASUS TUF Gaming GeForce RTX 4070 12GB"),
        ("الكرت ار تي اكس ٤٠٧٠", "ASUS TUF Gaming GeForce RTX 4070 12GB"),
        ("معالج رايزن 7", "AMD Ryzen 7 7800X3D"),
        ("رايزن ٥ ٧٦٠٠", "AMD Ryzen 5 7600"),
        ("قيقابايت 4070", "GIGABYTE GeForce RTX4070"),
        ("غيغابيت", "GIGABYTE GeForce RTX4070"),
        ("رام كورسير", "Corsair Vengeance"),
        ("رامات كورسيير", "Corsair Vengeance"),
        ("هارد سامسونج", "Samsung 990 PRO"),
        ("شاشة سامسونق", "Samsung Odyssey"),
        ("شاشة ٢٧ بوصة", "LG UltraGear"),
        ("شاشة 27 inch", "LG UltraGear"),
        ("رام ٣٢ جيجا كورسير", "Corsair Vengeance"),
        ("باور سبلاي 850 واط", "Corsair RM850x"),
        ("ماوس ريزر", "Razer DeathAdder"),
        ("ماوس لوجيتك", "Logitech G502"),
        ("مبرد مائي", "NZXT Kraken"),
        ("كيس ابيض", "Corsair 4000D"),
        ("مذربورد ام اس اي", "MSI MAG B650"),
        ("ال جي", "LG UltraGear"),
        ("اللوحة الأم اسوس", "ASUS PRIME"),
        ("asus كرت شاشة", "ASUS TUF"),
    ]);
}

#[test]
fn other_keyboard_layout_is_understood() {
    assert_first_hits(&[
        ("قفء 3060", "ZOTAC GAMING"),
        (";vj ahai 3060", "ZOTAC GAMING"),
        ("vhd.k 7600", "AMD Ryzen 5 7600"),
    ]);
    assert_eq!(demo_parts().search("قفء 3060").corrected.as_deref(), Some("rtx 3060"));
}
