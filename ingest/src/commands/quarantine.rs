use anyhow::Context;
use domain::{
    config::Config,
    model::Fils,
    store::{
        clock, prices,
        quarantine::{self, HeldOffer, HeldState},
    },
    transactions::{
        held_prices::{self, HeldPriceError},
        price_screen::{FAR_FROM_CLASS, FAR_FROM_LAST_PRICE, FAR_FROM_MARKET, OFF_SCALE},
    },
};
use serde::Serialize;
use sqlx::PgPool;
use uuid::Uuid;

use super::{moment::format_time, outcome::Outcome};
use crate::{
    cli::QuarantineCommand,
    database,
    output::{self, Output},
};

/// Maximum length of a title in the list, in characters.
const SHOWN_TITLE: usize = 44;

/// `ingest quarantine …`
pub(super) async fn run(
    output: &Output,
    config: &Config,
    command: QuarantineCommand,
) -> anyhow::Result<Outcome> {
    let db = database::open(config).await?;
    match command {
        QuarantineCommand::List { retailer, limit } => {
            let waiting = quarantine::list_waiting(&db, retailer.as_ref(), 0, limit.into()).await?;
            output.print(&waiting, || list(&waiting));
            Ok(Outcome::Done)
        }
        QuarantineCommand::Show { id } => {
            let held =
                quarantine::find(&db, id).await?.with_context(|| format!("no held offer has the id {id}"))?;
            output.print(&held, || details(&held));
            Ok(Outcome::Done)
        }
        QuarantineCommand::Release { ids } => decide_all(output, &db, &ids, HeldState::Released).await,
        QuarantineCommand::Drop { ids } => decide_all(output, &db, &ids, HeldState::Dropped).await,
    }
}

/// Outcome for one of the ids.
#[derive(Serialize)]
struct Decision {
    id: Uuid,
    decided: bool,
    says: String,
}

/// Decides each id on its own: one that was decided meanwhile does not stop the others.
async fn decide_all(output: &Output, db: &PgPool, ids: &[Uuid], state: HeldState) -> anyhow::Result<Outcome> {
    let mut decisions = Vec::new();
    for id in ids {
        let (decided, says) = match decide(db, *id, state).await {
            Ok(says) => (true, says),
            Err(HeldPriceError::Database(error)) => return Err(error.into()),
            Err(refused) => (false, refused.to_string()),
        };
        decisions.push(Decision { id: *id, decided, says });
    }
    output.print(&decisions, || {
        decisions
            .iter()
            .map(|decision| format!("{}: {}", decision.id, decision.says))
            .collect::<Vec<_>>()
            .join("\n")
    });
    let done = decisions.iter().filter(|decision| decision.decided).count();
    anyhow::ensure!(done > 0, "no held price was decided");
    Ok(if done == decisions.len() { Outcome::Done } else { Outcome::PartlyFailed })
}

async fn decide(db: &PgPool, id: Uuid, state: HeldState) -> Result<String, HeldPriceError> {
    let mut tx = db.begin().await?;
    let says = if state == HeldState::Released {
        let now = clock::now(&mut *tx).await?;
        prices::ensure_partitions(&mut *tx, now, now).await?;
        held_prices::release(&mut tx, id, now).await?;
        "released: its price is published"
    } else {
        held_prices::drop_held(&mut tx, id).await?;
        "dropped: nobody is asked about this price again"
    };
    tx.commit().await?;
    Ok(says.to_owned())
}

fn list(waiting: &[HeldOffer]) -> String {
    if waiting.is_empty() {
        return "There are no held prices.".to_owned();
    }
    let rows = waiting.iter().map(|held| {
        vec![
            held.id.to_string(),
            held.retailer_slug.to_string(),
            title(held).chars().take(SHOWN_TITLE).collect(),
            held.price.to_string(),
            amount(held.last_retailer_price),
            amount(held.market_median),
            held.times_seen.to_string(),
            format_time(held.held_at),
            reason_with_evidence(held),
        ]
    });
    let headings =
        ["id", "retailer", "title", "KWD", "before", "other retailers", "seen", "held since", "reason"];
    output::format_table(&headings, 3..7, rows.collect())
}

fn details(held: &HeldOffer) -> String {
    let draft = &held.draft;
    let retailers = held
        .market_retailers
        .map(|retailers| format!(" (median of {retailers} retailers)"))
        .unwrap_or_default();
    let state = match held.state {
        HeldState::Held => "held, waiting for a decision",
        HeldState::Released => "released",
        HeldState::Dropped => "dropped",
        HeldState::Superseded => "superseded by a later crawl",
    };
    let rows = [
        ("id", held.id.to_string()),
        ("state", state.to_owned()),
        ("why", why(&held.reason).to_owned()),
        ("retailer", held.retailer_slug.to_string()),
        ("offer", held.external_id.clone()),
        ("title", title(held).to_owned()),
        ("address", draft.url.clone()),
        ("KWD", held.price.to_string()),
        ("before", amount(held.last_retailer_price)),
        ("other retailers", format!("{}{retailers}", amount(held.market_median))),
        ("same kind of part", class(held)),
        ("this retailer", scale(held)),
        ("stock", draft.stock.as_str().to_owned()),
        ("held since", format_time(held.held_at)),
        ("times seen", held.times_seen.to_string()),
    ];
    output::format_table(&["", ""], 0..0, rows.map(|(name, value)| vec![name.to_owned(), value]).to_vec())
}

fn title(held: &HeldOffer) -> &str {
    held.draft.title_en.as_deref().or(held.draft.title_ar.as_deref()).unwrap_or_default()
}

fn amount(price: Option<Fils>) -> String {
    price.map_or_else(|| "–".to_owned(), |price| price.to_string())
}

fn class(held: &HeldOffer) -> String {
    let class = held.evidence.as_ref().and_then(|evidence| evidence.class.as_ref());
    class.map_or_else(|| "–".to_owned(), ToString::to_string)
}

fn scale(held: &HeldOffer) -> String {
    let scale = held.evidence.as_ref().and_then(|evidence| evidence.scale);
    scale.map_or_else(|| "–".to_owned(), |scale| scale.to_string())
}

/// Returns the reason, and the evidence where the other columns have none.
fn reason_with_evidence(held: &HeldOffer) -> String {
    let reason = why(&held.reason);
    match &*held.reason {
        FAR_FROM_CLASS => format!("{reason} ({})", class(held)),
        OFF_SCALE => format!("{reason} ({})", scale(held)),
        _ => reason.to_owned(),
    }
}

/// Returns the reason of the price screen in words.
fn why(reason: &str) -> &str {
    match reason {
        FAR_FROM_LAST_PRICE => "far from its own last price",
        FAR_FROM_MARKET => "far from the prices of other retailers",
        FAR_FROM_CLASS => "far from the prices of its kind of part",
        OFF_SCALE => "this retailer's prices are far off those of others",
        other => other,
    }
}
