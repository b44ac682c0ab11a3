use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use domain::model::ShareToken;

use crate::http::error::{ApiError, ApiResult};

/// Returns a new random token of 128 bits.
pub(super) fn new_token() -> ApiResult<ShareToken> {
    let text = BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>());
    ShareToken::read(&text)
        .ok_or_else(|| ApiError::Internal(anyhow::anyhow!("cannot encode 128 bits as a share token")))
}
