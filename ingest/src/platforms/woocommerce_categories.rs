//! The categories of a WooCommerce retailer, with their parents.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::{
    RetailerSite, html_to_text, lenient,
    paging::{PageKind, PageList, identities},
};
use crate::raw_offer::RetailerCategory;

/// Maximum number of category pages, and maximum nesting depth of categories.
const MAX_CATEGORY_PAGES: usize = 20;
const MAX_CATEGORY_DEPTH: usize = 8;

#[derive(Clone, Deserialize)]
pub(super) struct Group {
    #[serde(default, deserialize_with = "group_id")]
    id: u64,
    #[serde(deserialize_with = "lenient::required_text")]
    name: String,
    #[serde(default, deserialize_with = "group_id")]
    parent: u64,
}

/// Deserialises the id of a category; 0 is none.
fn group_id<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    Ok(lenient::optional_whole(deserializer)?.unwrap_or_default())
}

/// Parents of the categories: a product states only its categories, without their parents.
pub(super) struct CategoryTree(BTreeMap<u64, Group>);

impl CategoryTree {
    /// Tree of a retailer that does not publish its categories.
    pub(super) const FLAT: &'static CategoryTree = &CategoryTree(BTreeMap::new());

    /// Fetches the tree; where the retailer does not publish it, the tree stays empty.
    pub(super) async fn fetch(site: &RetailerSite) -> CategoryTree {
        let mut groups = BTreeMap::new();
        let mut list = PageList::default();
        for page in 1..=MAX_CATEGORY_PAGES {
            let path = format!("/wp-json/wc/store/v1/products/categories?per_page=100&page={page}");
            let Ok(url) = site.file.address(&path) else { break };
            let Ok(fetched) = site.client.get(&url).await else { break };
            let Ok(found) = fetched.json::<Vec<Value>>() else { break };
            let is_full = found.len() >= 100;
            if list.add(identities(&found, "id"), is_full, false) != PageKind::New {
                break;
            }
            groups.extend(
                found
                    .iter()
                    .filter_map(|value| Group::deserialize(value).ok())
                    .map(|group| (group.id, group)),
            );
            if !is_full {
                break;
            }
        }
        CategoryTree(groups)
    }

    /// Returns the innermost categories, each with its path from the outermost one.
    pub(super) fn categories(&self, groups: &[Group]) -> Vec<RetailerCategory> {
        let all: Vec<RetailerCategory> = groups.iter().map(|group| self.category(group)).collect();
        let holds = |outer: &RetailerCategory, inner: &RetailerCategory| {
            outer.path.len() < inner.path.len() && inner.path.starts_with(&outer.path)
        };
        all.iter().filter(|one| !all.iter().any(|other| holds(one, other))).cloned().collect()
    }

    fn category(&self, group: &Group) -> RetailerCategory {
        let mut names = vec![html_to_text(&group.name)];
        let mut parent = self.0.get(&group.id).map_or(group.parent, |known| known.parent);
        // The limit ends the loop where a category contains itself.
        while let Some(outer) = self.0.get(&parent).filter(|_| names.len() < MAX_CATEGORY_DEPTH) {
            names.push(html_to_text(&outer.name));
            parent = outer.parent;
        }
        names.reverse();
        RetailerCategory {
            code: (group.id != 0).then(|| group.id.to_string()),
            ..RetailerCategory::from_path(names)
        }
    }
}
