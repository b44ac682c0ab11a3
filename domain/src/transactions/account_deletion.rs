//! Deletion of a user's account.

use sqlx::PgTransaction;

use crate::{
    model::UserId,
    store::{mails, users},
};

/// Deletes an account with all its data, and queues a mail about it to its address.
///
/// # Errors
/// When the database does not answer.
pub async fn delete(tx: &mut PgTransaction<'_>, id: UserId) -> sqlx::Result<()> {
    let recipient = mails::find_recipient(&mut **tx, id).await?;
    users::delete(&mut **tx, id).await?;
    if let Some(recipient) = recipient {
        mails::insert_account_deleted(&mut **tx, &recipient).await?;
    }
    Ok(())
}
