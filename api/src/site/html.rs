use std::fmt::Write;

use domain::{
    model::{Fils, Picture},
    store::users::Language,
};

use super::{address::localised, escape::Escaped};
use crate::services::texts::{Sentence, Texts, clean, is_arabic, money};

/// Attributes of an element.
pub type Attributes<'a> = &'a [(&'static str, &'a str)];

/// Builder of a page's HTML content; escapes every text and value.
#[derive(Debug)]
pub struct Html {
    out: String,
    language: Language,
}

impl Html {
    /// Creates an empty builder for a page's language.
    pub fn new(language: Language) -> Self {
        Self { out: String::new(), language }
    }

    /// Returns the HTML.
    pub fn finish(self) -> String {
        self.out
    }

    /// Writes an element around the content of `inner`.
    pub fn element(&mut self, tag: &'static str, attributes: Attributes<'_>, inner: impl FnOnce(&mut Self)) {
        self.open(tag, attributes);
        inner(self);
        // Writing to a string cannot fail, here and below.
        let _ = write!(self.out, "</{tag}>");
    }

    /// Writes an element with a class.
    pub fn block(&mut self, tag: &'static str, class: &str, inner: impl FnOnce(&mut Self)) {
        self.element(tag, &[("class", class)], inner);
    }

    /// Writes an element with only a sentence. On pages without a language in the address, the attribute `data-ar`
    /// holds the Arabic sentence, for browsers whose user prefers Arabic.
    pub fn sentence(&mut self, tag: &'static str, attributes: Attributes<'_>, sentence: &Sentence) {
        let _ = write!(self.out, "<{tag}");
        self.attributes(attributes);
        if self.language == Language::En && sentence.en != sentence.ar {
            let _ = write!(self.out, " data-ar=\"{}\"", Escaped(&sentence.ar));
        }
        let _ = write!(self.out, ">{}</{tag}>", Escaped(sentence.in_language(self.language)));
    }

    /// Writes an element with the text of a key.
    pub fn words(&mut self, tag: &'static str, key: &'static str) {
        self.sentence(tag, &[], &Sentence::at(key));
    }

    /// Writes text that is not translated.
    pub fn text(&mut self, text: &str) {
        let _ = write!(self.out, "{}", Escaped(text));
    }

    /// Writes a proper name, isolated in its own text direction.
    pub fn name(&mut self, name: &str) {
        let direction = if is_arabic(name) { "auto" } else { "ltr" };
        self.element("bdi", &[("dir", direction)], |html| html.text(&clean(name)));
    }

    /// Writes a link to another page of the site, in this page's language.
    pub fn link(&mut self, path: &str, inner: impl FnOnce(&mut Self)) {
        let address = localised(self.language, path);
        self.element("a", &[("href", &address)], inner);
    }

    /// Writes an amount of money with its currency, in one line.
    pub fn price(&mut self, price: Fils) {
        self.block("span", "server-money", |html| {
            html.element("bdi", &[("dir", "ltr")], |html| html.text(&money(price)));
            html.text(" ");
            html.words("small", "money.kwd");
        });
    }

    /// Writes a dash for an unknown value.
    pub fn unknown(&mut self) {
        self.block("span", "sr", |html| html.words("span", "product.unknown"));
        self.element("span", &[("aria-hidden", "true")], |html| html.text("–"));
    }

    /// Writes a product's picture; the browser chooses the width. A `late` one loads when it is near to the screen.
    pub fn picture(&mut self, picture: &Picture, sizes: &str, late: bool) {
        let sources = picture_sources(picture);
        let loading = if late { "lazy" } else { "eager" };
        self.open("img", &[("alt", ""), ("loading", loading), ("sizes", sizes), ("srcset", &sources)]);
    }

    /// Writes a decorative image from one of the site's files.
    pub fn decoration(&mut self, path: &str) {
        self.open("img", &[("alt", ""), ("src", path)]);
    }

    /// Writes an element that has no content, with labels: each is the name of an attribute and the key of its text. On
    /// pages without a language in the address, attributes such as `data-ar-placeholder` hold the Arabic texts.
    pub fn field(
        &mut self,
        tag: &'static str,
        attributes: Attributes<'_>,
        labels: &[(&'static str, &'static str)],
    ) {
        let _ = write!(self.out, "<{tag}");
        self.attributes(attributes);
        for &(name, key) in labels {
            let label = Sentence::at(key);
            let _ = write!(self.out, " {name}=\"{}\"", Escaped(label.in_language(self.language)));
            if self.language == Language::En {
                let _ = write!(self.out, " data-ar-{name}=\"{}\"", Escaped(&label.ar));
            }
        }
        self.out.push('>');
    }

    /// Returns the text of a key in the page's language, for attributes.
    pub fn text_of_key(&self, key: &'static str) -> &'static str {
        Texts(self.language).get(key)
    }

    fn open(&mut self, tag: &'static str, attributes: Attributes<'_>) {
        let _ = write!(self.out, "<{tag}");
        self.attributes(attributes);
        self.out.push('>');
    }

    fn attributes(&mut self, attributes: Attributes<'_>) {
        for (name, value) in attributes {
            let _ = write!(self.out, " {name}=\"{}\"", Escaped(value));
        }
    }
}

/// Returns a picture's files as a `srcset` value.
pub fn picture_sources(picture: &Picture) -> String {
    let sources = picture.files().into_iter().map(|file| {
        let width = file.width.min(picture.width);
        format!("{} {width}w", file.path())
    });
    sources.collect::<Vec<_>>().join(", ")
}

/// Returns whether the URL is http or https: a retailer's link must not be a script.
pub fn is_web_address(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn injected_markup_is_escaped() {
        let foul = "</script><b a='\"&>\u{202e}\u{0}";
        let mut html = Html::new(Language::En);
        html.element("a", &[("href", foul)], |html| html.name(foul));
        html.sentence("p", &[], &Sentence { en: foul.into(), ar: foul.into() });
        let html = html.finish();
        assert!(!html.contains("<b ") && !html.contains("</script") && !html.contains("a='"), "{html}");
        let name = html.split_once("<bdi").unwrap().1.split_once("</bdi>").unwrap().0;
        assert!(!name.contains(['\u{202e}', '\u{0}']), "{html}");
    }

    #[test]
    fn page_without_a_language_holds_both_languages() {
        let write = |language| {
            let mut html = Html::new(language);
            html.words("h1", "product.shop");
            html.link("/gpu", |html| html.text("x"));
            html.finish()
        };
        let (en, ar) = (write(Language::En), write(Language::Ar));
        assert!(
            en.starts_with("<h1 data-ar=\"") && en.contains(">Shop</h1>") && en.contains("href=\"/gpu\""),
            "{en}"
        );
        assert!(!ar.contains("data-ar") && ar.contains("href=\"/ar/gpu\""), "{ar}");
    }

    #[test]
    fn labels_of_a_field_are_in_both_languages() {
        let write = |language| {
            let mut html = Html::new(language);
            html.field("input", &[("value", "a\"b")], &[("placeholder", "search.placeholder")]);
            html.finish()
        };
        let (en, ar) = (write(Language::En), write(Language::Ar));
        assert!(en.contains("value=\"a&quot;b\"") && en.contains(" data-ar-placeholder=\""), "{en}");
        assert!(!ar.contains("data-ar") && ar.contains(" placeholder=\"قطعة"), "{ar}");
    }
}
