//! The operator's command for tokens of retailers, and runs that leave out who hands offers in.

use std::collections::BTreeMap;

use sqlx::PgPool;

use crate::{
    command_line::{code, ingest, output_text},
    handed_lists::FILE,
    interrupted_workers::database_url,
    stored_data::number,
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn tokens_are_shown_once_listed_and_revoked(db: PgPool) -> anyhow::Result<()> {
    let (database, directory) = (database_url(&db).await?, tempfile::tempdir()?);
    std::fs::write(directory.path().join("corner-shop.toml"), FILE)?;
    let run = async |arguments: &[&str]| {
        let all = [["--json", "retailer", "token", "corner-shop"].as_slice(), arguments].concat();
        let output = ingest(&database, directory.path(), &all, "").await?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        anyhow::Ok((code(&output), serde_json::from_str::<serde_json::Value>(&text).unwrap_or_default()))
    };
    let mut tokens = BTreeMap::new();
    for _ in 0..2 {
        let (code, made) = run(&[]).await?;
        assert_eq!(code, 0, "{made}");
        let text = |key: &str| made[key].as_str().unwrap_or_default().to_owned();
        assert!(text("token").starts_with("tajmeea_"), "{made}");
        tokens.insert(text("id"), text("token"));
    }
    assert_eq!(tokens.len(), 2);
    assert_eq!(run(&[]).await?.0, 1, "a third one is refused");
    let (_, listed) = run(&["--list"]).await?;
    assert_eq!(listed["tokens"].as_array().map(Vec::len), Some(2), "{listed}");
    assert_eq!(listed["tokens"][0]["lastUsedAt"], serde_json::Value::Null);
    for token in tokens.values() {
        assert!(!listed.to_string().contains(token.as_str()));
        let digits = token.trim_start_matches("tajmeea_");
        let stored: i64 =
            sqlx::query_scalar("select count(*) from retailer_token where token_hash = decode($1, 'hex')")
                .bind(digits)
                .fetch_one(&db)
                .await?;
        assert_eq!(stored, 0, "the database holds hashes alone");
    }
    let first = tokens.keys().next().expect("two").clone();
    assert_eq!(run(&["--revoke", &first]).await?.0, 0);
    assert_eq!(run(&["--revoke", &first]).await?.0, 1, "it is gone");
    assert_eq!(run(&["--list"]).await?.1["tokens"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        number(&db, "select count(*) from audit_entry where action_type like '%RETAILER_TOKEN'").await?,
        3
    );
    let unknown = ingest(&database, directory.path(), &["retailer", "token", "nobody"], "").await?;
    assert_eq!(code(&unknown), 1);
    assert!(output_text(&unknown).contains("no readable retailer file has the slug nobody"));
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn run_of_all_retailers_leaves_those_out_that_hand_their_offers_in(db: PgPool) -> anyhow::Result<()> {
    let (database, directory) = (database_url(&db).await?, tempfile::tempdir()?);
    std::fs::write(directory.path().join("corner-shop.toml"), FILE)?;
    let output = ingest(&database, directory.path(), &["run"], "").await?;
    assert_eq!(code(&output), 1);
    assert!(output_text(&output).contains("there is no retailer to crawl"), "{}", output_text(&output));
    let named = ingest(&database, directory.path(), &["run", "--retailer", "corner-shop"], "").await?;
    assert!(output_text(&named).contains("hands its offers in"), "{}", output_text(&named));
    Ok(())
}
