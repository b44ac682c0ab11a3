use domain::store::{builds::SavedPart, users::Language};

use super::{
    Site,
    address::PageAddress,
    head::{Addresses, Head},
};
use crate::services::{
    preview::{HEIGHT, Picture, WIDTH, count_shops},
    texts::{Texts, clean, money},
};

/// The page of a shared build, saved or a guest's: what messengers show of its link.
pub struct SharedPage<'a> {
    /// Path from the root, without language.
    pub path: String,
    pub picture: &'a Picture,
    pub parts: &'a [SavedPart],
}

impl SharedPage<'_> {
    /// Returns the head of the page: the title states the total and the number of shops, the preview image the parts.
    pub fn head(&self, site: &Site, page: &PageAddress) -> Head {
        let texts = Texts(page.language);
        let total = money(self.picture.total);
        let mut named = format!("{} · {total} {}", clean(&self.picture.name), texts.get("money.kwd"));
        let shops = count_shops(self.parts);
        if shops > 0 {
            named = format!("{named} · {}", texts.count_plain("site.shopsCount", shops as u64, &[]));
        }
        let title = texts.fill_plain("app.title", &[("page", &named)]);
        let addresses = Addresses { public_url: site.public_url.to_string(), path: self.path.clone() };
        let address = addresses.in_language(Language::En);
        let mut head = Head::new(page, title, self.description(texts, &total));
        // Readable with the link, but hidden from search engines.
        head.hidden = true;
        let language = if page.language == Language::Ar { "ar" } else { "en" };
        head.image = Some(format!("{address}/image.png?lang={language}&v={}", self.picture.version()));
        head.addresses = Some(addresses);
        head.properties = vec![
            ("og:image:type", "image/png".to_owned()),
            ("og:image:width", WIDTH.to_string()),
            ("og:image:height", HEIGHT.to_string()),
            ("og:image:alt", named),
            ("twitter:card", "summary_large_image".to_owned()),
        ];
        head
    }

    fn description(&self, texts: Texts, total: &str) -> String {
        const MAX_NAMES: usize = 3;
        let names: Vec<&str> = self
            .parts
            .iter()
            .take(MAX_NAMES)
            .map(|part| part.today.as_ref().map_or(part.name.as_str(), |sold| sold.name.as_str()))
            .collect();
        let count = self.parts.len() as u64;
        texts.count_plain("site.buildText", count, &[("total", total), ("names", &names.join(", "))])
    }
}
