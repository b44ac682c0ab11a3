//! Decisions of operators on the command line, with the real program.

use demo::{Override, ShopKind};
use domain::{model::Fils, store::jobs};
use serde_json::Value;
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

use crate::{
    command_line::{code, ingest, output_text},
    demo_server::{DemoRetailers, context, crawl_all, import_reference},
    interrupted_workers::database_url,
    stored_data::{number, texts},
};

/// The program on a database, with the files of the demo retailers.
struct Operator {
    street: DemoRetailers,
    database: String,
    files: tempfile::TempDir,
}

impl Operator {
    async fn new(db: &PgPool) -> anyhow::Result<Operator> {
        let (street, files) = (DemoRetailers::open().await?, tempfile::tempdir()?);
        street.write_files(files.path())?;
        Ok(Operator { street, database: database_url(db).await?, files })
    }

    /// Runs a command and returns its exit code and its JSON.
    async fn run_for_json(&self, arguments: &str) -> anyhow::Result<(i32, Value)> {
        let mut arguments: Vec<&str> = arguments.split(' ').collect();
        arguments.push("--json");
        let output = ingest(&self.database, self.files.path(), &arguments, "").await?;
        let answer = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>().next();
        Ok((code(&output), answer.transpose()?.unwrap_or_default()))
    }

