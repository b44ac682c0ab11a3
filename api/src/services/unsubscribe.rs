//! Tokens of the links by which mails are unsubscribed from (RFC 8058).

use std::sync::Arc;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use domain::{model::UserId, store::used_bot_checks};
use sqlx::PgPool;
use tokio::sync::OnceCell;

use crate::http::token::Token;

const SECRET_NAME: &str = "unsubscribe";

/// Signs and reads tokens that end the mails about price alerts of one user. All api processes share one key, stored in the
/// database. A token never expires: it stands in mails that may be opened years later, and can do nothing else. It holds the
/// user's id, and neither address nor name. Cheap to clone.
#[derive(Clone, Default)]
pub struct UnsubscribeTokens {
    secret: Arc<OnceCell<String>>,
}

impl UnsubscribeTokens {
    /// Returns the token of a user: always the same.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn sign(&self, db: &PgPool, user_id: UserId) -> sqlx::Result<String> {
        Ok(format!("{user_id}.{}", signature(self.secret(db).await?, user_id).text()))
    }

    /// Returns the user of a token; `None` for anything that this site has not signed.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn read(&self, db: &PgPool, text: &str) -> sqlx::Result<Option<UserId>> {
        let Some((user_id, signed)) = parse(text) else { return Ok(None) };
        let expected = signature(self.secret(db).await?, user_id);
        // Of hashes, so that timing reveals nothing about the signature.
        Ok((signed.hash() == expected.hash()).then_some(user_id))
    }

    async fn secret(&self, db: &PgPool) -> sqlx::Result<&str> {
        let made = self.secret.get_or_try_init(async || {
            let fresh: [u8; 32] = rand::random();
            let secret = used_bot_checks::load_or_insert_secret(db, SECRET_NAME, &fresh).await?;
            Ok::<_, sqlx::Error>(BASE64_STANDARD.encode(secret))
        });
        made.await.map(String::as_str)
    }
}

fn parse(text: &str) -> Option<(UserId, Token)> {
    let (user_id, signed) = text.split_once('.')?;
    Some((user_id.parse().ok()?, Token::read(signed)?))
}

/// Signs a user's id. Secret and id have fixed lengths, so that no signature can be extended to one of another id.
fn signature(secret: &str, user_id: UserId) -> Token {
    Token::derived(SECRET_NAME, &format!("{secret} {user_id}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_depends_on_secret_and_user() {
        let [sara, noor] = [UserId::random(), UserId::random()];
        let signed = signature("one", sara);
        assert_eq!(signed.hash(), signature("one", sara).hash());
        assert_ne!(signed.hash(), signature("other", sara).hash());
        assert_ne!(signed.hash(), signature("one", noor).hash());
        let (read, token) = parse(&format!("{sara}.{}", signed.text())).unwrap();
        assert_eq!((read, token.hash()), (sara, signed.hash()));
        for mangled in ["", ".", "x.y", &signed.text(), &format!("{sara}."), &sara.to_string()] {
            assert!(parse(mangled).is_none(), "{mangled}");
        }
    }
}
