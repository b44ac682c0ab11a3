//! The catalogue as the generators read it: products by word, category and part number.

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::model::{Category, Fils, ProductId, SpecKey};
use indexer::Document;

use crate::kinds::{Kind, StatedFact};

/// A part number of fewer letters and digits names too many things to identify a product in a title.
const MIN_NUMBER_LETTERS: usize = 6;
/// Words that tell products apart in no name: a product without them is as right.
const SILENT: [&str; 14] =
    ["a", "and", "by", "edition", "for", "in", "kit", "of", "series", "set", "the", "to", "w", "with"];
/// Facts that names and queries state with a unit, which the fact itself lacks.
const UNITS: [(SpecKey, &str); 12] = [
    (SpecKey::BoostClock, "ghz"),
    (SpecKey::FanSize, "mm"),
    (SpecKey::GpuVram, "gb"),
    (SpecKey::PsuWattage, "w"),
    (SpecKey::RadiatorSize, "mm"),
    (SpecKey::RamCapacity, "gb"),
    (SpecKey::RamSpeed, "mhz"),
    (SpecKey::RefreshRate, "hz"),
    (SpecKey::ResponseTime, "ms"),
    (SpecKey::ScreenSize, "in"),
    (SpecKey::StorageCapacity, "gb"),
    (SpecKey::Tdp, "w"),
];
/// A word of at least this many letters may also stand inside a longer word of a name: `5600x` in `Ryzen55600X`.
const MIN_GLUED_LETTERS: usize = 5;

/// Every product of a catalogue. Products are named by their position.
pub(crate) struct Parts {
    pub(crate) documents: Vec<Document>,
    /// The names' letters and digits, lower case.
    letters: Vec<String>,
    by_id: HashMap<ProductId, usize>,
    by_word: HashMap<String, Vec<usize>>,
    by_category: BTreeMap<Category, Vec<usize>>,
    /// Letters and digits of part numbers; `None` where several products have the number.
    by_number: HashMap<String, Option<usize>>,
}

/// A thing that a right product has.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Requirement {
    Category(Category),
    /// Letters and digits of the manufacturer, lower case.
    Brand(String),
    /// A word of the product's name, manufacturer, aliases, part numbers or facts, lower case.
    Word(String),
    /// One of the spec's values, written as `SpecValue::to_texts` writes it.
    Fact(SpecKey, String),
    /// The spec is unknown.
    Unknown(SpecKey),
    /// The spec's number is at least this. Products without the spec pass: nothing contradicts them.
    AtLeast(SpecKey, f64),
    AnyOf(Vec<Requirement>),
    AllOf(Vec<Requirement>),
    /// In fils; the bounds themselves pass.
    Price {
        min: Option<Fils>,
        max: Option<Fils>,
    },
}

impl Parts {
    pub(crate) fn of(documents: Vec<Document>) -> Self {
        let (mut by_word, mut by_number) = (HashMap::<_, Vec<usize>>::new(), HashMap::new());
        let (mut by_category, mut by_id) = (BTreeMap::<_, Vec<usize>>::new(), HashMap::new());
        for (index, document) in documents.iter().enumerate() {
            by_id.insert(document.id, index);
            by_category.entry(document.category).or_default().push(index);
            for word in words_of_document(document) {
                by_word.entry(word).or_default().push(index);
            }
            let numbers = document.part_numbers.iter().map(|number| letters(number));
            for number in numbers.filter(|number| is_identifying(number)) {
                let owner = by_number.entry(number).or_insert(Some(index));
                *owner = owner.filter(|owner| *owner == index);
            }
        }
        let letters = documents.iter().map(|document| letters(&document.name)).collect();
        Self { documents, letters, by_id, by_word, by_category, by_number }
    }

    pub(crate) fn position(&self, id: ProductId) -> Option<usize> {
        self.by_id.get(&id).copied()
    }

    pub(crate) fn of_category(&self, category: Category) -> &[usize] {
        self.by_category.get(&category).map_or(&[], Vec::as_slice)
    }

    /// Returns every word by which a product is named.
    pub(crate) fn words(&self) -> impl Iterator<Item = &String> {
        self.by_word.keys()
    }

    /// Returns the number of products with a word.
    pub(crate) fn count_with(&self, word: &str) -> usize {
        self.by_word.get(word).map_or(0, Vec::len)
    }

    /// Returns the only product with a part number.
    pub(crate) fn with_number(&self, number: &str) -> Option<usize> {
        self.by_number.get(&letters(number)).copied().flatten()
    }

    pub(crate) fn meets_all(&self, index: usize, requirements: &[Requirement]) -> bool {
        requirements.iter().all(|requirement| self.meets(index, requirement))
    }

