//! The choice of a product's picture, automatically and by an administrator.

use domain::{
    model::{OfferDraft, Picture, PictureHash, ProductId, RetailerId, UserId},
    store::{
        pictures::{self, PlaceholderRule, SourceOutcome, StoredPicture},
        products,
    },
    transactions::picture_choices::{self, PictureChoice, PictureError, choose_for},
};
use sqlx::{PgPool, PgTransaction};

use super::fixtures::{NOW, commit, count, draft, facts, import, import_card, retailer, store};

const RULE: PlaceholderRule = PlaceholderRule { max_products: 3, categories: 3 };

fn address(shop: &str, name: &str) -> String {
    format!("https://{shop}.example/{name}.jpg")
}

pub(crate) fn hash(name: &str) -> PictureHash {
    PictureHash::of(name.as_bytes())
}

fn with_picture(part_number: &str, address: String) -> OfferDraft {
    OfferDraft { image_url: Some(address), ..draft(part_number, part_number, 90_000) }
}

/// Stores a picture whose hash is that of `name`.
pub(crate) async fn insert_picture(tx: &mut PgTransaction<'_>, name: &str, quality: f32) {
    let picture = Picture { hash: hash(name), width: 640, height: 480 };
    let stored = StoredPicture { picture, bytes: 9_000, plain: 1.0, lettering: 0.0, quality };
    pictures::insert(tx, &stored).await.unwrap();
}

/// Records that a retailer's address has this picture.
async fn fetched(db: &PgPool, shop: RetailerId, address: &str, name: &str, quality: f32) {
    pictures::add_sources(db, shop).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    insert_picture(&mut tx, name, quality).await;
    let outcome = SourceOutcome::Fetched { hash: hash(name), validator: None };
    pictures::record(&mut tx, shop, address, &outcome, 30).await.unwrap();
    tx.commit().await.unwrap();
}

async fn choose(db: &PgPool, product: ProductId) -> usize {
    commit(db, async |tx| choose_for(tx, &[product], RULE).await).await.unwrap()
}

pub(crate) async fn current_picture(db: &PgPool, product: ProductId) -> Option<PictureHash> {
    products::find(db, product).await.unwrap().unwrap().picture.map(|picture| picture.hash)
}

async fn decide(
    db: &PgPool,
    admin: UserId,
    id: ProductId,
    choice: PictureChoice,
) -> Result<(), PictureError> {
    let mut tx = db.begin().await?;
    picture_choices::decide(&mut tx, admin, id, &choice, RULE).await?;
    Ok(tx.commit().await?)
}

async fn admin(db: &PgPool) -> UserId {
    let sql = "insert into app_user (email, email_key, name, password_hash, role) values ('a@b.c', 'a@b.c', 'Ada', 'x', 'ADMIN') returning id";
    UserId(sqlx::query_scalar(sql).fetch_one(db).await.unwrap())
}

