//! Words that tell siblings apart, learnt from the catalogue itself.
//!
//! `Ventus 2X` and `Ventus 2X OC` of one manufacturer differ by `oc` alone, `B650 Tomahawk` and `B650 Eagle` by
//! `tomahawk` and `eagle`: such words make another product. A word by which no two products differ (`tweakers`,
//! `retail`) is description.
//!
//! 1. Each product is the set of the words of its model. The set without one of its words is a base.
//! 2. A word tells siblings apart in a product where the base without this word is another product's whole model (the
//!    word adds), or is also the base of another product with a different word (the word replaces).
//! 3. The strength of a word is the share of its products in which it does. A word of fewer than 3
//!    products has no role. In a category of few products only the words of 3 or more have one.

use std::hash::{Hash, Hasher};

use domain::model::{Category, SpecKey, Specs, compared_facts::compared_facts};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::{Item, words::is_colour};

/// A word of fewer products has no known role.
const MIN_PRODUCTS: u32 = 3;
/// Minimum strength, as a share of the word's products, from which a word tells siblings apart.
const MIN_STRENGTH: f32 = 0.1;
/// A word that occurs in only one model of a manufacturer may be a retailer's addition.
const MIN_MODELS: u32 = 2;
/// Minimum share of a manufacturer in the models with a word, from which the word is its own.
const MIN_OWN_SHARE: f32 = 0.8;
/// Maximum length of a model, in words; longer ones are sentences, which have no siblings.
const MAX_MODEL_WORDS: usize = 12;
/// A category with fewer products gives no information about its words.
const MIN_CATEGORY_PRODUCTS: u32 = 50;

/// Number of models with a word, and number of those in which the word makes a sibling.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    products: u32,
    added: u32,
    replaced: u32,
}

/// Role of a word among siblings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct SiblingRole {
    /// The product with this word differs from the one without: `OC`.
    pub(super) adds: bool,
    /// Another word in its place makes another product: `Eagle` and `Tomahawk`.
    pub(super) replaces: bool,
}

/// Words that tell siblings apart, by category.
#[derive(Debug, Clone, Default)]
pub struct SiblingWords {
    counts: FxHashMap<(Category, Box<str>), Count>,
    products: FxHashMap<Category, u32>,
    /// Number of a manufacturer's models that have a word, by the hash of category, manufacturer and word.
    of_manufacturer: FxHashMap<u64, u32>,
    /// Hashes of a model and a fact for which the catalogue has several values.
    varied: FxHashSet<u64>,
    /// Hashes of bases (models without one word) that several different words complete.
    completed: FxHashSet<u64>,
    /// Hashes of the whole models, with the facts that are part of their names.
    named_models: FxHashSet<u64>,
    /// The same without colours, which are facts.
    plain_models: FxHashSet<u64>,
}

/// The words that complete one base; only whether there are several is stored.
#[derive(Default)]
struct Base {
    first: u64,
    has_several: bool,
}

impl Base {
    fn add(&mut self, value: u64) {
        self.has_several |= self.first != 0 && self.first != value;
        self.first = value;
    }
}

