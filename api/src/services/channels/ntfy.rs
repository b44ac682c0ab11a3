//! Topics of ntfy servers: the text is the body, the rest are headers.

use base64::{Engine as _, prelude::BASE64_STANDARD};

use super::{
    ChannelSender,
    message::{ChannelMessage, shortened},
    request::{self, SendError},
};

/// Limits in characters. ntfy makes an attachment of more than 4,096 bytes.
const MAX_TITLE: usize = 150;
const MAX_BODY: usize = 1000;

impl ChannelSender {
    pub(super) async fn send_ntfy(&self, url: &str, message: &ChannelMessage) -> Result<(), SendError> {
        let request = self
            .request(url)
            .await?
            .header("Title", header_text(&shortened(&message.title, MAX_TITLE)))
            .header("Click", &message.link)
            .body(shortened(&message.body, MAX_BODY));
        request::send(request).await
    }
}

/// Returns a text for a header. One that is not plain ASCII is encoded as RFC 2047 says, which ntfy reads.
fn header_text(text: &str) -> String {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.to_owned();
    }
    format!("=?UTF-8?B?{}?=", BASE64_STANDARD.encode(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arabic_and_line_breaks_are_encoded() {
        assert_eq!(header_text("Price drop: KWD 1.000"), "Price drop: KWD 1.000");
        assert_eq!(header_text("نزل"), "=?UTF-8?B?2YbYstmE?=");
        assert_eq!(header_text("a\r\nb"), "=?UTF-8?B?YQ0KYg==?=");
    }
}