    pub(crate) fn meets(&self, index: usize, requirement: &Requirement) -> bool {
        let document = &self.documents[index];
        match requirement {
            Requirement::Category(category) => document.category == *category,
            Requirement::Brand(brand) => letters(&document.manufacturer) == *brand,
            Requirement::Word(word) => {
                let has = self.by_word.get(word).is_some_and(|with| with.binary_search(&index).is_ok());
                has || word.len() >= MIN_GLUED_LETTERS && self.letters[index].contains(word)
            }
            Requirement::Fact(key, value) => {
                document.specs.get(*key).is_some_and(|own| own.to_texts().contains(value))
            }
            Requirement::Unknown(key) => document.specs.get(*key).is_none(),
            Requirement::AtLeast(key, number) => document.specs.number(*key).is_none_or(|own| own >= *number),
            Requirement::AnyOf(alternatives) => {
                alternatives.iter().any(|alternative| self.meets(index, alternative))
            }
            Requirement::AllOf(all) => self.meets_all(index, all),
            Requirement::Price { min, max } => document.price.is_some_and(|price| {
                min.is_none_or(|min| price >= min) && max.is_none_or(|max| price <= max)
            }),
        }
    }

    /// Returns at most `limit` products that meet all requirements.
    pub(crate) fn find(&self, requirements: &[Requirement], limit: usize) -> Vec<usize> {
        let lists = requirements.iter().filter_map(|requirement| match requirement {
            Requirement::Word(word) => self.by_word.get(word).map(Vec::as_slice),
            Requirement::Category(category) => Some(self.of_category(*category)),
            _ => None,
        });
        let Some(shortest) = lists.min_by_key(|list| list.len()) else { return Vec::new() };
        let found = shortest.iter().copied().filter(|index| self.meets_all(*index, requirements));
        found.take(limit).collect()
    }
}

/// Returns the letters and digits of a text, in lower case.
pub(crate) fn letters(text: &str) -> String {
    text.to_lowercase().chars().filter(|character| character.is_alphanumeric()).collect()
}