impl SiblingWords {
    /// Learns from all products of a catalogue, in two passes: first the whole models and the bases, then the counts
    /// of each word.
    pub fn learn<'a>(products: impl Iterator<Item = &'a Item> + Clone) -> SiblingWords {
        let mut whole_models: FxHashSet<u64> = FxHashSet::default();
        let mut bases: FxHashMap<u64, Base> = FxHashMap::default();
        let models = products.filter_map(Model::of);
        for model in models.clone() {
            whole_models.insert(model.hash(None));
            for word in &model.words {
                bases.entry(model.hash(Some(word))).or_default().add(hash(word));
            }
        }
        let mut learnt = SiblingWords::default();
        let mut values: FxHashMap<u64, Base> = FxHashMap::default();
        for model in models {
            for fact in compared_facts(model.category).iter().filter(|fact| fact.veto) {
                let Some(value) = model.specs.get(fact.key) else { continue };
                let value = hash(&value.to_texts().join("+"));
                values.entry(model.hash_fact(fact.key, None)).or_default().add(value);
                if let Some(identity) = model.hash_identity(Some(fact.key)) {
                    values.entry(model.hash_fact(fact.key, Some(identity))).or_default().add(value);
                }
            }
            *learnt.products.entry(model.category).or_default() += 1;
            learnt.named_models.insert(model.hash_named(None));
            learnt.plain_models.insert(model.hash_plain(None));
            for word in &model.words {
                let base = model.hash(Some(word));
                let count = learnt.counts.entry((model.category, (*word).into())).or_default();
                count.products += 1;
                *learnt
                    .of_manufacturer
                    .entry(hash_manufacturer_word(model.category, model.manufacturer, word))
                    .or_default() += 1;
                count.added += u32::from(whole_models.contains(&base));
                count.replaced += u32::from(bases.get(&base).is_some_and(|base| base.has_several));
            }
        }
        (learnt.varied, learnt.completed) = (with_several(values), with_several(bases));
        learnt
    }

    /// Returns the role of a word among siblings; `None` where the category has too few products, and too few of them have
    /// the word.
    pub(super) fn role(&self, category: Category, word: &str) -> Option<SiblingRole> {
        let is_small = self.products.get(&category).is_none_or(|products| *products < MIN_CATEGORY_PRODUCTS);
        let count = self.counts.get(&(category, Box::from(word))).copied().unwrap_or_default();
        if count.products < MIN_PRODUCTS {
            return (!is_small).then(SiblingRole::default);
        }
        let share = |part: u32| part as f32 / count.products as f32;
        Some(SiblingRole {
            adds: share(count.added) >= MIN_STRENGTH,
            replaces: share(count.replaced) >= MIN_STRENGTH,
        })
    }

    /// Whether at least two models of a manufacturer in this category have the word.
    pub(super) fn is_of_manufacturer(&self, category: Category, manufacturer: &str, word: &str) -> bool {
        self.of_manufacturer
            .get(&hash_manufacturer_word(category, manufacturer, word))
            .is_some_and(|models| *models >= MIN_MODELS)
    }

    /// Whether the catalogue has a word almost only in this manufacturer's models: the name of a product line.
    pub(super) fn is_own_word(&self, category: Category, manufacturer: &str, word: &str) -> bool {
        let own = self.of_manufacturer.get(&hash_manufacturer_word(category, manufacturer, word));
        let all = self.counts.get(&(category, Box::from(word)));
        own.zip(all).is_some_and(|(own, all)| *own as f32 >= MIN_OWN_SHARE * all.products as f32)
    }

    /// Whether the catalogue has several values of a fact for the item's model.
    pub(super) fn varies(&self, item: &Item, key: SpecKey) -> bool {
        Model::of(item)
            .is_some_and(|model| self.varied.contains(&model.hash_fact(key, model.hash_identity(Some(key)))))
    }

    /// Whether the catalogue has the item's very model and none without this word.
    pub(super) fn lacks_plain_sibling(&self, item: &Item, word: &str) -> bool {
        Model::of(item).is_some_and(|model| {
            self.named_models.contains(&model.hash_named(None))
                && !self.named_models.contains(&model.hash_named(Some(&word)))
        })
    }

    /// Whether the catalogue has this record and none with the word added to it.
    pub(super) fn lacks_richer_sibling(&self, record: &Item, word: &str) -> bool {
        Model::of(record).is_some_and(|model| {
            self.plain_models.contains(&model.hash_plain(None))
                && !self.plain_models.contains(&model.hash_plain(Some(word)))
        })
    }

    /// Whether the catalogue has other words in the place of this word of the item's model.
    pub(super) fn has_replacement(&self, item: &Item, word: &str) -> bool {
        Model::of(item).is_some_and(|model| self.completed.contains(&model.hash(Some(&word))))
    }
}

/// A product's model as a set of words.
struct Model<'a> {
    category: Category,
    manufacturer: &'a str,
    words: Vec<&'a str>,
    specs: &'a Specs,
}

