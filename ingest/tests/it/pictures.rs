//! Pictures from a retailer's server on loopback to the files that the api serves.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use ::pictures::{PictureStore, make};
use axum::{
    body::Body,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{
    model::{Category, OfferDraft, PictureHash, ProductFacts, ProductId, RetailerId, Specs},
    store::{pictures::find_stored, products},
};
use image::ImageFormat;
use ingest::{
    crawl::{IngestContext, store_retailer},
    jobs::{Task, TaskEnd, run_task},
    pictures::{PictureReport, delete_unused, fetch},
};
use sqlx::PgPool;

use crate::{
    demo_server::{bar, context},
    matcher_fixtures::{insert_records, offer, record, store},
    picture_files::{bad_files, file, photo, settings},
    stored_data::{number, texts},
    test_retailer::{ReceivedRequest, TestRetailer, html},
};

const SHOPIFY: &str = "platform = \"shopify\"\n[shopify]\n";

/// A retailer with offers of products, whose pictures it serves by path.
struct PictureRetailer {
    shop: TestRetailer,
    context: IngestContext,
    id: RetailerId,
    files: tempfile::TempDir,
}

type Served = Arc<Mutex<Vec<(String, Vec<u8>)>>>;

impl PictureRetailer {
    async fn open(db: &PgPool) -> anyhow::Result<Self> {
        let (shop, files) = (TestRetailer::open().await?, tempfile::tempdir()?);
        let mut context = context(db);
        let mut config = (*context.config).clone();
        config.data.directory = files.path().to_owned();
        config.pictures.max_shared_products = 3;
        context.config = config.into();
        let id = store_retailer(db, &shop.file(SHOPIFY)).await?;
        Ok(Self { shop, context, id, files })
    }

    fn store(&self) -> PictureStore {
        PictureStore::in_folder(&self.files.path().join("pictures")).unwrap()
    }

    fn serves(&self, pictures: Vec<(&str, Vec<u8>)>) -> Served {
        let served: Served = Arc::new(Mutex::new(
            pictures.into_iter().map(|(path, bytes)| (format!("/{path}"), bytes)).collect(),
        ));
        let serving = served.clone();
        self.shop.answers(move |asked| answer(asked, &serving.lock().unwrap()));
        served
    }

    /// Stores one product for each path, with an offer whose picture has that path.
    async fn add_products(&self, paths: &[&str]) -> anyhow::Result<Vec<ProductId>> {
        let mut ids = Vec::new();
        for path in paths {
            let number = format!("PART-{}", ids.len() + 1000);
            ids.push(self.sell(&number, &format!("http://{}/{path}", self.shop.address)).await?);
        }
        Ok(ids)
    }

    async fn sell(&self, number: &str, address: &str) -> anyhow::Result<ProductId> {
        let product = record(Category::Gpu, "ASUS", number);
        let facts = ProductFacts { part_numbers: vec![number.into()], ..product };
        insert_records(&self.context.db, "test", std::slice::from_ref(&facts)).await;
        store(&self.context.db, self.id, &[draft(number, address)]).await;
        Ok(facts.id)
    }

    async fn fetch(&self) -> anyhow::Result<PictureReport> {
        fetch(&self.context, &self.shop.file(SHOPIFY), None, &bar()).await
    }

    async fn picture_of(&self, id: ProductId) -> anyhow::Result<Option<PictureHash>> {
        let product = products::find(&self.context.db, id).await?.expect("a product");
        Ok(product.picture.map(|picture| picture.hash))
    }
}

/// Serves a picture with an ETag that changes with the bytes.
fn answer(asked: &ReceivedRequest, pictures: &[(String, Vec<u8>)]) -> Response {
    let Some((_, bytes)) = pictures.iter().find(|(path, _)| *path == asked.path) else {
        return (StatusCode::NOT_FOUND, "no such picture").into_response();
    };
    let tag = format!("\"{}\"", PictureHash::of(bytes));
    if asked.header("if-none-match") == Some(tag.as_str()) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    ([(header::ETAG, tag)], bytes.clone()).into_response()
}

fn draft(number: &str, address: &str) -> OfferDraft {
    OfferDraft {
        unsure: None,
        image_url: Some(address.into()),
        category: Some(Category::Gpu),
        manufacturer: Some("ASUS".into()),
        model: None,
        part_numbers: vec![number.into()],
        non_part_reason: None,
        specs: Specs::new(),
        ..offer(number, &format!("ASUS card {number}"))
    }
}

const DUE_NOW: &str =
    "with due as (update picture_source set next_check_at = now() returning 1) select count(*) from due";

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn picture_is_stored_and_revalidated_conditionally(db: PgPool) -> anyhow::Result<()> {
    let shop = PictureRetailer::open(&db).await?;
    let sent = file(&photo(700, 7), ImageFormat::Jpeg);
    let served = shop.serves(vec![("a.jpg", sent.clone())]);
    let product = shop.add_products(&["a.jpg"]).await?[0];
    let before = number(&db, "select count(*) from product_change").await?;
    let report = shop.fetch().await?;
    assert_eq!((report.added, report.fetched, report.chosen, report.left), (1, 1, 1, 0), "{report:?}");
    let hash = PictureHash::of(&sent);
    assert_eq!(shop.picture_of(product).await?, Some(hash.clone()));
    assert!(number(&db, "select count(*) from product_change").await? > before, "the feed names the product");
    let kept = find_stored(&db, &hash).await?.expect("its row");
    for file in kept.picture.files() {
        assert!(shop.store().get(&file).await?.is_some(), "{file}");
    }
    // The picture is not due for a month; then the retailer answers that it is unchanged, and sends nothing.
    assert_eq!(shop.fetch().await?.fetched, 0);
    assert_eq!(shop.shop.asked().len(), 1);
    number(&db, DUE_NOW).await?;
    let again = shop.fetch().await?;
    assert_eq!((again.unchanged, again.fetched, again.chosen), (1, 0, 0), "{again:?}");
    // The same address now has another picture.
    let other = file(&photo(700, 200), ImageFormat::Jpeg);
    served.lock().unwrap()[0].1 = other.clone();
    number(&db, DUE_NOW).await?;
    let changed = shop.fetch().await?;
    assert_eq!((changed.fetched, changed.chosen), (1, 1), "{changed:?}");
    assert_eq!(shop.picture_of(product).await?, Some(PictureHash::of(&other)));
    // A later failure removes nothing.
    served.lock().unwrap().clear();
    number(&db, DUE_NOW).await?;
    assert_eq!(shop.fetch().await?.failed, 1);
    assert_eq!(shop.picture_of(product).await?, Some(PictureHash::of(&other)));
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn html_in_place_of_a_picture_is_refused(db: PgPool) -> anyhow::Result<()> {
    let shop = PictureRetailer::open(&db).await?;
    let bad = bad_files();
    let paths: Vec<&str> = bad.iter().map(|(path, ..)| *path).collect();
    shop.serves(bad.iter().map(|(path, bytes, _)| (*path, bytes.clone())).collect());
    shop.add_products(&paths).await?;
    let report = shop.fetch().await?;
    assert_eq!((report.refused, report.fetched), (bad.len(), 0), "{report:?}");
    let reasons =
        texts(&db, "select address || ' ' || reason from picture_source where state = 'REFUSED'").await?;
    for (path, _, reason) in bad {
        let said = reasons.iter().find(|said| said.contains(&format!("/{path} "))).expect(path);
        assert!(said.contains(reason), "{said}");
    }
    assert_eq!(number(&db, "select count(*) from picture").await?, 0);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn animation_of_thirty_megabytes_is_refused(db: PgPool) -> anyhow::Result<()> {
    let shop = PictureRetailer::open(&db).await?;
    let sent = Arc::new(AtomicUsize::new(0));
    let counting = sent.clone();
    let frame = file(&photo(200, 7), ImageFormat::Gif);
    shop.shop.answers(move |_| {
        let (frame, counting) = (frame.clone(), counting.clone());
        let chunks = (0..).map(move |number| {
            let chunk = if number == 0 { frame.clone() } else { vec![0x21; 64 * 1024] };
            counting.fetch_add(chunk.len(), Ordering::Relaxed);
            Ok::<_, std::io::Error>(chunk)
        });
        Body::from_stream(futures::stream::iter(chunks.take(480))).into_response()
    });
    shop.add_products(&["moving.gif"]).await?;
    assert_eq!(shop.fetch().await?.refused, 1);
    let reasons = texts(&db, "select reason from picture_source").await?;
    assert_eq!(reasons, ["the file is larger than the limit of 10485760 bytes"]);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn pictures_are_fetched_from_public_hosts_of_the_retailer_only(db: PgPool) -> anyhow::Result<()> {
    let shop = PictureRetailer::open(&db).await?;
    shop.serves(Vec::new());
    shop.sell("PART-2001", "https://elsewhere.example/a.jpg").await?;
    shop.sell("PART-2002", "ftp://elsewhere.example/b.jpg").await?;
    let report = shop.fetch().await?;
    assert_eq!((report.failed, report.refused), (1, 1), "{report:?}");
    let reasons = texts(&db, "select reason from picture_source order by reason").await?;
    assert!(reasons.iter().any(|reason| reason.contains("extra_domains")), "{reasons:?}");
    assert!(shop.shop.asked().is_empty());
    // The same retailer without permission for loopback addresses.
    let mut file = shop.shop.file(SHOPIFY);
    file.allow_private_addresses = false;
    shop.add_products(&["inner.jpg"]).await?;
    let report = fetch(&shop.context, &file, None, &bar()).await?;
    assert_eq!(report.refused, 1, "{report:?}");
    assert!(shop.shop.asked().is_empty());
    shop.context.stop.cancel();
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn shared_placeholder_is_not_shown(db: PgPool) -> anyhow::Result<()> {
    let shop = PictureRetailer::open(&db).await?;
    let nothing = file(&photo(900, 7), ImageFormat::Png);
    let own = file(&photo(300, 90), ImageFormat::Jpeg);
    shop.serves(vec![("none.png", nothing.clone()), ("also-none.png", nothing), ("own.jpg", own.clone())]);
    let paths = ["none.png", "none.png", "also-none.png"];
    let three = shop.add_products(&paths).await?;
    shop.fetch().await?;
    assert!(shop.picture_of(three[0]).await?.is_some(), "three colours of one part share theirs");
    let four = shop.sell("PART-2004", &format!("http://{}/none.png", shop.shop.address)).await?;
    let own_id = shop.sell("PART-2005", &format!("http://{}/own.jpg", shop.shop.address)).await?;
    shop.fetch().await?;
    for id in three.into_iter().chain([four]) {
        assert_eq!(shop.picture_of(id).await?, None);
    }
    assert_eq!(shop.picture_of(own_id).await?, Some(PictureHash::of(&own)));
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unused_pictures_are_deleted_with_their_files(db: PgPool) -> anyhow::Result<()> {
    let shop = PictureRetailer::open(&db).await?;
    let (one, two) = (file(&photo(300, 1), ImageFormat::Png), file(&photo(300, 2), ImageFormat::Png));
    shop.serves(vec![("one.png", one.clone()), ("two.png", two.clone())]);
    shop.add_products(&["one.png", "two.png"]).await?;
    shop.fetch().await?;
    assert_eq!(delete_unused(&shop.context).await?.pictures, 0);
    sqlx::query("update offer set ended_at = now() where external_id = 'PART-1000'").execute(&db).await?;
    sqlx::query("update product set removed_at = now() where model = 'PART-1000'").execute(&db).await?;
    let later = "update picture_source set checked_at = now() - interval '40 days'";
    sqlx::query(later).execute(&db).await?;
    let first = delete_unused(&shop.context).await?;
    assert_eq!((first.sources, first.pictures), (1, 0), "unused from now on, and kept for some days");
    sqlx::query("update picture set unused_since = unused_since - interval '40 days'").execute(&db).await?;
    assert_eq!(delete_unused(&shop.context).await?.pictures, 1);
    let files = |sent: &[u8]| make(sent, &settings()).unwrap().stored.picture.files();
    for file in files(&one) {
        assert!(shop.store().get(&file).await?.is_none(), "{file}");
    }
    for file in files(&two) {
        assert!(shop.store().get(&file).await?.is_some(), "{file}");
    }
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn pictures_wait_while_the_retailer_is_crawled(db: PgPool) -> anyhow::Result<()> {
    let shop = PictureRetailer::open(&db).await?;
    shop.serves(vec![("a.png", file(&photo(300, 1), ImageFormat::Png))]);
    shop.add_products(&["a.png"]).await?;
    let mut crawling = db.acquire().await?;
    let lock = sqlx::postgres::PgAdvisoryLock::new("tajmeea crawl test-shop");
    let held = lock.acquire(&mut *crawling).await?;
    let report = shop.fetch().await?;
    assert_eq!((report.fetched, report.left), (0, 1), "{report:?}");
    held.release_now().await?;
    assert_eq!(shop.fetch().await?.fetched, 1);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn picture_job_fetches_the_pictures_of_its_retailer(db: PgPool) -> anyhow::Result<()> {
    let shop = PictureRetailer::open(&db).await?;
    shop.serves(vec![("a.png", file(&photo(300, 1), ImageFormat::Png))]);
    let product = shop.add_products(&["a.png"]).await?[0];
    let mut context = shop.context.clone();
    let mut config = (*context.config).clone();
    config.ingest.retailers_directory = shop.files.path().join("retailers");
    std::fs::create_dir(&config.ingest.retailers_directory)?;
    let text = format!(
        "slug = \"test-shop\"\nnames = {{ en = \"Test\", ar = \"متجر\" }}\nbase_url = \"http://{}\"\n\
         allow_private_addresses = true\nenabled = true\nprice_format = {{ decimal = \".\", thousands = \",\" }}\n{SHOPIFY}",
        shop.shop.address
    );
    std::fs::write(config.ingest.retailers_directory.join("test-shop.toml"), text)?;
    context.config = config.into();
    let task = Task::Pictures { retailer: "test-shop".parse()? };
    let id = task.enqueue(&db).await?.expect("queued");
    assert!(task.enqueue(&db).await?.is_none(), "once at a time");
    let TaskEnd::Done(counters) = run_task(&task, &context, id).await? else {
        panic!("the task was queued again")
    };
    assert_eq!(counters["fetched"], 1, "{counters}");
    assert!(shop.picture_of(product).await?.is_some());
    // An HTML page in place of the retailer's files changes nothing.
    shop.shop.answers(|_| html("sorry"));
    Ok(())
}
