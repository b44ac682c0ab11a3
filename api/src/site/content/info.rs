use domain::store::users::Language;

use super::frame;
use crate::{
    services::texts::{Sentence, Texts},
    site::{
        address::PageAddress,
        facts::SiteFacts,
        html::Html,
        info_page::{InfoItem, InfoPage, InfoSection},
    },
};

/// Writes a page about the site: its heading and all its sections.
pub fn write(page: &PageAddress, info: &InfoPage, facts: &SiteFacts) -> String {
    let key = format!("infoPages.{}", info.key);
    frame(page, |html| {
        html.block("div", "server-lead", |html| {
            write_text(html, "h1", &format!("{key}.title"), facts);
            write_text(html, "p", &format!("{key}.lead"), facts);
        });
        html.block("div", "server-sections", |html| {
            for section in &info.sections {
                write_section(html, page, &format!("{key}.{}", section.key), section, facts);
            }
        });
    })
}

fn write_section(html: &mut Html, page: &PageAddress, key: &str, section: &InfoSection, facts: &SiteFacts) {
    html.element("section", &[], |html| {
        write_text(html, "h2", &format!("{key}.title"), facts);
        html.element("ul", &[], |html| {
            for item in &section.items {
                write_item(html, page, &format!("{key}.{}", item.key), item, facts);
            }
        });
    });
}

fn write_item(html: &mut Html, page: &PageAddress, key: &str, item: &InfoItem, facts: &SiteFacts) {
    let Some(sentence) = sentence(key, item.unless.as_deref(), facts) else { return };
    let Some(link) = item.link.as_deref() else {
        html.sentence("li", &[], &sentence);
        return;
    };
    let address = match link {
        "contact" => facts.contact.as_ref().map(|contact| contact.url.clone()),
        path => Some(page.link(path)),
    };
    if let Some(address) = address {
        html.element("li", &[], |html| html.sentence("a", &[("href", &address)], &sentence));
    }
}

fn write_text(html: &mut Html, tag: &'static str, key: &str, facts: &SiteFacts) {
    if let Some(sentence) = sentence(key, None, facts) {
        html.sentence(tag, &[], &sentence);
    }
}

/// Returns the text of a key with this installation's values, in both languages; `None` where a value is missing, or where
/// there is the one without which the text is meant.
fn sentence(key: &str, unless: Option<&str>, facts: &SiteFacts) -> Option<Sentence> {
    let say = |texts: Texts| {
        let values = facts.values(texts);
        let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let is_meant = !values.iter().any(|(name, _)| Some(*name) == unless);
        is_meant.then(|| texts.fill_found(key, &values)).flatten()
    };
    Some(Sentence { en: say(Texts(Language::En))?, ar: say(Texts(Language::Ar))? })
}