impl<'a> Model<'a> {
    fn of(item: &'a Item) -> Option<Model<'a>> {
        let mut words: Vec<&str> = item.pieces.iter().map(String::as_str).collect();
        words.sort_unstable();
        words.dedup();
        let is_model = (1..=MAX_MODEL_WORDS).contains(&words.len());
        is_model.then_some(Model {
            category: item.category?,
            manufacturer: item.manufacturer.as_deref()?,
            words,
            specs: &item.specs,
        })
    }

    /// Returns the hash of the facts that are part of the model's name (the chip of a graphics card), without the fact
    /// `except`; `None` where the product does not state one of them, and so may be any of several models.
    fn hash_identity(&self, except: Option<SpecKey>) -> Option<u64> {
        let mut hasher = FxHasher::default();
        for key in named_facts(self.category).iter().filter(|key| Some(**key) != except) {
            self.specs.get(*key)?.to_texts().hash(&mut hasher);
        }
        Some(hasher.finish())
    }

    /// Returns the hash of the model without colours (which are facts), its identity, and the key of one fact.
    fn hash_fact(&self, key: SpecKey, identity: Option<u64>) -> u64 {
        let mut hasher = FxHasher::default();
        (self.category, self.manufacturer, key.as_str(), identity).hash(&mut hasher);
        self.words.iter().filter(|word| !is_colour(word)).for_each(|word| word.hash(&mut hasher));
        hasher.finish()
    }

    /// Returns the hash of the word set with the facts that are part of the name, optionally without one of the words.
    fn hash_named(&self, without: Option<&&str>) -> u64 {
        let mut hasher = FxHasher::default();
        (self.hash(without), self.hash_identity(None)).hash(&mut hasher);
        hasher.finish()
    }

    /// Returns the hash of the model without colours, with its identity, optionally with another word.
    fn hash_plain(&self, with: Option<&str>) -> u64 {
        let mut words: Vec<&str> = self.words.iter().copied().filter(|word| !is_colour(word)).collect();
        words.extend(with);
        words.sort_unstable();
        words.dedup();
        let mut hasher = FxHasher::default();
        (self.category, self.manufacturer, self.hash_identity(None), words).hash(&mut hasher);
        hasher.finish()
    }

    /// Returns the hash of the word set, optionally without one of its words.
    fn hash(&self, without: Option<&&str>) -> u64 {
        let mut hasher = FxHasher::default();
        (self.category, self.manufacturer).hash(&mut hasher);
        self.words.iter().filter(|word| Some(*word) != without).for_each(|word| word.hash(&mut hasher));
        hasher.finish()
    }
}

/// Facts that name the models of a category.
fn named_facts(category: Category) -> &'static [SpecKey] {
    match category {
        Category::Gpu => &[SpecKey::GpuChipset],
        Category::Ram => &[SpecKey::RamType, SpecKey::RamSpeed, SpecKey::RamCapacity],
        Category::Storage => &[SpecKey::StorageCapacity],
        Category::Psu => &[SpecKey::PsuWattage],
        _ => &[],
    }
}

fn with_several(bases: FxHashMap<u64, Base>) -> FxHashSet<u64> {
    bases.into_iter().filter(|(_, base)| base.has_several).map(|(hash, _)| hash).collect()
}

fn hash_manufacturer_word(category: Category, manufacturer: &str, word: &str) -> u64 {
    let mut hasher = FxHasher::default();
    (category, manufacturer, word).hash(&mut hasher);
    hasher.finish()
}

fn hash(word: &str) -> u64 {
    let mut hasher = FxHasher::default();
    word.hash(&mut hasher);
    hasher.finish() | 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matching::StatedFacts;

    fn board(model: &str) -> Item {
        Item::new(&StatedFacts::named(Category::Motherboard, "MSI", model))
    }

    fn catalogue() -> Vec<Item> {
        let lines = ["Tomahawk", "Mortar", "Gaming Plus", "Carbon", "Edge"];
        let chips = ["B450", "B550", "B650", "B850", "X570", "X670E", "X870E"];
        let boards = chips.iter().flat_map(|chip| lines.map(|line| format!("MAG {chip} {line}")));
        boards.flat_map(|board| [board.clone(), format!("{board} WiFi")]).map(|model| board(&model)).collect()
    }

    #[test]
    fn distinguishing_words_separate_sibling_products() {
        let boards = catalogue();
        let words = SiblingWords::learn(boards.iter());
        let role = |word| words.role(Category::Motherboard, word);
        assert_eq!(role("wifi").map(|role| role.adds), Some(true));
        assert_eq!(role("tomahawk").map(|role| role.replaces), Some(true));
        assert_eq!(role("retail"), Some(SiblingRole::default()));
        assert_eq!(words.role(Category::Gpu, "oc"), None, "a category without products says nothing");
        assert!(words.has_replacement(&board("MAG B650 Edge"), "edge"));
        assert!(words.is_of_manufacturer(Category::Motherboard, "msi", "carbon"));
        assert!(!words.is_of_manufacturer(Category::Motherboard, "asus", "carbon"));
    }
}
