//! Measures the matcher: many new offers against a large reference, in an empty database.
//!
//! ```text
//! DATABASE_URL=… cargo run --release -p ingest --example measure_matcher -- PARTS.jsonl.gz 50000
//! ```
//!
//! The offers' titles are made from the reference's names as shops bend them (words dropped that say nothing, moved, glued, in
//! Arabic), one in ten with the model's code changed, so that it is none of them. What became of each is held against the record that
//! its title was made from:
//!
//! - `right`: it is that record;
//! - `alike`: another record of which nothing that is known says another thing;
//! - `fits`: another record, whose name has every word of the title;
//! - `wrong`: none of these. The first of them are printed, for somebody to look at.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fs::File,
    io::Read,
    time::Instant,
};

use domain::{
    config::Config,
    model::{
        EvidenceCode, Fils, OfferDraft, PlatformKind, ProductFacts, ProductId, RetailerDraft, ShippingRule,
        Stock,
        keys::{self, fold::Folded},
    },
    store::{matches, offers, prices, retailers, schema, sources::DataSource},
};
use ingest::{
    commands::{database, import_specs},
    import::record,
    matching::{self, Item},
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
/// How many wrong joins are shown.
const SHOWN: usize = 60;

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
    let began = Instant::now();
    let done = matching::run(&db, &config.matching, false, &CancellationToken::new(), |_| ()).await?;
    let seconds = began.elapsed().as_secs_f64();
    println!("{done:?}");
    println!("{} offers compared in {seconds:.1} s (promised: {SECONDS} s for 50,000)", done.compared);
    let products = products(&db).await?;
    tell(&rows(&db).await?, &truth, &products);
    Ok(())
}

/// What became of an offer.
#[derive(sqlx::FromRow)]
struct Row {
    external_id: String,
    title_en: String,
    product_id: Option<ProductId>,
    linked_by: Option<String>,
    /// What a person is asked about, the likeliest first.
    asked: Vec<ProductId>,
}

async fn rows(db: &PgPool) -> anyhow::Result<Vec<Row>> {
    Ok(sqlx::query_as(
        "select external_id, title_en, product_id, linked_by,
             array(select match.product_id from product_match as match
                   where offer_id = offer.id order by confidence desc) as asked
         from offer order by external_id::integer",
    )
    .fetch_all(db)
    .await?)
}

/// The products as the matcher sees them, and whether they were made of offers.
async fn products(db: &PgPool) -> anyhow::Result<HashMap<ProductId, (String, Item, bool)>> {
    let made: HashSet<ProductId> = sqlx::query_scalar("select id from product where source = 'shops'")
        .fetch_all(db)
        .await?
        .into_iter()
        .collect();
    let products = matches::list_products(db, ProductId(uuid::Uuid::nil()), i64::MAX).await?;
    Ok(products
        .iter()
        .map(|product| {
            (product.id, (product.name.clone(), matching::product_item(product), made.contains(&product.id)))
        })
        .collect())
}

/// Offers by what became of them and how that is to be judged.
fn tell(
    rows: &[Row],
    truth: &HashMap<String, Option<ProductId>>,
    products: &HashMap<ProductId, (String, Item, bool)>,
) {
    let mut counts: BTreeMap<&str, BTreeMap<&str, u32>> = BTreeMap::new();
    let mut wrong: Vec<String> = Vec::new();
    for row in rows {
        let stage = match (row.product_id, row.linked_by.as_deref()) {
            (Some(id), _) if products[&id].2 => "made new",
            (Some(_), Some("MATCHER")) => "joined by the matcher itself",
            (Some(_), _) => "joined while storing, by exact keys",
            (None, _) if row.asked.is_empty() => "left apart",
            (None, _) => "waiting for a person",
        };
        let found = row.product_id.or(row.asked.first().copied());
        let verdict = judge(row, found, truth[&row.external_id], products);
        if let Some(id) = row.product_id
            && verdict == "wrong"
            && stage.starts_with("joined")
        {
            wrong.push(format!("  {stage}: {} = {}", row.title_en, products[&id].0));
        }
        *counts.entry(stage).or_default().entry(verdict).or_default() += 1;
    }
    for (stage, verdicts) in counts {
        let all: u32 = verdicts.values().sum();
        let wrong = verdicts.get("wrong").copied().unwrap_or_default();
        println!("{stage}: {all}, not wrong {:.4}: {verdicts:?}", 1.0 - f64::from(wrong) / f64::from(all));
    }
    wrong.sort();
    println!("{} joined wrong:\n{}", wrong.len(), wrong[..wrong.len().min(SHOWN)].join("\n"));
}

