use anyhow::Context;
use domain::{
    config::Config,
    model::Email,
    store::{
        audit::Actor,
        second_factors,
        users::{self, Account, Role},
    },
    transactions,
};
use serde::Serialize;
use sqlx::PgPool;
use time::OffsetDateTime;
use tracing::info;

use super::{moment::format_time, outcome::Outcome, password};
use crate::{
    cli::{SecondFactorCommand, UserCommand},
    database,
    output::Output,
};

/// JSON output of `show`.
#[derive(Serialize)]
struct SecondFactorState {
    email: String,
    enabled: bool,
    /// When the oldest factor was added.
    #[serde(with = "time::serde::rfc3339::option")]
    confirmed_at: Option<OffsetDateTime>,
    app: bool,
    passkeys: i64,
    recovery_codes_left: i64,
}

/// `ingest user …`
pub(super) async fn run(output: &Output, config: &Config, command: UserCommand) -> anyhow::Result<Outcome> {
    match command {
        UserCommand::CreateAdmin { email, name, password_stdin } => {
            create_admin(output, config, &email, name, password_stdin).await
        }
        UserCommand::SecondFactor(SecondFactorCommand::Show { email }) => {
            show_second_factor(output, config, &email).await
        }
        UserCommand::SecondFactor(SecondFactorCommand::Remove { email }) => {
            remove_second_factor(output, config, &email).await
        }
    }
}

async fn show_second_factor(output: &Output, config: &Config, email: &str) -> anyhow::Result<Outcome> {
    let db = database::open(config).await?;
    let account = find_account(&db, email).await?;
    let factors = second_factors::summarise(&db, account.id).await?;
    let state = SecondFactorState {
        email: account.email,
        enabled: factors.is_enabled(),
        confirmed_at: factors.since,
        app: factors.app,
        passkeys: factors.passkeys,
        recovery_codes_left: factors.recovery_codes,
    };
    output.print(&state, || match state.confirmed_at {
        Some(at) => format!(
            "{} has had a second factor since {}. Authenticator app: {}. Passkeys: {}. Recovery codes left: {}.",
            state.email,
            format_time(at),
            if state.app { "yes" } else { "no" },
            state.passkeys,
            state.recovery_codes_left
        ),
        None => format!("{} has no second factor.", state.email),
    });
    Ok(Outcome::Done)
}

async fn remove_second_factor(output: &Output, config: &Config, email: &str) -> anyhow::Result<Outcome> {
    let db = database::open(config).await?;
    let account = find_account(&db, email).await?;
    let email = account.email;
    let mut tx = db.begin().await?;
    let removed = transactions::second_factors::remove(&mut tx, Actor::System, account.id).await;
    removed.with_context(|| format!("the second factor of {email} was not removed"))?;
    tx.commit().await?;
    // The same line as that of the api (docs/operating.md, "Security events"), but for the network: there is none.
    info!(
        target: "security",
        { security.event = "second_factor_removed", user.id = %account.id.0 },
        "security event second_factor_removed"
    );
    output.print(&serde_json::json!({ "id": account.id, "email": email, "enabled": false }), || {
        format!("{email} has no second factor any more, and is signed out everywhere. A mail tells the user.")
    });
    Ok(Outcome::Done)
}

async fn find_account(db: &PgPool, email: &str) -> anyhow::Result<Account> {
    let address: Email = email.parse().map_err(|error| anyhow::anyhow!("{email:?} {error}"))?;
    users::find_by_email(db, &address).await?.with_context(|| format!("{email} has no account"))
}

async fn create_admin(
    output: &Output,
    config: &Config,
    email: &str,
    name: Option<String>,
    password_stdin: bool,
) -> anyhow::Result<Outcome> {
    let address: Email = email.parse().map_err(|error| anyhow::anyhow!("{email:?} {error}"))?;
    let email = address.address();
    let name = match name {
        Some(name) => name,
        None if password_stdin => "Admin".to_owned(),
        None => {
            tokio::task::spawn_blocking(password::ask_name).await.context("cannot prompt for the name")??
        }
    };
    let name = name.trim();
    anyhow::ensure!((1..=100).contains(&name.chars().count()), "the name must have 1 to 100 characters");
    // Checked before the password prompt, so that nobody types a password in vain.
    let db = database::open(config).await?;
    anyhow::ensure!(users::find_by_email(&db, &address).await?.is_none(), "{email} already has an account");
    let own = [name.to_owned(), email.to_owned()];
    let chosen = tokio::task::spawn_blocking(move || {
        let chosen = password::obtain(password_stdin)?;
        domain::password::check(&chosen, &[&own[0], &own[1]])?;
        anyhow::Ok(domain::password::hash(&chosen)?)
    });
    let hash = chosen.await.context("cannot prompt for the password")??;
    // The operator vouches for the address.
    let id = users::insert(&db, &address, name, &hash, Role::Admin, true).await?;
    let id = id.with_context(|| format!("{email} already has an account"))?;
    output.print(&serde_json::json!({ "id": id, "email": email, "role": "ADMIN" }), || {
        format!("{email} is now an administrator.")
    });
    Ok(Outcome::Done)
}
