use domain::{
    config::Config,
    store::{
        audit::Actor,
        manufacturers::{self, Manufacturer, ManufacturerState},
    },
    transactions::manufacturer_decisions,
};
use serde::Serialize;

use super::outcome::Outcome;
use crate::{
    cli::ManufacturersCommand,
    database,
    output::{self, Output},
};

/// JSON output of a decision.
#[derive(Serialize)]
struct DecisionOutput<'a> {
    name: &'a str,
    says: String,
}

/// `ingest manufacturers …`
pub(super) async fn run(
    output: &Output,
    config: &Config,
    command: ManufacturersCommand,
) -> anyhow::Result<Outcome> {
    let db = database::open(config).await?;
    if let ManufacturersCommand::List { state, limit } = command {
        let found = manufacturers::list(&db, state.map(Into::into), 0, limit.into()).await?;
        output.print(&found, || list(&found));
        return Ok(Outcome::Done);
    }
    let mut tx = db.begin().await?;
    let (name, says) = match &command {
        ManufacturersCommand::Confirm { name } => {
            manufacturer_decisions::confirm(&mut tx, Actor::System, name).await?;
            (name, format!("{name} is a manufacturer."))
        }
        ManufacturersCommand::Alias { name, of } => {
            manufacturer_decisions::alias(&mut tx, Actor::System, name, of).await?;
            (name, format!("{name} is an alias of {of}: its offers and pages now have that name."))
        }
        ManufacturersCommand::Refuse { name } => {
            manufacturer_decisions::refuse(&mut tx, Actor::System, name).await?;
            (name, format!("{name} is not a manufacturer: it was removed from its offers."))
        }
        ManufacturersCommand::List { .. } => return Ok(Outcome::Done),
    };
    tx.commit().await?;
    output.print(&DecisionOutput { name, says: says.clone() }, || says);
    Ok(Outcome::Done)
}

fn list(found: &[Manufacturer]) -> String {
    if found.is_empty() {
        return "There are no names to show.".to_owned();
    }
    let state = |one: &Manufacturer| match (&one.state, &one.alias_of) {
        (ManufacturerState::Alias, Some(of)) => format!("alias of {of}"),
        (state, _) => format!("{state:?}").to_lowercase(),
    };
    let rows = found.iter().map(|one| {
        vec![
            one.name.clone(),
            state(one),
            one.offers.to_string(),
            one.shops.to_string(),
            one.titles.first().cloned().unwrap_or_default(),
        ]
    });
    output::format_table(&["name", "state", "offers", "retailers", "example"], 2..4, rows.collect())
}
