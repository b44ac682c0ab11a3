use std::fmt::Write;

use anyhow::Context;
use domain::store::users::Language;
use lettre::{
    Message,
    message::{Mailbox, MultiPart},
};
use uuid::Uuid;

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
    ) -> anyhow::Result<Message> {
        // A stable id: receivers drop a second message with the same id.
        let message_id = format!("<{id}@{}>", from.email.domain());
        Message::builder()
            .message_id(Some(message_id))
            .from(from)
            .to(to)
            .subject(&self.subject)
            .multipart(MultiPart::alternative_plain_html(self.text(), self.html(language)))
            .context("cannot build the mail")
    }

    fn text(&self) -> String {
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
        text + "Tajmeea · تجميعة\r\n"
    }

    fn html(&self, language: Language) -> String {
        let (lang, direction) = match language {
            Language::En => ("en", "ltr"),
            Language::Ar => ("ar", "rtl"),
        };
        let mut body = String::new();
        for paragraph in &self.paragraphs {
            let _ = write!(body, "<p style=\"margin:0 0 16px\">{}</p>", escape(paragraph));
        }
        if !self.lines.is_empty() {
            let items = self.lines.iter().map(|(line, link)| {
                let (line, link) = (escape(line), escape(link));
                format!(
                    "<li style=\"margin:0 0 8px\"><a href=\"{link}\" style=\"color:#0f766e\">{line}</a></li>"
                )
            });
            let items: String = items.collect();
            let _ = write!(body, "<ul style=\"margin:0 0 16px;padding-inline-start:20px\">{items}</ul>");
        }
        if let Some((label, link)) = &self.button {
            let (label, link) = (escape(label), escape(link));
            let _ = write!(
                body,
                "<p style=\"margin:24px 0\"><a href=\"{link}\" style=\"background:#0f766e;color:#ffffff;\
                 padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block\">{label}</a></p>\
                 <p dir=\"ltr\" style=\"margin:0 0 16px;font-size:13px;word-break:break-all\">{link}</p>"
            );
        }
        for note in &self.notes {
            let _ =
                write!(body, "<p style=\"margin:0 0 8px;font-size:13px;color:#475569\">{}</p>", escape(note));
        }
        format!(
            "<!doctype html><html lang=\"{lang}\" dir=\"{direction}\"><head><meta charset=\"utf-8\"><title>{}</title></head>\
             <body dir=\"{direction}\" style=\"margin:0;padding:24px;background:#f1f5f9;color:#0f172a;\
             font-family:'IBM Plex Sans Arabic','Segoe UI',Tahoma,Arial,sans-serif;font-size:16px;line-height:1.6\">\
             <div style=\"max-width:560px;margin:0 auto;background:#ffffff;border-radius:12px;padding:24px\">\
             <p style=\"margin:0 0 16px;font-weight:700\">Tajmeea · تجميعة</p>{body}</div></body></html>",
            escape(&self.subject)
        )
    }
}

/// Escapes text for an element or a quoted attribute.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
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
        let html = message.html(Language::Ar);
        assert!(html.contains("dir=\"rtl\"") && html.contains("lang=\"ar\""));
        assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;سارة&quot;"));
        assert!(!html.contains("<script") && !html.contains("<b>") && html.contains("product/1&quot;x"));
        let from: Mailbox = "Tajmeea <no-reply@tajmeea.example>".parse().unwrap();
        let to: Mailbox = "sara@example.com".parse().unwrap();
        let mime = message.to_mime(Uuid::nil(), from, to, Language::Ar).unwrap().formatted();
        let message = String::from_utf8(mime).unwrap();
        let head = message.split("\r\n\r\n").next().unwrap();
        assert!(!head.contains("\nBcc:"), "{head}");
        assert!(message.contains("Message-ID: <00000000-0000-0000-0000-000000000000@tajmeea.example>"));
        assert!(message.contains("text/plain") && message.contains("text/html"));
    }
}