/// Returns the runs of letters and digits of a text, in lower case.
pub(crate) fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let words = text.split(|character: char| !character.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Returns the requirements that a product has each word of a text that tells products apart; of a text without such
/// words, every word.
pub(crate) fn has_words(text: &str) -> Vec<Requirement> {
    let all = words(text);
    let telling: Vec<String> = all.iter().filter(|word| !SILENT.contains(&word.as_str())).cloned().collect();
    let required = if telling.is_empty() { all } else { telling };
    required.into_iter().map(Requirement::Word).collect()
}

/// Returns the requirements that a product has a stated fact. Where the catalogue does not know the fact, its name may
/// say it.
pub(crate) fn has_fact(fact: &StatedFact) -> Requirement {
    let said = words(&fact.english).into_iter().map(Requirement::Word);
    let unknown = std::iter::once(Requirement::Unknown(fact.key)).chain(said).collect();
    Requirement::AnyOf(vec![Requirement::Fact(fact.key, fact.value.clone()), Requirement::AllOf(unknown)])
}

/// Whether letters and digits may be a part number that names one product.
pub(crate) fn is_identifying(number: &str) -> bool {
    number.len() >= MIN_NUMBER_LETTERS
        && number.contains(|character: char| character.is_ascii_digit())
        && number.contains(|character: char| character.is_ascii_alphabetic())
}

/// Returns every word by which a text may name a product: whole, in pieces (`rtx4070` → `rtx`, `4070`) and two together;
/// also the names of its kind, its facts with their units, and the features that it has, which its name need not have
/// (`fan`, `16gb`, `wifi`).
fn words_of_document(document: &Document) -> HashSet<String> {
    let facts = document.specs.iter().flat_map(|(_, value)| value.to_texts());
    let own = [&document.name, &document.manufacturer, &document.model];
    let lists = document.aliases.iter().chain(&document.part_numbers);
    let kind = Kind::of(document.category);
    let stated = kind.and_then(|kind| kind.fact_of(document));
    let mut found: HashSet<String> = stated.into_iter().flat_map(|fact| words(&fact.english)).collect();
    let nouns = kind.into_iter().flat_map(|kind| kind.nouns).flat_map(|noun| words(noun));
    found.extend(nouns.flat_map(|noun| [format!("{noun}s"), noun]));
    let has = |key: SpecKey| document.specs.get(key).is_some_and(|value| value.to_texts() == ["true"]);
    found.extend(SpecKey::ALL.iter().filter(|key| has(**key)).map(|key| key.as_str().to_lowercase()));
    for (key, unit) in UNITS {
        found.extend(document.specs.number(key).map(|number| format!("{number}{unit}")));
    }
    for text in own.into_iter().chain(lists).cloned().chain(facts) {
        let words = words(&text);
        found.extend(words.windows(2).map(<[String]>::concat));
        found.extend(words.iter().flat_map(|word| pieces(word)));
        found.extend(words);
    }
    found
}

/// Returns the runs of digits and of other letters of a word.
fn pieces(word: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut was_digit = None;
    for character in word.chars() {
        let is_digit = character.is_ascii_digit();
        if was_digit != Some(is_digit) {
            pieces.push(String::new());
        }
        was_digit = Some(is_digit);
        if let Some(piece) = pieces.last_mut() {
            piece.push(character);
        }
    }
    pieces
}

#[cfg(test)]
pub(crate) mod tests {
    use domain::model::Specs;

    use super::*;

    /// Returns a product in stock for 100 dinars.
    pub(crate) fn document(
        id: ProductId,
        category: Category,
        manufacturer: &str,
        model: &str,
        specs: Specs,
    ) -> Document {
        Document {
            id,
            category,
            name: format!("{manufacturer} {model}"),
            name_ar: None,
            manufacturer: manufacturer.to_owned(),
            model: model.to_owned(),
            part_numbers: vec![format!("ZN-{}", words(model).concat())],
            gtins: Vec::new(),
            aliases: Vec::new(),
            specs,
            price: Some(Fils(100_000)),
            delivered: None,
            in_stock: true,
            retailers: Vec::new(),
            rating: None,
            popularity: 1.0,
            drop_basis_points: 0,
            picture: None,
            card: Vec::new(),
        }
    }

    /// Returns a small catalogue of two manufacturers.
    pub(crate) fn some_parts() -> Parts {
        let of = |number: u128, category, manufacturer, model: &str, specs: serde_json::Value| {
            let (specs, errors) = Specs::from_json(specs.as_object().unwrap());
            assert!(errors.is_empty());
            document(ProductId(uuid::Uuid::from_u128(number)), category, manufacturer, model, specs)
        };
        let card = serde_json::json!({ "gpuVram": 12, "gpuChipset": "GeForce RTX 7070 Ti" });
        let cpu = |chip: &str| serde_json::json!({ "cpuChipset": chip });
        let ram = |capacity: i64| serde_json::json!({ "ramCapacity": capacity, "rgb": capacity > 8 });
        Parts::of(vec![
            of(1, Category::Ram, "Corsair", "Gale Typhoon DDR5 16GB", ram(16)),
            of(2, Category::Ram, "Corsair", "Gale Typhoon DDR5 8GB", ram(8)),
            of(3, Category::Ram, "Samsung", "Typhoon Calm DDR5", ram(32)),
            of(4, Category::Gpu, "Corsair", "RTX7070 Typhoon 12GB", card),
            of(5, Category::Cpu, "Intel", "Core i5 5150K", cpu("Core i5-5150K")),
            of(6, Category::Cpu, "Intel", "Core i7 6130", cpu("Core i7 6130")),
        ])
    }

    #[test]
    fn words_are_found_whole_in_pieces_and_together() {
        let parts = some_parts();
        for text in ["rtx 7070", "rtx7070", "corsair typhoon", "typhoon12gb"] {
            assert!(parts.meets_all(3, &has_words(text)), "{text}");
        }
        assert!(parts.meets_all(2, &has_words("calm 32gb")));
        assert!(!parts.meets_all(0, &has_words("rtx")));
        assert_eq!(parts.find(&has_words("gale typhoon"), 10), [0, 1]);
        assert_eq!(parts.find(&has_words("the gale kit with rgb memory"), 10), [0]);
        assert_eq!(parts.with_number("zn rtx7070typhoon12gb"), Some(3));
    }

    #[test]
    fn name_states_a_fact_only_where_the_catalogue_does_not_know_it() {
        let mut documents = some_parts().documents;
        documents[0].specs = Specs::new();
        documents[1].name = "Corsair Gale Typhoon DDR5 16GB".to_owned();
        let parts = Parts::of(documents);
        let fact = StatedFact {
            key: SpecKey::RamCapacity,
            value: "16".to_owned(),
            english: "16gb".to_owned(),
            arabic: String::new(),
        };
        assert!(parts.meets(0, &has_fact(&fact)) && !parts.meets(1, &has_fact(&fact)));
    }

    #[test]
    fn unknown_number_contradicts_nothing() {
        let parts = some_parts();
        assert!(parts.meets(0, &Requirement::AtLeast(SpecKey::PsuWattage, 900.0)));
        assert!(!parts.meets(3, &Requirement::AtLeast(SpecKey::GpuVram, 16.0)));
    }
}
