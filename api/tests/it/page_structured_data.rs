//! The schema.org data of pages, in both languages.

use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    content_without_scripts::{data, read},
    fixtures::world,
};

/// Checks the rules for merchant listings:
/// https://developers.google.com/search/docs/appearance/structured-data/product
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn structured_data_follows_the_merchant_listing_rules(db: PgPool) {
    let world = world(&db).await;
    sqlx::query("update product set eans = '{04006381333931}' where id = $1")
        .bind(world.ryzen.id)
        .execute(&db)
        .await
        .unwrap();
    let app = TestApp::new(db.clone()).await;
    for product in [&world.ryzen, &world.core, &world.card, &world.unsold] {
        for language in ["", "/ar"] {
            let uri = format!("{language}/product/{}", product.id);
            let described = data(&read(&app, &uri).await.html);
            check_product(&described[0], &uri);
            check_breadcrumb(&described[1], &uri);
        }
    }
    let uri = format!("/product/{}", world.ryzen.id);
    let described = data(&read(&app, &uri).await.html);
    assert_eq!(
        (&described[0]["gtin"], &described[0]["brand"]["name"]),
        (&json!("4006381333931"), &json!("AMD"))
    );
    assert_eq!(described[0].get("aggregateRating"), None, "nobody has reviewed it");
    sqlx::query("update product set rating_sum = 9, review_count = 2 where id = $1")
        .bind(world.ryzen.id)
        .execute(&db)
        .await
        .unwrap();
    let described = data(&read(&app, &uri).await.html);
    let rating = json!({
        "@type": "AggregateRating", "ratingValue": 4.5, "bestRating": 5, "worstRating": 1, "reviewCount": 2,
    });
    assert_eq!(described[0]["aggregateRating"], rating);
    for uri in ["/cpu", "/ar/cpu/am5"] {
        let described = data(&read(&app, uri).await.html);
        check_breadcrumb(&described[0], uri);
        let items = described[1]["itemListElement"].as_array().unwrap();
        assert!(
            !items.is_empty() && items.iter().all(|item| item["url"].as_str().unwrap().contains("/product/")),
            "{uri}"
        );
    }
}

fn check_product(product: &Value, uri: &str) {
    assert_eq!(
        (&product["@context"], &product["@type"]),
        (&json!("https://schema.org"), &json!("Product")),
        "{uri}"
    );
    for key in ["name", "url", "category", "mpn", "model"] {
        assert!(
            product[key].as_str().is_some_and(|text| !text.trim().is_empty()),
            "{uri}: {key} in {product}"
        );
    }
    assert_eq!(product["brand"]["@type"], "Brand", "{uri}");
    assert!(product["url"].as_str().unwrap().ends_with(uri), "{uri}: {product}");
    let offers = &product["offers"];
    let singles: Vec<&Value> = match offers {
        Value::Null => Vec::new(),
        Value::Array(offers) => offers.iter().collect(),
        range => {
            assert_eq!(
                (&range["@type"], &range["priceCurrency"]),
                (&json!("AggregateOffer"), &json!("KWD")),
                "{uri}"
            );
            range["offers"].as_array().unwrap().iter().collect()
        }
    };
    let mut in_stock = Vec::new();
    for offer in singles {
        let price = offer["price"].as_f64().unwrap();
        assert!(
            price > 0.0 && offer["priceCurrency"] == "KWD" && offer["@type"] == "Offer",
            "{uri}: {offer}"
        );
        assert!(offer["url"].as_str().unwrap().starts_with("https://"), "{uri}: {offer}");
        assert!(offer["seller"]["name"].as_str().is_some_and(|name| !name.is_empty()), "{uri}: {offer}");
        let availability = offer["availability"].as_str().unwrap_or("https://schema.org/unknown");
        assert!(availability.starts_with("https://schema.org/"), "{uri}: {offer}");
        if availability.ends_with("/InStock") {
            in_stock.push(price);
        }
    }
    if let Some(low) = offers.get("lowPrice") {
        let lowest = in_stock.iter().copied().fold(f64::INFINITY, f64::min);
        assert_eq!(low.as_f64().unwrap(), lowest, "{uri}: what is out of stock is no lowest price");
        assert_eq!(offers["offerCount"].as_u64().unwrap(), in_stock.len() as u64, "{uri}");
    } else {
        assert!(in_stock.is_empty(), "{uri}: {offers}");
    }
}

fn check_breadcrumb(way: &Value, uri: &str) {
    assert_eq!(way["@type"], "BreadcrumbList", "{uri}");
    for (step, position) in way["itemListElement"].as_array().unwrap().iter().zip(1..) {
        assert_eq!((&step["@type"], &step["position"]), (&json!("ListItem"), &json!(position)), "{uri}");
        let item = step["item"].as_str().unwrap();
        let arabic = item.starts_with("https://tajmeea.example/ar");
        assert!(
            item.starts_with("https://tajmeea.example/") && arabic == uri.starts_with("/ar"),
            "{uri}: {item}"
        );
    }
}
