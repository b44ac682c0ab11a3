//! Splitting a product that is two, and the undoing of a split.

use domain::{
    config::Config,
    model::{Fils, Gtin, OfferDraft, OfferId, ProductFacts, ProductId, SpecKey, SpecValue, Specs, UserId},
    store::{
        favorites,
        matches::{self, Proposal},
        products, sources,
        users::Role,
    },
    transactions::{
        automatic_matches,
        merges::{self, MergeError},
        product_facts, splits,
    },
};
use sqlx::PgPool;
use time::Duration;

use crate::{
    fixtures::{NOW, TODAY, commit, count, draft, facts, import_card, insert_user, retailer, store},
    merges::{cards, merge},
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn split_offers_stay_on_their_new_product(db: PgPool) {
    let (one, other) = cards(&db).await;
    let dana = insert_user(&db, "dana", Role::Admin).await;
    let sara = insert_user(&db, "sara", Role::User).await;
    favorites::insert(&db, sara, other.id).await.unwrap();
    merge(&db, dana, one.id, other.id).await.unwrap();
    let offer = |id: &'static str| {
        sqlx::query_scalar::<_, OfferId>("select id from offer where external_id = $1").bind(id)
    };
    let (a, b) = (offer("a").fetch_one(&db).await.unwrap(), offer("b").fetch_one(&db).await.unwrap());

    let mut tx = db.begin().await.unwrap();
    for (wrong, says) in
        [(vec![], "some must stay"), (vec![a, b], "some must stay"), (vec![OfferId::random()], "not of")]
    {
        let refused = splits::split(&mut tx, dana, other.id, &wrong).await.unwrap_err();
        assert!(refused.to_string().contains(says), "{refused}");
    }
    let new = splits::split(&mut tx, dana, other.id, &[a]).await.unwrap();
    tx.commit().await.unwrap();
    let shop = retailer(&db, "north").await;
    store(
        &db,
        shop,
        &[draft("a", "PART-0001", 51_000), draft("b", "PART-0002", 41_000)],
        NOW + Duration::hours(1),
    )
    .await;
    let prices: Vec<(ProductId, Fils)> = sqlx::query_as(
        "select product_id, point.price_fils from offer join price_point as point on offer_id = offer.id
         order by point.price_fils",
    )
    .fetch_all(&db)
    .await
    .unwrap();
    let expected = [(other.id, 40_000), (other.id, 41_000), (new, 50_000), (new, 51_000)];
    assert_eq!(prices, expected.map(|(id, fils)| (id, Fils(fils))), "each has its own history");
    assert_eq!(favorites::list(&db, sara).await.unwrap()[0].product_id, other.id);
    assert_eq!(products::find(&db, new).await.unwrap().unwrap().part_numbers, ["PART-0001"]);
    let rejected: Vec<(String, ProductId)> = sqlx::query_as(
        "select external_id, product_match.product_id from product_match join offer on offer.id = offer_id
         where status = 'REJECTED' order by external_id",
    )
    .fetch_all(&db)
    .await
    .unwrap();
    assert_eq!(rejected, [("a".to_owned(), other.id), ("b".to_owned(), new)], "in both directions");
    assert_eq!(count(&db, "select count(*) from audit_entry where action_type = 'SPLIT_PRODUCT'").await, 1);
}

const GTINS: [&str; 2] = ["04711081234562", "00194253149163"];

/// Creates a product made of the offers of two shops, `a` and `b`, and a third one of another shop that states nothing,
/// all joined by the matcher. Returns the product.
async fn joined_offers(db: &PgPool) -> ProductId {
    let page = facts("card PART-0002", "PART-0002");
    sources::upsert(db, &sources::retailers()).await.unwrap();
    for (shop, external_id, number, gtin) in
        [("north", "a", "PART-0001", GTINS[0]), ("south", "b", "PART-0002", GTINS[1])]
    {
        let shop = retailer(db, shop).await;
        let draft =
            OfferDraft { gtins: vec![Gtin::parse(gtin).unwrap()], ..draft(external_id, number, 50_000) };
        store(db, shop, &[draft], NOW).await;
    }
    let east = retailer(db, "east").await;
    store(db, east, &[OfferDraft { part_numbers: Vec::new(), ..draft("c", "0002", 50_000) }], NOW).await;
    let mut specs = Specs::new();
    specs.insert(SpecKey::MemoryBus, SpecValue::Integer(192)).unwrap();
    let page = ProductFacts {
        part_numbers: vec!["PART-0001".into(), "PART-0002".into()],
        eans: GTINS.map(str::to_owned).into(),
        specs,
        ..page
    };
    let mut tx = db.begin().await.unwrap();
    product_facts::upsert(&mut tx, sources::RETAILERS, std::slice::from_ref(&page), TODAY).await.unwrap();
    tx.commit().await.unwrap();
    sqlx::query("update offer set product_id = $1, linked_by = 'MATCHER'")
        .bind(page.id)
        .execute(db)
        .await
        .unwrap();
    page.id
}