fn judge(
    row: &Row,
    found: Option<ProductId>,
    truth: Option<ProductId>,
    products: &HashMap<ProductId, (String, Item, bool)>,
) -> &'static str {
    let Some((name, item, made)) = found.map(|id| &products[&id]) else {
        return if truth.is_some() { "not found" } else { "rightly none" };
    };
    let words = |text: &str| Folded::new(text).iter().map(str::to_owned).collect::<HashSet<String>>();
    let fits = || {
        let of_record = words(name);
        words(&row.title_en).iter().all(|word| of_record.contains(word) || ADDED.contains(&word.as_str()))
    };
    match truth {
        Some(truth) if found == Some(truth) => "right",
        Some(truth) if !made && alike(item, &products[&truth].1) => "alike",
        None if *made => "rightly new",
        _ if !made && fits() => "fits",
        _ => "wrong",
    }
}

/// Whether nothing that a title may say tells two records apart.
fn alike(left: &Item, right: &Item) -> bool {
    let comparison = matching::compare(left, right, &matching::TermStatistics::default());
    let told = |code: EvidenceCode| {
        use EvidenceCode as E;
        matches!(
            code,
            E::FactDiffers
                | E::VariantDiffers
                | E::WordsOnlyOffer
                | E::WordsOnlyProduct
                | E::MakerDiffers
                | E::CategoryDiffers
        )
    };
    !comparison.vetoed && !comparison.evidence.iter().any(|evidence| told(evidence.code))
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
        let (title, stays) = bend(fact, number);
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
            stated_brand: None,
            model: read.model,
            part_numbers: read.part_numbers,
            sku: None,
            gtins: Vec::new(),
            no_part: None,
            specs: read.specs,
            price: Fils(50_000 + number as i64 % 900),
            list_price: None,
            stock: Stock::In,
            stock_left: None,
        });
    }
    (drafts, truth)
}

/// What shops leave out of a name, and nobody misses it.
const UNSAID: [&str; 8] =
    ["certified", "monitor", "internal", "cooler", "drive", "edition", "desktop", "memory"];
/// What they add to it, folded.
const ADDED: [&str; 9] = ["2", "years", "warranty", "عرض", "خاص", "الاصلي", "مع", "الضمان", "plus"];

/// A name as a shop writes it; and whether it is still the same thing.
fn bend(fact: &ProductFacts, number: usize) -> (String, bool) {
    let mut words: Vec<String> = fact.name.split_whitespace().map(str::to_owned).collect();
    let of_maker = fact.manufacturer.split_whitespace().count();
    let unsaid = |word: &String| UNSAID.contains(&word.to_lowercase().as_str());
    match number % 10 {
        0 => words.push("- 2 Years Warranty".to_owned()),
        1 => words.retain(|word| !unsaid(word)),
        2 => words = fact.name.to_uppercase().split_whitespace().map(str::to_owned).collect(),
        3 if words.len() > of_maker + 1 => words.swap(of_maker, of_maker + 1),
        4 => words.insert(0, "عرض خاص".to_owned()),
        6 => words.push(format!("({})", fact.manufacturer)),
        7 => words = fact.name.replace('-', " ").split_whitespace().map(str::to_owned).collect(),
        8 => return (change_code(&words, fact), false),
        9 => words.push("الأصلي مع الضمان".to_owned()),
        _ => {}
    }
    (words.join(" "), true)
}

/// The same name with the digits of its model's last code moved on; measures and facts stay as they are.
fn change_code(words: &[String], fact: &ProductFacts) -> String {
    let pieces = keys::model_pieces(fact.category, &fact.manufacturer, &fact.model, &fact.specs);
    let plain = |word: &str| word.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let digits = |word: &str| word.bytes().filter(u8::is_ascii_digit).count();
    let names_model = |word: &String| {
        digits(word) >= 2 && pieces.iter().any(|piece| digits(piece) >= 2 && plain(word).contains(piece))
    };
    let mut words = words.to_vec();
    match words.iter().rposition(names_model) {
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