    /// Runs a command and returns its text output.
    async fn run_for_text(&self, arguments: &str) -> anyhow::Result<String> {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        Ok(output_text(&ingest(&self.database, self.files.path(), &arguments, "").await?))
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn held_prices_are_decided_once(db: PgPool) -> anyhow::Result<()> {
    let operator = Operator::new(&db).await?;
    assert!(operator.run_for_text("quarantine list").await?.contains("There are no held prices"));
    let context = context(&db);
    let files = [operator.street.file(ShopKind::SidraStore)];
    crawl_all(&context, &files).await?;
    let first_two = "select external_id from offer where stock = 'IN' order by 1 limit 2";
    let chosen = texts(&db, first_two).await?;
    for id in &chosen {
        let price = Override { price: Some(Fils(999_999)), stock: None };
        operator.street.world.set_offer(ShopKind::SidraStore, id, price);
    }
    crawl_all(&context, &files).await?;

    let (_, waiting) = operator.run_for_json("quarantine list --retailer sidra-store").await?;
    let held = |index: usize| waiting[index]["id"].as_str().unwrap_or_default().to_owned();
    assert_eq!(waiting.as_array().map(Vec::len), Some(2), "{waiting}");
    let shown = operator.run_for_text(&format!("quarantine show {}", held(0))).await?;
    assert!(shown.contains("999.999") && shown.contains("far from its own last price"), "{shown}");

    let (decided, _) = operator.run_for_json(&format!("quarantine release {}", held(0))).await?;
    assert_eq!(decided, 0);
    assert_eq!(number(&db, "select count(*) from offer where price_fils = 999999").await?, 1);
    assert_eq!(number(&db, "select count(*) from price_point where price_fils = 999999").await?, 1);
    let (partly, answer) = operator.run_for_json(&format!("quarantine drop {} {}", held(0), held(1))).await?;
    assert_eq!(partly, 3, "{answer}");
    assert_eq!(answer[0]["says"], "the price was already decided: released");
    assert_eq!(operator.run_for_json(&format!("quarantine drop {}", held(1))).await?.0, 1);
    assert_eq!(operator.run_for_json("quarantine show 00000000-0000-0000-0000-000000000000").await?.0, 1);
    assert_eq!(operator.run_for_json("quarantine show nonsense").await?.0, 2);

    // The retailer still states the same prices: the released price stays, and the dropped one is
    // not asked about again.
    crawl_all(&context, &files).await?;
    assert!(operator.run_for_text("quarantine list").await?.contains("There are no held prices"));
    assert_eq!(number(&db, "select count(*) from offer where price_fils = 999999").await?, 1);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn jobs_are_shown_cancelled_and_retried(db: PgPool) -> anyhow::Result<()> {
    let operator = Operator::new(&db).await?;
    let draft = jobs::JobDraft {
        kind: "crawl_retailer",
        payload: serde_json::json!({"retailer": "north"}),
        dedup_key: Some("crawl:north"),
        run_at: OffsetDateTime::now_utc() + Duration::HOUR,
        max_attempts: 3,
    };
    let id = jobs::enqueue(&db, &draft).await?.expect("a new job");
    let (_, listed) = operator.run_for_json("jobs list --state queued").await?;
    assert_eq!(listed[0]["id"], id.to_string());
    assert_eq!(operator.run_for_json("jobs list --state parked").await?.1, serde_json::json!([]));

    assert_eq!(operator.run_for_json(&format!("jobs cancel {id}")).await?.0, 0);
    let (again, answer) = operator.run_for_json(&format!("jobs cancel {id}")).await?;
    assert_eq!((again, answer[0]["decided"].as_bool()), (1, Some(false)), "{answer}");
    let nobody = "00000000-0000-0000-0000-000000000000";
    assert_eq!(operator.run_for_json(&format!("jobs retry {id} {nobody}")).await?.0, 3);
    let (_, shown) = operator.run_for_json(&format!("jobs show {id}")).await?;
    assert_eq!((shown["state"].as_str(), shown["dedupKey"].as_str()), (Some("QUEUED"), Some("crawl:north")));
    assert!(operator.run_for_text(&format!("jobs show {id}")).await?.contains("0 of 3"));
    assert_eq!(number(&db, "select count(*) from job where run_at <= now()").await?, 1);
    assert_eq!(operator.run_for_json(&format!("jobs show {nobody}")).await?.0, 1);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn retailer_is_disabled_and_enabled_in_its_file_and_on_pages(db: PgPool) -> anyhow::Result<()> {
    let operator = Operator::new(&db).await?;
    import_reference(&db).await?;
    crawl_all(&context(&db), &[operator.street.file(ShopKind::SidraStore)]).await?;
    let shown = "select count(distinct product_id) from offer where product_id is not null";
    let products = number(&db, shown).await?;
    for (command, enabled) in [("disable", false), ("enable", true)] {
        sqlx::query("truncate product_change").execute(&db).await?;
        let typed = format!("retailer {command} sidra-store");
        let (done, answer) = operator.run_for_json(&typed).await?;
        assert_eq!((done, answer["changed"].as_bool()), (0, Some(true)));
        let text = std::fs::read_to_string(operator.files.path().join("sidra-store.toml"))?;
        assert!(text.contains(&format!("enabled = {enabled}")) && text.starts_with("# Sidra Store"));
        let flags = texts(&db, "select enabled::text from retailer").await?;
        assert_eq!(flags, [enabled.to_string()]);
        assert_eq!(number(&db, "select count(*) from product_change").await?, products);
        assert_eq!(operator.run_for_json(&typed).await?.1["changed"], false);
    }
    assert!(products > 100);
    assert_eq!(operator.run_for_json("retailer disable no-such-shop").await?.0, 1);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unmatched_offers_are_linked_by_command(db: PgPool) -> anyhow::Result<()> {
    let operator = Operator::new(&db).await?;
    import_reference(&db).await?;
    crawl_all(&context(&db), &[operator.street.file(ShopKind::SidraStore)]).await?;
    let joined =
        "select id::text || ' ' || product_id::text from offer where product_id is not null order by 1";
    let before = texts(&db, joined).await?;
    sqlx::query("update offer set product_id = null, linked_by = null").execute(&db).await?;
    let (done, answer) = operator.run_for_json("match run").await?;
    let after = texts(&db, joined).await?;
    assert_eq!((done, answer["matched"].as_u64()), (0, Some(after.len() as u64)));
    // The command also runs the matcher, which matches a few offers that a crawl's exact rules leave waiting.
    assert!(before.len() > 100 && before.iter().all(|link| after.contains(link)));
    assert!(operator.run_for_text("match run").await?.starts_with("0 offers were matched"));
    Ok(())
}

#[tokio::test]
async fn shell_completions_need_no_database() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output =
            ingest("postgres://nobody@127.0.0.1:1/none", directory.path(), &["completions", shell], "")
                .await?;
        assert!(
            code(&output) == 0 && output_text(&output).contains("quarantine"),
            "{shell}: {}",
            output_text(&output)
        );
    }
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unknown_manufacturers_are_confirmed_aliased_and_refused(db: PgPool) -> anyhow::Result<()> {
    let operator = Operator::new(&db).await?;
    assert!(operator.run_for_text("manufacturers list").await?.contains("There are no names to show"));
    sqlx::query(
        "insert into manufacturer (key, name, offers, shops, titles)
         values ('vida', 'Vida', 9, 3, '{Vida 500W}'), ('corsiar', 'Corsiar', 2, 1, '{}'), ('promo', 'Promo', 1, 1, '{}')",
    )
    .execute(&db)
    .await?;
    let list = operator.run_for_text("manufacturers list").await?;
    assert!(list.contains("Vida 500W") && list.contains("unconfirmed"), "{list}");
    for (command, exit) in [
        ("manufacturers confirm vida", 0),
        ("manufacturers alias Corsiar Corsair", 0),
        ("manufacturers alias Corsiar Nowhere", 1),
        ("manufacturers refuse promo", 0),
        ("manufacturers refuse nobody", 1),
    ] {
        assert_eq!(operator.run_for_json(command).await?.0, exit, "{command}");
    }
    let (_, aliases) = operator.run_for_json("manufacturers list --state alias").await?;
    assert_eq!(
        (aliases[0]["name"].as_str(), aliases[0]["aliasOf"].as_str()),
        (Some("Corsiar"), Some("Corsair"))
    );
    assert_eq!(number(&db, "select count(*) from audit_entry where target_type = 'MANUFACTURER'").await?, 3);
    Ok(())
}