async fn offer_id(db: &PgPool, external_id: &str) -> OfferId {
    sqlx::query_scalar("select id from offer where external_id = $1")
        .bind(external_id)
        .fetch_one(db)
        .await
        .unwrap()
}

async fn split(db: &PgPool, admin: UserId, product: ProductId, offers: &[OfferId]) -> ProductId {
    commit(db, async |tx| splits::split(tx, admin, product, offers).await).await.unwrap()
}

async fn undo(db: &PgPool, admin: UserId, new: ProductId) -> Result<ProductId, MergeError> {
    commit(db, async |tx| splits::undo(tx, admin, new).await).await
}

/// Returns each offer with its product and how it was matched, by the retailers' ids.
async fn assignments(db: &PgPool) -> Vec<(String, Option<ProductId>, Option<String>)> {
    sqlx::query_as("select external_id, product_id, linked_by from offer order by external_id")
        .fetch_all(db)
        .await
        .unwrap()
}

/// Returns the barcodes and part numbers of a product.
async fn identity(db: &PgPool, product: ProductId) -> (Vec<String>, Vec<String>) {
    sqlx::query_as(
        "select array(select unnest(eans) order by 1),
             array(select part_number from product_part_number where product_id = product.id order by 1)
         from product where id = $1",
    )
    .bind(product)
    .fetch_one(db)
    .await
    .unwrap()
}

/// Each of the two products has the numbers of its own offers alone, and the original no longer states what no offer of it
/// states.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn split_divides_numbers_and_facts(db: PgPool) {
    let page = joined_offers(&db).await;
    let dana = insert_user(&db, "dana", Role::Admin).await;
    let new = split(&db, dana, page, &[offer_id(&db, "a").await]).await;
    let own = |gtin: &str, number: &str| (vec![gtin.to_owned()], vec![number.to_owned()]);
    assert_eq!(identity(&db, new).await, own(GTINS[0], "PART-0001"));
    assert_eq!(identity(&db, page).await, own(GTINS[1], "PART-0002"));
    let specs: serde_json::Value = sqlx::query_scalar("select specs from product where id = $1")
        .bind(page)
        .fetch_one(&db)
        .await
        .unwrap();
    assert_eq!(specs, serde_json::json!({}), "no offer states the bus");
    let name: String =
        sqlx::query_scalar("select name from product where id = $1").bind(page).fetch_one(&db).await.unwrap();
    assert_eq!(name, "ASUS card PART-0002", "an offer that stays is called so");
}

/// A name by the matcher's rule is the title of no offer.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn name_by_rule_stays_unless_it_is_that_of_the_offers_that_leave(db: PgPool) {
    let page = joined_offers(&db).await;
    let dana = insert_user(&db, "dana", Role::Admin).await;
    let name = async || -> String {
        let found = sqlx::query_scalar("select name from product where id = $1").bind(page);
        found.fetch_one(&db).await.unwrap()
    };
    let rename = async |name: &str| {
        let renamed = sqlx::query("update product set name = $2 where id = $1").bind(page).bind(name);
        renamed.execute(&db).await.unwrap();
    };
    rename("ASUS GeForce card PART 0002").await;
    let new = split(&db, dana, page, &[offer_id(&db, "a").await]).await;
    assert_eq!(name().await, "ASUS GeForce card PART 0002");
    undo(&db, dana, new).await.unwrap();
    assert_eq!(name().await, "ASUS GeForce card PART 0002");

    rename("ASUS GeForce card PART 0001").await;
    let new = split(&db, dana, page, &[offer_id(&db, "a").await]).await;
    let shortest = name().await;
    assert!(["ASUS card 0002", "ASUS card PART-0002"].contains(&shortest.as_str()), "{shortest}");
    undo(&db, dana, new).await.unwrap();
    assert_eq!(name().await, shortest);
}

