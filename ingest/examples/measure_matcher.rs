//! Measures the matcher: many new offers against a large reference, in an empty database.
//!
//! ```text
//! DATABASE_URL=… cargo run --release -p ingest --example measure_matcher -- PARTS.jsonl.gz 50000
//! ```
//!
//! The offers' titles are made from the reference's names as shops bend them (words dropped, moved, glued, in Arabic), one in
//! ten with its code changed, so that it is none of them. The true product of each is known, and what was joined is held against it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

use std::{collections::HashMap, fs::File, io::Read, time::Instant};

use domain::{
    config::Config,
    model::{Fils, OfferDraft, PlatformKind, ProductId, RetailerDraft, ShippingRule, Stock},
    store::{offers, prices, retailers, schema, sources::DataSource},
};
use ingest::{
    commands::{database, import_specs},
    import::record,
    matching,
    normalise::{self, RawTitle},
    output::Output,
    progress::Progress,
};
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

/// What Tajmeea promises: 50,000 offers against 33,303 products within a minute.
const SECONDS: f64 = 60.0;
const BATCH: usize = 500;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("say where the parts are");
    let count: usize = arguments.next().map_or(50_000, |count| count.parse().unwrap());
    let config = Config::load()?;
    let db = database::connect(&config).await?;
    schema::migrate(&db).await?;

    let mut lines = String::new();
    flate2::read::GzDecoder::new(File::open(&path)?).read_to_string(&mut lines)?;
    let source = DataSource {
        slug: "reference".to_owned(),
        name: "Reference".to_owned(),
        attribution: None,
        url: None,
    };
    let bar = Progress::new(&Output::new(false)).spinner("importing");
    let imported =
        import_specs::import(&db, Box::new(std::io::Cursor::new(lines.clone())), &source, &bar).await?;
    bar.clear();
    println!("reference: {} products", imported.new);

    let (drafts, truth) = offers_of(&lines, count);
    let began = Instant::now();
    store(&db, &drafts).await?;
    println!("stored {} offers in {:.1} s", drafts.len(), began.elapsed().as_secs_f64());
    let before = linked(&db).await?;
    let began = Instant::now();
    let done = matching::run(&db, &config.matching, false, &CancellationToken::new(), |_| ()).await?;
    let seconds = began.elapsed().as_secs_f64();
    println!("{done:?}");
    let after = linked(&db).await?;
    say("joined while storing", &before, &truth);
    let by_matcher: HashMap<String, ProductId> = after
        .iter()
        .filter(|(id, _)| !before.contains_key(*id))
        .map(|(id, product)| (id.clone(), *product))
        .collect();
    say("joined by the matcher", &by_matcher, &truth);
    println!("{} offers compared in {seconds:.1} s (promised: {SECONDS} s for 50,000)", done.compared);
    Ok(())
}

/// What is joined to what, by the shop's id.
async fn linked(db: &PgPool) -> anyhow::Result<HashMap<String, ProductId>> {
    let rows: Vec<(String, ProductId)> =
        sqlx::query_as("select external_id, product_id from offer where product_id is not null")
            .fetch_all(db)
            .await?;
    Ok(rows.into_iter().collect())
}

fn say(what: &str, joined: &HashMap<String, ProductId>, truth: &HashMap<String, Option<ProductId>>) {
    let of_a_product = joined.iter().filter(|(id, _)| truth[*id].is_some());
    let right = of_a_product.filter(|(id, product)| truth[*id] == Some(**product)).count();
    println!(
        "{what}: {} offers, {right} of them to the product that their title was made from",
        joined.len()
    );
}

async fn store(db: &PgPool, drafts: &[OfferDraft]) -> anyhow::Result<()> {
    let shop = RetailerDraft {
        slug: "measured".parse()?,
        name_en: "Measured".to_owned(),
        name_ar: "مقاس".to_owned(),
        base_url: "https://measured.example".to_owned(),
        platform: PlatformKind::Shopify,
        shipping: ShippingRule { flat: None, free_over: None },
        tabby: false,
        enabled: true,
    };
    let shop = retailers::upsert(db, &shop).await?;
    let now = OffsetDateTime::now_utc();
    prices::ensure_partitions(db, now, now).await?;
    for batch in drafts.chunks(BATCH) {
        let mut tx = db.begin().await?;
        offers::store_batch(&mut tx, shop, batch, now).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Offers, and the product of each by its external id; `None` where it was bent into something else.
fn offers_of(lines: &str, count: usize) -> (Vec<OfferDraft>, HashMap<String, Option<ProductId>>) {
    let facts: Vec<_> =
        lines.lines().filter_map(|line| record::read(line).ok()).map(|(facts, _)| facts).collect();
    let mut truth = HashMap::new();
    let mut drafts = Vec::with_capacity(count);
    for number in 0..count {
        let fact = &facts[number.wrapping_mul(7_919) % facts.len()];
        let (title, stays) = bend(&fact.name, &fact.manufacturer, number);
        let read = normalise::title(&RawTitle { en: Some(&title), ..RawTitle::default() });
        let external_id = number.to_string();
        truth.insert(external_id.clone(), stays.then_some(fact.id));
        drafts.push(OfferDraft {
            url: format!("https://measured.example/{external_id}"),
            external_id,
            title_en: Some(title),
            title_ar: None,
            image_url: None,
            category: read.category.or(Some(fact.category)),
            manufacturer: read.manufacturer,
            model: read.model,
            part_numbers: read.part_numbers,
            specs: read.specs,
            price: Fils(50_000 + number as i64 % 900),
            list_price: None,
            stock: Stock::In,
            stock_left: None,
        });
    }
    (drafts, truth)
}

/// A name as a shop writes it; and whether it is still the same thing.
fn bend(name: &str, maker: &str, number: usize) -> (String, bool) {
    let mut words: Vec<String> = name.split_whitespace().map(str::to_owned).collect();
    match number % 10 {
        0 => words.push("- 2 Years Warranty".to_owned()),
        1 if words.len() > 3 => drop(words.pop()),
        2 => words = name.to_uppercase().split_whitespace().map(str::to_owned).collect(),
        3 if words.len() > 2 => words.swap(1, 2),
        4 => words.insert(0, "عرض خاص".to_owned()),
        5 if words.len() > 4 => drop(words.remove(3)),
        6 => words.push(format!("({maker})")),
        7 => words = name.replace('-', " ").split_whitespace().map(str::to_owned).collect(),
        8 => return (change_code(&words), false),
        _ => words.push("الأصلي مع الضمان".to_owned()),
    }
    (words.join(" "), true)
}

/// The same name with the digits of its last code moved on.
fn change_code(words: &[String]) -> String {
    let mut words = words.to_vec();
    let code = words.iter().rposition(|word| word.bytes().filter(u8::is_ascii_digit).count() >= 3);
    match code {
        Some(place) => {
            words[place] = words[place]
                .chars()
                .map(|letter| {
                    letter
                        .to_digit(10)
                        .and_then(|digit| char::from_digit((digit + 1) % 10, 10))
                        .unwrap_or(letter)
                })
                .collect();
        }
        None => words.push("Mark Nine".to_owned()),
    }
    words.join(" ")
}
