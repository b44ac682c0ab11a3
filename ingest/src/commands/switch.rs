use domain::{config::Config, model::Slug, transactions::retailer_changes};

use super::outcome::Outcome;
use crate::{database, output::Output, retailer_file};

/// `ingest retailer enable|disable`
pub(super) async fn run(
    output: &Output,
    config: &Config,
    slug: &Slug,
    enabled: bool,
) -> anyhow::Result<Outcome> {
    let path = retailer_file::find_file(&config.ingest.retailers_directory, slug)?;
    // The database first: if only the file were changed, the next crawl would follow it, and the switch
    // would be half done.
    let db = database::open(config).await?;
    let mut tx = db.begin().await?;
    let database_changed = retailer_changes::set_enabled(&mut tx, slug, enabled).await?;
    let file_changed = retailer_file::set_enabled(&path, enabled)?;
    tx.commit().await?;
    let says = match (enabled, database_changed || file_changed) {
        (true, true) => "is enabled: it is crawled, and its offers are shown",
        (false, true) => "is disabled: it is not crawled, and its offers are hidden",
        (true, false) => "was already enabled",
        (false, false) => "was already disabled",
    };
    output.print(
        &serde_json::json!({ "retailer": slug, "enabled": enabled, "changed": database_changed || file_changed }),
        || format!("{slug} {says}."),
    );
    Ok(Outcome::Done)
}
