use anyhow::Context as _;
use domain::{
    config::Config,
    model::{RetailerId, RetailerToken, RetailerTokenId, Slug},
    store::retailer_tokens::{self, ListedToken},
    transactions,
};
use serde_json::json;
use sqlx::PgPool;

use super::{moment::format_time, outcome::Outcome};
use crate::{
    crawl, database,
    output::{self, Output},
    retailer_file::read_files,
};

/// `ingest retailer token`
pub(super) async fn run(
    output: &Output,
    config: &Config,
    slug: &Slug,
    list: bool,
    revoke: Option<RetailerTokenId>,
) -> anyhow::Result<Outcome> {
    let directory = read_files(config)?;
    let file = directory.retailers.into_iter().find(|file| file.slug == *slug);
    let file = file.with_context(|| format!("no readable retailer file has the slug {slug}"))?;
    let db = database::open(config).await?;
    let retailer = (crawl::store_retailer(&db, &file).await?, slug);
    match revoke {
        _ if list => print_list(output, &db, retailer).await,
        Some(id) => revoke_token(output, &db, retailer, id).await,
        None => create(output, &db, retailer).await,
    }
}

async fn create(output: &Output, db: &PgPool, retailer: (RetailerId, &Slug)) -> anyhow::Result<Outcome> {
    let token = RetailerToken::new(rand::random());
    let mut tx = db.begin().await?;
    let id = transactions::retailer_tokens::create(&mut tx, retailer, &token).await?;
    tx.commit().await?;
    let slug = retailer.1;
    let id = id.with_context(|| {
        let most = retailer_tokens::MAX_TOKENS;
        format!(
            "{slug} has {most} tokens already: revoke one first (--list shows them, --revoke ID ends one)"
        )
    })?;
    // Standard output alone has the token: no log, and no other place.
    output.print(&json!({ "retailer": slug, "id": id, "token": token.text() }), || {
        format!(
            "{}\n\nThis is the token {id} of {slug}. It is shown once: hand it over by a safe way. \
             `ingest retailer token {slug} --revoke {id}` ends it.",
            token.text()
        )
    });
    Ok(Outcome::Done)
}

async fn revoke_token(
    output: &Output,
    db: &PgPool,
    retailer: (RetailerId, &Slug),
    id: RetailerTokenId,
) -> anyhow::Result<Outcome> {
    let slug = retailer.1;
    let mut tx = db.begin().await?;
    let revoked = transactions::retailer_tokens::revoke(&mut tx, retailer, id).await?;
    tx.commit().await?;
    anyhow::ensure!(revoked, "{slug} has no token {id}: --list shows its tokens");
    output.print(&json!({ "retailer": slug, "id": id, "revoked": true }), || {
        format!("The token {id} of {slug} is revoked: nothing more is accepted with it.")
    });
    Ok(Outcome::Done)
}

async fn print_list(output: &Output, db: &PgPool, retailer: (RetailerId, &Slug)) -> anyhow::Result<Outcome> {
    let tokens = retailer_tokens::list(db, retailer.0).await?;
    output.print(&json!({ "retailer": retailer.1, "tokens": tokens }), || match tokens.is_empty() {
        true => format!("{} has no token.", retailer.1),
        false => {
            output::format_table(&["id", "created", "last used"], 0..0, tokens.iter().map(cells).collect())
        }
    });
    Ok(Outcome::Done)
}

fn cells(token: &ListedToken) -> Vec<String> {
    let last_used = token.last_used_at.map_or_else(|| "never".to_owned(), format_time);
    vec![token.id.to_string(), format_time(token.created_at), last_used]
}
