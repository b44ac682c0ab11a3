use anyhow::Context;
use domain::{
    config::Config,
    model::Email,
    store::users::{self, Role},
};

use super::{outcome::Outcome, password};
use crate::{database, output::Output};

/// `ingest user create-admin`
pub(super) async fn create_admin(
    output: &Output,
    config: &Config,
    email: &str,
    name: &str,
    password_stdin: bool,
) -> anyhow::Result<Outcome> {
    let address: Email = email.parse().map_err(|error| anyhow::anyhow!("{email:?} {error}"))?;
    let email = address.address();
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
