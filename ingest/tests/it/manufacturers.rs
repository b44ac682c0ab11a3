//! Manufacturers that the built-in table does not know, from the retailers' statements
//! to the administrators' decisions.

use domain::{
    model::{Category, OfferDraft, ProductId, Specs},
    store::{
        audit::Actor,
        manufacturers::{self, ManufacturerState},
        sources,
    },
    transactions::manufacturer_decisions::{self, ManufacturerDecisionError},
};
use ingest::matching::manufacturers::assign_unknown;
use sqlx::PgPool;

use crate::matcher_fixtures::{self, insert_records, named_shop, record, store};

/// Returns an offer of a part whose title names no manufacturer.
fn offer(id: &str, title: &str, brand: Option<&str>) -> OfferDraft {
    OfferDraft {
        unsure: None,
        category: Some(Category::Psu),
        manufacturer: None,
        stated_brand: brand.map(str::to_owned),
        model: Some(title.to_owned()),
        part_numbers: Vec::new(),
        specs: Specs::new(),
        ..matcher_fixtures::offer(id, title)
    }
}

/// Stores a product of a reference or, with the source of retailers' titles, one created by the matcher.
async fn insert_product(db: &PgPool, source: &str, manufacturer: &str, model: &str) -> ProductId {
    let facts = record(Category::Psu, manufacturer, model);
    insert_records(db, source, std::slice::from_ref(&facts)).await;
    facts.id
}

/// Returns each offer's manufacturer, by the offer's id.
async fn offer_manufacturers(db: &PgPool) -> Vec<(String, Option<String>)> {
    sqlx::query_as("select external_id, manufacturer from offer order by 1").fetch_all(db).await.unwrap()
}

async fn listed(db: &PgPool) -> Vec<(String, ManufacturerState, i32, i32)> {
    let found = manufacturers::list(db, None, 0, 100).await.unwrap();
    found.into_iter().map(|one| (one.name, one.state, one.offers, one.shops)).collect()
}

fn some(names: &[(&str, Option<&str>)]) -> Vec<(String, Option<String>)> {
    names.iter().map(|(id, name)| ((*id).to_owned(), name.map(str::to_owned))).collect()
}

