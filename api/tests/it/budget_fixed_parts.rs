//! Parts that a build for a budget must have: kept ones, and those at home.

use domain::model::Category;
use serde_json::json;
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::admin,
    budget::{build_market, builds, ids},
    fixtures::{import, part},
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn keyboard_can_be_kept_and_what_no_build_holds_is_named(db: PgPool) {
    let market = build_market(&db).await;
    let change = "update product set category = $2 where id = $1";
    let app = TestApp::new(db.clone()).await;
    let wishes = json!({"keep": [{"productId": market.unsold_card.id, "owned": true}]});
    let question = json!({"budget": 900, "use": "office", "wishes": wishes});
    sqlx::query(change).bind(market.unsold_card.id).bind("KEYBOARD").execute(&db).await.unwrap();
    let answer = builds(&app, question.clone()).await.json();
    assert!(ids(&answer["builds"][0]).contains(&market.unsold_card.id.to_string().as_str()), "{answer}");
    sqlx::query(change).bind(market.unsold_card.id).bind("OTHER").execute(&db).await.unwrap();
    let fields = builds(&app, question).await.assert_error(422, "INVALID_FIELDS");
    let problem = fields["wishes.keep"].as_str().unwrap();
    assert!(problem.contains("5090") && problem.ends_with("is not a part of a build"), "{problem}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn owned_parts_cost_nothing_and_need_not_be_sold(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db).await;
    let wishes = json!({"keep": [{"productId": market.unsold_card.id, "owned": true}]});
    let question = json!({"budget": 400, "use": "gaming-1440p", "allowUnknown": true, "wishes": wishes});
    let answer = builds(&app, question).await.json();
    // A supply of 750 W is too small for that card: the rules hold for parts at home, too.
    assert_eq!((&answer["builds"], &answer["least"]), (&json!([]), &json!(null)), "{answer}");
    assert!(answer["noBuild"]["text"].as_str().unwrap().contains("in stock"), "{answer}");
    let wishes = json!({"keep": [{"productId": market.fast_card.id, "owned": true}]});
    let answer = builds(&app, json!({"budget": 400, "use": "gaming-1440p", "wishes": wishes})).await.json();
    let best = &answer["builds"][0];
    let own = best["parts"].as_array().unwrap().iter().find(|part| part["category"] == "GPU").unwrap();
    assert_eq!((&own["owned"], &own["price"], &own["retailer"]), (&json!(true), &json!(0), &json!(null)));
    assert_eq!(own["productId"], json!(market.fast_card.id), "{answer}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn corrected_facts_of_an_unsold_part_at_home_count_at_once(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db.clone()).await;
    let wishes = json!({"keep": [{"productId": market.unsold_card.id, "owned": true}]});
    let question = json!({"budget": 400, "use": "gaming-1440p", "allowUnknown": true, "wishes": wishes});
    let before = builds(&app, question.clone()).await.json();
    assert_eq!(before["builds"], json!([]), "{before}");
    // The part is not in the solver's catalogue, whose version therefore stays the same.
    let correct =
        "update product set specs = other.specs from product other where product.id = $1 and other.id = $2";
    let changed = sqlx::query(correct).bind(market.unsold_card.id).bind(market.card.id).execute(&db).await;
    assert_eq!(changed.unwrap().rows_affected(), 1);
    let after = builds(&app, question).await.json();
    assert!(ids(&after["builds"][0]).contains(&market.unsold_card.id.to_string().as_str()), "{after}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn merged_product_as_a_fixed_part_stands_for_the_other_one(db: PgPool) {
    let market = build_market(&db).await;
    let twin = part(Category::Gpu, "PNY GeForce RTX 5060 OC twin", "VCG5060-TWIN");
    import(&db, std::slice::from_ref(&twin)).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let uri = format!("/api/admin/catalogue/{}/merge", twin.id);
    assert_eq!(dana.post(&uri, json!({ "into": market.card.id })).await.status.as_u16(), 200);
    let wishes = json!({"keep": [{"productId": twin.id, "owned": true}]});
    let answer = builds(&app, json!({"budget": 400, "use": "office", "wishes": wishes})).await.json();
    assert!(ids(&answer["builds"][0]).contains(&market.card.id.to_string().as_str()), "{answer}");
}
