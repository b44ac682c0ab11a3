use anyhow::Context;
use domain::{
    config::Config,
    store::users::{self, Role},
};

use super::{Outcome, database, password};
use crate::output::Output;

/// `ingest user create-admin`
pub(super) async fn create_admin(
    output: &Output,
    config: &Config,
    email: &str,
    name: &str,
    password_stdin: bool,
) -> anyhow::Result<Outcome> {
    let email = email.trim();
    check_email(email)?;
    let name = name.trim();
    anyhow::ensure!((1..=100).contains(&name.chars().count()), "the name must have 1 to 100 characters");
    // Before the password is asked for: nobody types one for nothing.
    let db = database::open(config).await?;
    anyhow::ensure!(users::find_by_email(&db, email).await?.is_none(), "{email} has an account already");
    let chosen = tokio::task::spawn_blocking(move || {
        let chosen = password::obtain(password_stdin)?;
        password::check(&chosen)?;
        password::hash(&chosen)
    });
    let hash = chosen.await.context("the password could not be asked for")??;
    // The operator vouches for the address.
    let id = users::insert(&db, email, name, &hash, Role::Admin, true).await?;
    let id = id.with_context(|| format!("{email} has an account already"))?;
    output.answer(&serde_json::json!({ "id": id, "email": email, "role": "ADMIN" }), || {
        format!("{email} is an administrator now.")
    });
    Ok(Outcome::Done)
}

/// Enough to catch a typing mistake; whether mail arrives is another question.
fn check_email(email: &str) -> anyhow::Result<()> {
    let well_formed = email.len() <= 254
        && !email.chars().any(|letter| letter.is_whitespace() || letter.is_control())
        && email.split_once('@').is_some_and(|(local, domain)| {
            !local.is_empty() && !domain.contains('@') && domain.split('.').all(|label| !label.is_empty())
        });
    anyhow::ensure!(well_formed, "{email:?} is no e-mail address");
    Ok(())
}