/// Returns the offers of two retailers, one of them with many unknown names.
fn assortments() -> [(&'static str, &'static str, Vec<OfferDraft>); 2] {
    let corner = vec![
        offer("a1", "Vortexa 650W power supply", Some("VORTEXA")),
        offer("a2", "850W modular power supply", Some("Vortexa")),
        offer("a3", "Pixlon Thunder 500W", None),
        offer("a4", "Kuiper 450W", Some("Generic")),
        offer("a5", "Solitary 450W", Some("Corner Computers Store")),
        offer("a6", "Gaming power supply 700W", Some("Gaming")),
        offer("a7", "Radeon 600W bundle", Some("AMD")),
        offer("a8", "Refina Ultra 600W", None),
    ];
    let plaza = vec![
        offer("b1", "Pixlon Storm 550W", None),
        offer("b2", "vortexa 750W gold", None),
        offer("b3", "Sturdy 300W", None),
        offer("b4", "Sturdy 400W", None),
        offer("b5", "Sturdy 500W", Some("N/A")),
        offer("b6", "Lonely 500W", None),
    ];
    [("corner", "Corner Computers", corner), ("plaza", "Plaza", plaza)]
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn brand_fields_and_shared_first_words_become_manufacturers(db: PgPool) {
    // The reference shows that this word is no manufacturer's name, and knows a manufacturer that the table does not.
    insert_product(&db, "test", "Anker", "Sturdy 90W").await;
    insert_product(&db, "test", "Refina", "Pro 90W").await;
    for (slug, name, drafts) in assortments() {
        let shop = named_shop(&db, slug, name).await;
        store(&db, shop, &drafts).await;
    }
    let done = assign_unknown(&db).await.unwrap();
    assert_eq!((done.offers, done.new), (6, 2), "{done:?}");
    let expected = [
        ("a1", Some("VORTEXA")),
        ("a2", Some("VORTEXA")),
        ("a3", Some("Pixlon")),
        ("a4", None),
        ("a5", None),
        ("a6", None),
        ("a7", None),
        ("a8", Some("Refina")),
        ("b1", Some("Pixlon")),
        ("b2", Some("VORTEXA")),
        ("b3", None),
        ("b4", None),
        ("b5", None),
        ("b6", None),
    ];
    assert_eq!(offer_manufacturers(&db).await, some(&expected));
    let unconfirmed = ManufacturerState::Unconfirmed;
    assert_eq!(
        listed(&db).await,
        [("VORTEXA".to_owned(), unconfirmed, 3, 2), ("Pixlon".to_owned(), unconfirmed, 2, 2)]
    );
    let keys: Vec<Option<String>> = sqlx::query_scalar(
        "select manufacturer_key from offer where manufacturer is not null order by external_id",
    )
    .fetch_all(&db)
    .await
    .unwrap();
    assert_eq!(keys[0].as_deref(), Some("vortexa"));
    assert_eq!(assign_unknown(&db).await.unwrap(), Default::default(), "again it changes nothing");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn retailer_order_does_not_change_manufacturers(db: PgPool) {
    for (slug, name, drafts) in assortments().into_iter().rev() {
        let shop = named_shop(&db, slug, name).await;
        for draft in drafts.iter().rev() {
            store(&db, shop, std::slice::from_ref(draft)).await;
            assign_unknown(&db).await.unwrap();
        }
    }
    let keys: Vec<(String, Option<String>)> =
        sqlx::query_as("select external_id, manufacturer_key from offer order by 1")
            .fetch_all(&db)
            .await
            .unwrap();
    let vortexa = ["a1", "a2", "b2"];
    let pixlon = ["a3", "b1"];
    let sturdy = ["b3", "b4", "b5"];
    for (id, key) in keys {
        let expected = [(&vortexa[..], "vortexa"), (&pixlon[..], "pixlon"), (&sturdy[..], "sturdy")]
            .into_iter()
            .find(|(ids, _)| ids.contains(&id.as_str()))
            .map(|(_, key)| key);
        assert_eq!(key.as_deref(), expected, "{id}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn manufacturer_alias_moves_offers_and_provisional_products(db: PgPool) {
    let corner = named_shop(&db, "corner", "Corner").await;
    store(
        &db,
        corner,
        &[offer("a", "850W power supply", Some("Corsiar")), offer("b", "650W", Some("Corsiar"))],
    )
    .await;
    sqlx::query(
        "update offer set pinned = '{\"manufacturer\": \"Corsiar\"}', manufacturer = 'Corsiar',
        manufacturer_key = 'corsiar' where external_id = 'b'",
    )
    .execute(&db)
    .await
    .unwrap();
    assign_unknown(&db).await.unwrap();
    let made = insert_product(&db, sources::RETAILERS, "Corsiar", "850W power supply").await;
    let mut tx = db.begin().await.unwrap();
    let nobody = manufacturer_decisions::alias(&mut tx, Actor::System, "Corsiar", "Nobody Ltd").await;
    assert!(matches!(nobody, Err(ManufacturerDecisionError::UnknownTarget(_))), "{nobody:?}");
    let itself = manufacturer_decisions::alias(&mut tx, Actor::System, "Corsiar", "CORSIAR").await;
    assert!(matches!(itself, Err(ManufacturerDecisionError::Itself)), "{itself:?}");
    let unknown = manufacturer_decisions::confirm(&mut tx, Actor::System, "Nobody").await;
    assert!(matches!(unknown, Err(ManufacturerDecisionError::NoManufacturer(_))), "{unknown:?}");
    manufacturer_decisions::alias(&mut tx, Actor::System, "corsiar", "corsair").await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(
        offer_manufacturers(&db).await,
        some(&[("a", Some("Corsair")), ("b", Some("Corsiar"))]),
        "what is pinned stays"
    );
    let product: (String, String) =
        sqlx::query_as("select manufacturer, manufacturer_key from product where id = $1")
            .bind(made)
            .fetch_one(&db)
            .await
            .unwrap();
    assert_eq!(product, ("Corsair".to_owned(), "corsair".to_owned()));
    // Later offers receive the name as well.
    store(&db, corner, &[offer("c", "Corsiar 750W", None), offer("d", "550W", Some("CORSIAR"))]).await;
    assign_unknown(&db).await.unwrap();
    assert_eq!(offer_manufacturers(&db).await[2..], some(&[("c", Some("Corsair")), ("d", Some("Corsair"))]));
    let audited: i64 = sqlx::query_scalar(
        "select count(*) from audit_entry where action_type = 'ALIAS_MANUFACTURER' and after ->> 'aliasOf' = 'Corsair'",
    )
    .fetch_one(&db)
    .await
    .unwrap();
    assert_eq!(audited, 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn refused_manufacturer_name_is_never_used_again(db: PgPool) {
    let corner = named_shop(&db, "corner", "Corner").await;
    let drafts = [offer("a", "Promo 850W power supply", Some("Promo")), offer("b", "Promo 650W", None)];
    store(&db, corner, &drafts).await;
    assign_unknown(&db).await.unwrap();
    assert_eq!(offer_manufacturers(&db).await, some(&[("a", Some("Promo")), ("b", Some("Promo"))]));
    let mut tx = db.begin().await.unwrap();
    manufacturer_decisions::refuse(&mut tx, Actor::System, "Promo").await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(offer_manufacturers(&db).await, some(&[("a", None), ("b", None)]));
    // A crawl that reads the name from the title does not bring it back either.
    let read =
        OfferDraft { manufacturer: Some("PROMO".to_owned()), ..offer("c", "Promo 450W", Some("Promo")) };
    store(&db, corner, &[read]).await;
    assign_unknown(&db).await.unwrap();
    assert_eq!(offer_manufacturers(&db).await, some(&[("a", None), ("b", None), ("c", None)]));
    let mut tx = db.begin().await.unwrap();
    manufacturer_decisions::confirm(&mut tx, Actor::System, "Promo").await.unwrap();
    tx.commit().await.unwrap();
    assign_unknown(&db).await.unwrap();
    assert_eq!(listed(&db).await, [("Promo".to_owned(), ManufacturerState::Confirmed, 3, 1)]);
}

/// Products that were imported before the table knew a spelling get the manufacturer's own name, and pages learn of it.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn products_get_the_canonical_name_of_their_manufacturer(db: PgPool) {
    for name in ["WD", "Western Digital", "Vortexa"] {
        insert_product(&db, "test", name, "Gold 500W").await;
    }
    sqlx::raw_sql("delete from product_change").execute(&db).await.unwrap();
    assign_unknown(&db).await.unwrap();
    let names: Vec<String> =
        sqlx::query_scalar("select manufacturer from product order by 1").fetch_all(&db).await.unwrap();
    assert_eq!(names, ["Vortexa", "Western Digital", "Western Digital"]);
    let changes: i64 =
        sqlx::query_scalar("select count(*) from product_change").fetch_one(&db).await.unwrap();
    assert_eq!(changes, 1);
}