/// Creates two retailers with one picture each of one product; the second's is the better one.
async fn sold_twice(db: &PgPool) -> (ProductId, RetailerId, RetailerId) {
    let (north, south) = (retailer(db, "north").await, retailer(db, "south").await);
    let card = import_card(db, "Card", "PN-1001").await;
    for (shop, name, quality) in [(north, "north", 0.5), (south, "south", 0.9)] {
        let address = address(name, "card");
        store(db, shop, &[with_picture("PN-1001", address.clone())], NOW).await;
        fetched(db, shop, &address, name, quality).await;
    }
    (card.id, north, south)
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn best_picture_is_chosen_and_feed_is_notified(db: PgPool) {
    let (card, north, south) = sold_twice(&db).await;
    let before = count(&db, "select count(*) from product_change").await;
    assert_eq!(choose(&db, card).await, 1);
    assert_eq!(current_picture(&db, card).await, Some(hash("south")));
    assert_eq!(count(&db, "select count(*) from product_change").await, before + 1);
    assert_eq!(choose(&db, card).await, 0, "the same again changes nothing");
    let end = "update offer set ended_at = now() where retailer_id = $1";
    sqlx::query(end).bind(south.0).execute(&db).await.unwrap();
    assert_eq!(choose(&db, card).await, 1);
    assert_eq!(
        current_picture(&db, card).await,
        Some(hash("north")),
        "what nobody offers any more makes room"
    );
    sqlx::query(end).bind(north.0).execute(&db).await.unwrap();
    assert_eq!(choose(&db, card).await, 0);
    assert_eq!(current_picture(&db, card).await, Some(hash("north")), "but the last one stays");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn widely_shared_picture_is_a_placeholder(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let cards: Vec<_> =
        (1..=4).map(|number| facts(&format!("Card {number}"), &format!("PN-100{number}"))).collect();
    import(&db, &cards).await;
    let nothing = address("north", "nothing");
    let drafts: Vec<_> =
        (1..=4).map(|number| with_picture(&format!("PN-100{number}"), nothing.clone())).collect();
    store(&db, shop, &drafts[..3], NOW).await;
    fetched(&db, shop, &nothing, "nothing", 1.0).await;
    choose(&db, cards[0].id).await;
    assert_eq!(
        current_picture(&db, cards[0].id).await,
        Some(hash("nothing")),
        "three may be one part in three colours"
    );
    store(&db, shop, &drafts, NOW).await;
    assert_eq!(choose(&db, cards[0].id).await, 1);
    assert_eq!(current_picture(&db, cards[0].id).await, None, "what it had goes, too");
    sqlx::query("update offer set ended_at = now() where external_id = 'PN-1004'")
        .execute(&db)
        .await
        .unwrap();
    let three = "update offer set category = case external_id when 'PN-1001' then 'CPU' when 'PN-1002' then 'RAM' else 'GPU' end";
    sqlx::query(three).execute(&db).await.unwrap();
    choose(&db, cards[0].id).await;
    assert_eq!(current_picture(&db, cards[0].id).await, None, "three categories share no photograph");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn admin_pins_refuses_and_releases_pictures(db: PgPool) {
    let (card, ..) = sold_twice(&db).await;
    let admin = admin(&db).await;
    choose(&db, card).await;
    decide(&db, admin, card, PictureChoice::Pin(hash("north"))).await.unwrap();
    assert_eq!(choose(&db, card).await, 0);
    assert_eq!(
        current_picture(&db, card).await,
        Some(hash("north")),
        "the machine leaves what a person chose"
    );
    decide(&db, admin, card, PictureChoice::Unpin).await.unwrap();
    assert_eq!(current_picture(&db, card).await, Some(hash("south")));
    decide(&db, admin, card, PictureChoice::Refuse(hash("south"))).await.unwrap();
    assert_eq!(current_picture(&db, card).await, Some(hash("north")));
    let known = pictures::list_shown(&db, card).await.unwrap().unwrap();
    let told: Vec<_> = known.iter().map(|one| (one.picture.hash.clone(), one.refused, one.chosen)).collect();
    assert_eq!(told, [(hash("south"), true, false), (hash("north"), false, true)]);
    decide(&db, admin, card, PictureChoice::Refuse(hash("north"))).await.unwrap();
    assert_eq!(current_picture(&db, card).await, None);
    decide(&db, admin, card, PictureChoice::Allow(hash("south"))).await.unwrap();
    assert_eq!(current_picture(&db, card).await, Some(hash("south")));
    let actions: Vec<String> =
        sqlx::query_scalar("select action_type from audit_entry order by created_at, id")
            .fetch_all(&db)
            .await
            .unwrap();
    assert_eq!(actions.len(), 5, "{actions:?}");
    assert!(actions.contains(&"CHOOSE_PICTURE".to_owned()), "{actions:?}");
}

/// The page of a product asks for its pictures: none may need a look at all offers of a retailer.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn products_that_show_a_picture_are_found_by_its_address(db: PgPool) {
    sold_twice(&db).await;
    sqlx::raw_sql(
        "insert into offer (retailer_id, external_id, title_en, url, image_url, price_fils, stock, content_digest)
             select id, 'other ' || number, 'Other', 'https://shop.example/other', 'https://shop.example/' || number, 1000,
                 'IN', ''
             from retailer, generate_series(1, 3000) as number;
         analyze",
    )
    .execute(&db)
    .await
    .unwrap();
    let explain = format!(
        "explain select count(distinct offer.product_id) from offer join picture_source as source
             on source.retailer_id = offer.retailer_id and source.address = offer.image_url
         where source.picture_hash = '{}' and ended_at is null",
        hash("north")
    );
    let plan: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(explain)).fetch_all(&db).await.unwrap();
    assert!(plan.join("\n").contains("offer_picture_idx"), "{plan:?}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn picture_of_another_product_cannot_be_pinned(db: PgPool) {
    let (card, ..) = sold_twice(&db).await;
    let admin = admin(&db).await;
    let other = decide(&db, admin, card, PictureChoice::Pin(hash("elsewhere"))).await.unwrap_err();
    assert!(matches!(other, PictureError::UnknownPicture(_)), "{other}");
    let gone = decide(&db, admin, ProductId::random(), PictureChoice::Unpin).await.unwrap_err();
    assert!(matches!(gone, PictureError::UnknownProduct(_)), "{gone}");
    assert_eq!(pictures::list_shown(&db, ProductId::random()).await.unwrap(), None);
    assert_eq!(count(&db, "select count(*) from audit_entry").await, 0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn picture_failures_back_off_and_keep_the_old_picture(db: PgPool) {
    let (_, north, _) = sold_twice(&db).await;
    let failed = SourceOutcome::Failed { reason: "the shop answered 503".into() };
    let mut waits = Vec::new();
    for _ in 0..9 {
        let mut tx = db.begin().await.unwrap();
        pictures::record(&mut tx, north, &address("north", "card"), &failed, 30).await.unwrap();
        tx.commit().await.unwrap();
        let hours = "select round(extract(epoch from max(next_check_at) filter (where state = 'FAILED') - now()) / 3600)::bigint from picture_source";
        waits.push(count(&db, hours).await);
    }
    assert!(waits.is_sorted() && waits[0] == 1 && waits[8] == 168, "{waits:?}");
    let kept = "select count(*) from picture_source where state = 'FAILED' and picture_hash is not null";
    assert_eq!(count(&db, kept).await, 1);
}
