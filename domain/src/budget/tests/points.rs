//! Points of several parts of one category.

use crate::{
    budget::{
        UseKey,
        part::PartPerformance,
        uses::Uses,
        utility::{UtilityInputs, UtilityModel},
    },
    compat::{ParsedPart, Part},
    model::{Category, ProductId, SpecKey, Specs},
};

fn drive(gigabytes: i64) -> (ParsedPart, Specs) {
    let mut specs = Specs::new();
    specs.insert_json(SpecKey::StorageCapacity, &serde_json::json!(gigabytes)).unwrap();
    let name = format!("Drive {gigabytes} GB");
    let part = Part { id: ProductId::random(), category: Category::Storage, name, specs: specs.clone() };
    (ParsedPart::new(&part), specs)
}

/// Two drives of 1 TB are as good as one of 2 TB, and ten do not give more points than the weights of the use.
#[test]
fn capacities_are_added_before_they_are_valued() {
    let table = Uses::embedded().unwrap();
    let performance = PartPerformance::default();
    for key in UseKey::ALL {
        let utility_model = UtilityModel { table, build_use: table.get(key).unwrap() };
        let points = |gigabytes: i64, quantity: u32| {
            let (parsed, specs) = drive(gigabytes);
            let part = UtilityInputs { parsed: &parsed, specs: &specs, performance: &performance };
            utility_model.points_together(&[(part, quantity)])
        };
        assert_eq!(points(1_000, 2), points(2_000, 1), "{key:?}");
        let most = points(200_000, 1);
        assert_eq!(points(8_000, 10).max(most), most, "{key:?}");
        assert!(points(1_000, 2) > points(1_000, 1), "{key:?}");
    }
}