/// The matcher can neither move the offers back, nor move the remaining ones after them, nor merge the two products.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn matcher_never_takes_a_split_back(db: PgPool) {
    let page = joined_offers(&db).await;
    let dana = insert_user(&db, "dana", Role::Admin).await;
    let (a, b, c) = (offer_id(&db, "a").await, offer_id(&db, "b").await, offer_id(&db, "c").await);
    let new = split(&db, dana, page, &[a]).await;
    let propose =
        |offer_id, product_id| Proposal { offer_id, product_id, confidence: 1.0, rationale: Vec::new() };
    let config = Config::load().unwrap();
    let mut tx = db.begin().await.unwrap();
    let proposals = [propose(a, page), propose(b, new), propose(c, new)];
    let done = automatic_matches::assign(&mut tx, &config.price_screen, &proposals).await.unwrap();
    assert_eq!(done.matched, 0);
    for (from, into) in [(page, new), (new, page)] {
        let refused = merges::merge_as_system(&mut tx, from, into).await;
        assert!(matches!(refused, Err(MergeError::RejectedPair)), "{refused:?}");
    }
    tx.commit().await.unwrap();
    let rejected = matches::list_rejected_pairs(&db).await.unwrap();
    assert!([(a, page), (b, new), (c, new)].iter().all(|pair| rejected.contains(pair)), "{rejected:?}");

    // The listing ends, and comes back with the number of the page that it was split off.
    sqlx::query("update offer set ended_at = now() where external_id = 'a'").execute(&db).await.unwrap();
    let north = retailer(&db, "north").await;
    store(&db, north, &[draft("a", "PART-0002", 52_000)], NOW + Duration::hours(2)).await;
    let assigned = assignments(&db).await;
    assert_eq!(assigned[0], ("a".to_owned(), Some(new), Some("ADMIN".to_owned())));
    // So does one that stayed, with the number of the new page.
    let south = retailer(&db, "south").await;
    store(&db, south, &[draft("b", "PART-0001", 52_000)], NOW + Duration::hours(2)).await;
    assert_ne!(assignments(&db).await[1].1, Some(new));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn undone_split_leaves_nothing_behind(db: PgPool) {
    let page = joined_offers(&db).await;
    let (dana, sami) =
        (insert_user(&db, "dana", Role::Admin).await, insert_user(&db, "sami", Role::Admin).await);
    let sara = insert_user(&db, "sara", Role::User).await;
    let third = import_card(&db, "card PART-0003", "PART-0003").await;
    let a = offer_id(&db, "a").await;
    // A question about the offer, which waits for an answer.
    sqlx::query(
        "insert into product_match (offer_id, product_id, decision, confidence) values ($1, $2, 'NEEDS_REVIEW', 0.6)",
    )
    .bind(a)
    .bind(third.id)
    .execute(&db)
    .await
    .unwrap();
    let (before, identity_before) = (assignments(&db).await, identity(&db, page).await);
    let new = split(&db, dana, page, &[a]).await;
    assert_eq!(count(&db, "select count(*) from product_match where status = 'PENDING'").await, 0);
    favorites::insert(&db, sara, new).await.unwrap();

    assert_eq!(undo(&db, sami, new).await.unwrap(), page, "any administrator may");
    assert_eq!(assignments(&db).await, before);
    assert_eq!(identity(&db, page).await, identity_before);
    assert_eq!(count(&db, "select count(*) from product_match where status = 'REJECTED'").await, 0);
    assert_eq!(count(&db, "select count(*) from product_match where status = 'PENDING'").await, 1);
    assert_eq!(favorites::list(&db, sara).await.unwrap()[0].product_id, page);
    assert_eq!(products::resolve_merged(&db, &[new]).await.unwrap(), [(new, page)].into());
    assert_eq!(count(&db, "select count(*) from audit_entry where action_type = 'UNDO_SPLIT'").await, 1);
    let again = undo(&db, dana, new).await;
    assert!(matches!(again, Err(MergeError::NoProduct(id)) if id == new), "{again:?}");
}

/// Later decisions stay, and a split is not undone after an hour, nor once one of the products is
/// gone.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn split_is_undone_for_an_hour_while_both_products_are_there(db: PgPool) {
    let page = joined_offers(&db).await;
    let dana = insert_user(&db, "dana", Role::Admin).await;
    let (a, b) = (offer_id(&db, "a").await, offer_id(&db, "b").await);
    let new = split(&db, dana, page, &[a]).await;
    let never_split = undo(&db, dana, page).await;
    assert!(matches!(never_split, Err(MergeError::TooLateToUndo)), "{never_split:?}");
    sqlx::query("update split_undo set decided_at = now() - interval '61 minutes'")
        .execute(&db)
        .await
        .unwrap();
    let late = undo(&db, dana, new).await;
    assert!(matches!(late, Err(MergeError::TooLateToUndo)), "{late:?}");

    let second = split(&db, dana, page, &[b]).await;
    merge(&db, dana, second, new).await.unwrap();
    let merged = undo(&db, dana, second).await;
    assert!(matches!(merged, Err(MergeError::MergedAgain)), "{merged:?}");
}
