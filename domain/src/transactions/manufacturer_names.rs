//! Names of manufacturers on products.

use sqlx::PgTransaction;

use crate::{
    model::keys::manufacturers::manufacturer_aliases,
    store::{feed, manufacturers},
};

/// Gives products the canonical name of their manufacturer, where the built-in table has one: a source may write "WD" where
/// others write "Western Digital". Their keys are already those of the canonical name. Returns the number of products
/// changed.
///
/// # Errors
/// When the database does not answer.
pub async fn unify(tx: &mut PgTransaction<'_>) -> sqlx::Result<usize> {
    let stated = manufacturers::list_of_products(&mut **tx).await?;
    let renamed = stated.into_iter().filter_map(|name| {
        let canonical = manufacturer_aliases().find_name(&name)?;
        (canonical != name).then(|| (name, canonical.to_owned()))
    });
    let (from, to): (Vec<String>, Vec<String>) = renamed.unzip();
    if from.is_empty() {
        return Ok(0);
    }
    let changed = manufacturers::replace_names(tx, &from, &to).await?;
    feed::append(&mut **tx, &changed).await?;
    Ok(changed.len())
}
