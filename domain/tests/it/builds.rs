use domain::{
    model::{BuildId, BuildName, Category, Fils, ProductId, ShareToken, UserId},
    store::{
        builds::{self, BuildRowChange, NewBuild, NewPart},
        expiry,
        users::{self, Role},
    },
};
use sqlx::PgPool;
use time::Duration;

use crate::fixtures::{NOW, TODAY, draft, facts, import, insert_user, retailer, store};

async fn save_build(db: &PgPool, user_id: UserId, token: &str, parts: &[NewPart]) -> BuildId {
    let name = BuildName::read("Mine").unwrap();
    let token = ShareToken::read(token).unwrap();
    let new = NewBuild {
        user_id,
        name: &name,
        description: None,
        is_public: true,
        share_token: &token,
        request_key: None,
    };
    let mut tx = db.begin().await.unwrap();
    let id = builds::insert(&mut *tx, &new).await.unwrap();
    builds::replace_parts(&mut tx, id, parts).await.unwrap();
    tx.commit().await.unwrap();
    id
}

fn card(product_id: ProductId, fils: i64) -> NewPart {
    NewPart {
        slot: Category::Gpu,
        product_id: Some(product_id),
        name: "ASUS Prime, as it was called".into(),
        quantity: 1,
        price: Some(Fils(fils)),
    }
}

const TOKEN: &str = "AAAAAAAAAAAAAAAAAAAAAA";

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn saved_parts_have_stored_and_current_price(db: PgPool) {
    let [known, gone] = [facts("Prime", "PART-0001"), facts("Dual", "PART-0002")];
    import(&db, &[known.clone(), gone.clone()]).await;
    let shop = retailer(&db, "north").await;
    store(&db, shop, &[draft("a", "PART-0001", 140_000)], NOW).await;
    let sara = insert_user(&db, "sara", Role::User).await;
    let id = save_build(&db, sara, TOKEN, &[card(known.id, 150_000), card(gone.id, 90_000)]).await;
    sqlx::query("delete from product where id = $1").bind(gone.id).execute(&db).await.unwrap();
    let parts = builds::list_parts(&db, &[id]).await.unwrap();
    let [first, second] = parts.as_slice() else { panic!("{parts:?}") };
    let today = first.today.as_ref().unwrap();
    assert_eq!((first.price, today.price, today.in_stock), (Some(Fils(150_000)), Some(Fils(140_000)), true));
    assert_eq!((today.name.as_str(), today.retailer.as_deref()), ("ASUS Prime", Some("Shop north")));
    // A part whose product no longer exists keeps its name and its price of the day.
    assert_eq!((second.product_id, second.price, &second.today), (None, Some(Fils(90_000)), &None));
    assert_eq!(second.name, "ASUS Prime, as it was called");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn build_is_readable_by_owner_or_while_shared(db: PgPool) {
    let [sara, noor] =
        [insert_user(&db, "sara", Role::User).await, insert_user(&db, "noor", Role::User).await];
    let id = save_build(&db, sara, TOKEN, &[]).await;
    let token = ShareToken::read(TOKEN).unwrap();
    let shown = async |reader| builds::find_shared(&db, &token, reader).await.unwrap().is_some();
    assert!(shown(None).await && shown(Some(noor)).await);
    assert!(builds::find_own(&db, noor, id).await.unwrap().is_none());
    assert!(!builds::delete(&db, noor, id).await.unwrap());
    assert!(builds::lock(&db, noor, id).await.unwrap().is_none());

    let closed = users::SettingsChange { allow_build_sharing: Some(false), ..Default::default() };
    users::change_settings(&db, sara, &closed).await.unwrap();
    assert!(!shown(None).await && !shown(Some(noor)).await && shown(Some(sara)).await);

    let open = users::SettingsChange { allow_build_sharing: Some(true), ..Default::default() };
    users::change_settings(&db, sara, &open).await.unwrap();
    let hidden = BuildRowChange { is_public: Some(false), ..Default::default() };
    builds::update(&db, id, &hidden).await.unwrap();
    assert!(!shown(None).await && shown(Some(sara)).await);
    // A change of visibility does not make a new version.
    assert_eq!(builds::find_own(&db, sara, id).await.unwrap().unwrap().version, 1);
    assert!(builds::delete(&db, sara, id).await.unwrap());
    assert_eq!(builds::count(&db, sara).await.unwrap(), 0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn visitor_counts_once_a_day_and_hash_is_deleted(db: PgPool) {
    let sara = insert_user(&db, "sara", Role::User).await;
    let id = save_build(&db, sara, TOKEN, &[]).await;
    let look = async |day, visitor: &[u8]| builds::count_view(&db, id, day, visitor).await.unwrap();
    assert_eq!(look(TODAY, b"one").await, Some(1));
    assert_eq!(look(TODAY, b"one").await, None);
    assert_eq!(look(TODAY, b"two").await, Some(2));
    assert_eq!(builds::count_view(&db, BuildId::random(), TODAY, b"one").await.unwrap(), None);

    let salt = builds::load_or_insert_salt(&db, TODAY, b"first").await.unwrap();
    assert_eq!(builds::load_or_insert_salt(&db, TODAY, b"second").await.unwrap(), salt);
    let tomorrow = TODAY + Duration::DAY;
    assert_eq!(builds::load_or_insert_salt(&db, tomorrow, b"third").await.unwrap(), b"third");
    let kept: i64 =
        sqlx::query_scalar("select (select count(*) from build_view) + (select count(*) from visitor_salt)")
            .fetch_one(&db)
            .await
            .unwrap();
    assert_eq!(kept, 1);
    assert_eq!(look(tomorrow, b"one").await, Some(3));
    assert_eq!(expiry::delete_build_views(&db, tomorrow + Duration::DAY).await.unwrap(), 1);
}
