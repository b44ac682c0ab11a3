use std::fmt::Write;

use anyhow::Context;
use askama::Template;
use domain::store::users::Language;
use lettre::{
    Message,
    message::{
        Mailbox, MultiPart,
        header::{HeaderName, HeaderValue},
    },
};
use uuid::Uuid;

use super::unsubscribe::UnsubscribeLink;

const LIST_UNSUBSCRIBE: HeaderName = HeaderName::new_from_ascii_str("List-Unsubscribe");
const LIST_UNSUBSCRIBE_POST: HeaderName = HeaderName::new_from_ascii_str("List-Unsubscribe-Post");

/// A mail before it is rendered as plain text and HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailMessage {
    pub subject: String,
    pub paragraphs: Vec<String>,
    /// List items, each with its link.
    pub lines: Vec<(String, String)>,
    /// Label and link of the button.
    pub button: Option<(String, String)>,
    /// Smaller notes below the button.
    pub notes: Vec<String>,
}

impl MailMessage {
    /// Returns the link of the button.
    pub fn link(&self) -> Option<&str> {
        self.button.as_ref().map(|(_, link)| link.as_str())
    }

    pub(super) fn to_mime(
        &self,
        id: Uuid,
        from: Mailbox,
        to: Mailbox,
        language: Language,
        unsubscribe: Option<&UnsubscribeLink>,
    ) -> anyhow::Result<Message> {
        // A stable id: many mail programs show a message once, however often it arrives with the same id.
        let message_id = format!("<{id}@{}>", from.email.domain());
        let mut builder =
            Message::builder().message_id(Some(message_id)).from(from).to(to).subject(&self.subject);
        if let Some(unsubscribe) = unsubscribe {
            builder = builder
                .raw_header(HeaderValue::new(LIST_UNSUBSCRIBE, format!("<{}>", unsubscribe.link)))
                .raw_header(HeaderValue::new(LIST_UNSUBSCRIBE_POST, "List-Unsubscribe=One-Click".to_owned()));
        }
        let (text, html) = (self.text(unsubscribe), self.html(language, unsubscribe)?);
        builder.multipart(MultiPart::alternative_plain_html(text, html)).context("cannot build the mail")
    }

    fn text(&self, unsubscribe: Option<&UnsubscribeLink>) -> String {
        let mut text = String::new();
        for paragraph in &self.paragraphs {
            let _ = write!(text, "{paragraph}\r\n\r\n");
        }
        for (line, link) in &self.lines {
            let _ = write!(text, "- {line}\r\n  {link}\r\n\r\n");
        }
        if let Some((label, link)) = &self.button {
            let _ = write!(text, "{label}:\r\n{link}\r\n\r\n");
        }
        for note in &self.notes {
            let _ = write!(text, "{note}\r\n\r\n");
        }
        if let Some(UnsubscribeLink { label, link }) = unsubscribe {
            let _ = write!(text, "{label}:\r\n{link}\r\n\r\n");
        }
        text + "Tajmeea · تجميعة\r\n"
    }

    fn html(&self, language: Language, unsubscribe: Option<&UnsubscribeLink>) -> anyhow::Result<String> {
        let (lang, direction) = match language {
            Language::En => ("en", "ltr"),
            Language::Ar => ("ar", "rtl"),
        };
        MailPage { mail: self, unsubscribe, lang, direction }.render().context("cannot write the mail's HTML")
    }
}

/// The HTML of a mail. The template escapes every text.
#[derive(Template)]
#[template(path = "mail.html")]
struct MailPage<'a> {
    mail: &'a MailMessage,
    unsubscribe: Option<&'a UnsubscribeLink>,
    lang: &'static str,
    direction: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_escapes_user_text_and_marks_arabic_rtl() {
        let message = MailMessage {
            subject: "Hello\r\nBcc: other@example.com".into(),
            paragraphs: vec!["<script>alert(1)</script> & \"سارة\"".into()],
            lines: vec![("<b>بطاقة</b>".into(), "https://tajmeea.example/product/1\"x".into())],
            button: Some(("افتح".into(), "https://tajmeea.example/verify-email?token=a&b".into())),
            notes: vec!["ملاحظة".into()],
        };
        let html = message.html(Language::Ar, None).unwrap();
        assert!(html.contains("dir=\"rtl\"") && html.contains("lang=\"ar\""));
        assert!(html.contains("&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;سارة&#34;"));
        assert!(!html.contains("<script") && !html.contains("<b>") && html.contains("product/1&#34;x"));
        let from: Mailbox = "Tajmeea <no-reply@tajmeea.example>".parse().unwrap();
        let to: Mailbox = "sara@example.com".parse().unwrap();
        let mime = message.to_mime(Uuid::nil(), from, to, Language::Ar, None).unwrap().formatted();
        let message = String::from_utf8(mime).unwrap();
        let head = message.split("\r\n\r\n").next().unwrap();
        assert!(!head.contains("\nBcc:") && !head.contains("List-Unsubscribe"), "{head}");
        assert!(message.contains("Message-ID: <00000000-0000-0000-0000-000000000000@tajmeea.example>"));
        assert!(message.contains("text/plain") && message.contains("text/html"));
    }

    #[test]
    fn optional_mail_has_the_headers_and_the_link_of_one_click_unsubscription() {
        let message = MailMessage {
            subject: "Price drop".into(),
            paragraphs: Vec::new(),
            lines: Vec::new(),
            button: None,
            notes: Vec::new(),
        };
        // As long as real ones: the header must stay whole.
        let link = format!("https://tajmeea.example/unsubscribe?token={}", "a".repeat(80));
        let unsubscribe = UnsubscribeLink { label: "Stop & end", link };
        let html = message.html(Language::En, Some(&unsubscribe)).unwrap();
        assert!(
            html.contains(&format!("<a href=\"{}\"", unsubscribe.link)) && html.contains("Stop &#38; end")
        );
        assert!(message.text(Some(&unsubscribe)).contains(&unsubscribe.link));
        let from: Mailbox = "Tajmeea <no-reply@tajmeea.example>".parse().unwrap();
        let to: Mailbox = "sara@example.com".parse().unwrap();
        let mime = message.to_mime(Uuid::nil(), from, to, Language::En, Some(&unsubscribe)).unwrap();
        let mime = String::from_utf8(mime.formatted()).unwrap();
        assert!(mime.contains(&format!("<{}>\r\n", unsubscribe.link)), "{mime}");
        assert!(mime.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{mime}");
    }
}
