//! The tables of facts.

use std::collections::HashSet;

use domain::model::{Category, SpecKey, Specs, keys};
use serde_json::Value;

use super::super::{Catalogue, GoodsKind, facts, picture, write_reference};

#[test]
fn demo_has_enough_real_products_of_every_category() {
    let parts = facts::parts().unwrap();
    assert!(parts.len() >= 800, "{} products", parts.len());
    let at_least = |category| match category {
        Category::Other => 0,
        Category::Keyboard | Category::Mouse | Category::Headset => 20,
        Category::CaseFan => 30,
        _ => 50,
    };
    for category in Category::ALL {
        let count = parts.iter().filter(|part| part.category == category).count();
        assert!(count >= at_least(category), "{count} of {category}");
    }
}

#[test]
fn no_demo_product_is_listed_twice() {
    let parts = Catalogue::build().unwrap().parts;
    let (mut ids, mut names, mut slugs) = (HashSet::new(), HashSet::new(), HashSet::new());
    let (mut numbers, mut models) = (HashSet::new(), HashSet::new());
    for part in &parts {
        assert!(ids.insert(part.id), "id of {}", part.name);
        assert!(names.insert(part.name.to_lowercase()), "name {}", part.name);
        assert!(slugs.insert(part.slug.clone()), "slug of {}", part.name);
        // A name too plain to have a key ("Crucial Laptop") is matched by part number only; what is no new part is matched
        // by nothing.
        let key = keys::model_key(part.category, &part.manufacturer, &part.model, &part.specs);
        if let Some(key) = key.filter(|_| part.category != Category::Other) {
            let key = (part.category, keys::manufacturer_key(&part.manufacturer), key);
            assert!(models.insert(key.clone()), "model of {}: {key:?}", part.name);
        }
        // A used part carries the number of the original part.
        if let Some(number) = part.part_number.as_ref().filter(|_| part.kind != GoodsKind::Used) {
            assert!(numbers.insert(number.to_lowercase()), "part number of {}: {number}", part.name);
        }
    }
    let new = parts.iter().filter(|part| part.category != Category::Other).count();
    assert!(models.len() + 10 >= new, "only {} model keys of {new}", models.len());
    assert!(numbers.len() * 10 >= new * 5, "only {} part numbers of {new}", numbers.len());
}

#[test]
fn demo_has_the_generations_that_users_search_for() {
    let parts = facts::parts().unwrap();
    for (words, at_least) in [
        ("Ryzen 5 5", 5),
        ("Ryzen 7 7", 3),
        ("Ryzen 7 8", 2),
        ("Ryzen 9 9", 4),
        ("Core i5-12", 3),
        ("Core i5-13", 4),
        ("Core i7-14", 3),
        ("Core Ultra", 10),
        ("RTX 30", 5),
        ("RTX 40", 20),
        ("RTX 50", 50),
        ("RX 66", 4),
        ("RX 7", 15),
        ("RX 90", 15),
        ("Arc ", 6),
        ("DDR4-", 30),
        ("DDR5-", 40),
    ] {
        let count = parts.iter().filter(|part| part.model.contains(words)).count();
        assert!(count >= at_least, "{count} of {words:?}");
    }
    for socket in ["AM4", "AM5", "LGA1700", "LGA1851"] {
        let boards = parts.iter().filter(|part| {
            part.category == Category::Motherboard && part.specs.text(SpecKey::Socket) == Some(socket)
        });
        assert!(boards.count() >= 15, "boards for {socket}");
    }
}

#[test]
fn reference_lines_hold_facts_that_the_import_accepts() {
    let mut out = Vec::new();
    let count = write_reference(&mut out).unwrap();
    let lines: Vec<Value> = out
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    assert_eq!(lines.len(), count);
    for line in &lines {
        let (specs, refused) = Specs::from_json(line["specs"].as_object().unwrap());
        assert!(refused.is_empty() && !specs.is_empty(), "{line}");
        assert!(
            line["name"].is_string() && line["manufacturer"].is_string() && line["partNumbers"].is_array()
        );
    }
}

#[test]
fn every_demo_picture_names_its_manufacturer() {
    for part in Catalogue::build().unwrap().parts {
        let svg = picture::draw(&part);
        assert!(
            svg.starts_with("<svg")
                && svg.ends_with("</svg>")
                && svg.contains(&picture::escape(&part.manufacturer)),
            "{}",
            part.name
        );
    }
}
