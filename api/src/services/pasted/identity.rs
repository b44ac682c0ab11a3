//! Whether a product is the one that a line names: all that tells in the line is in the product, and all that tells in the
//! product is in the line. A wrong part in a build is worse than a question.

use std::{collections::BTreeSet, sync::LazyLock};

use domain::model::{
    Category, SpecKey, Specs,
    keys::{
        fold::Folded,
        manufacturer_key,
        manufacturers::{AliasKind, manufacturer_aliases},
        model_key, model_pieces,
    },
};

use super::measures::{Measures, join_counts};

/// Folded words of the efficiency of power supplies.
const RATINGS: [&str; 5] = ["bronze", "silver", "gold", "platinum", "titanium"];

/// A product, as far as a line can name it.
#[derive(Debug, Clone)]
pub struct ComparedProduct {
    pub category: Category,
    pub manufacturer: String,
    pub name: String,
    pub specs: Specs,
    /// Whether the line is the product's part number.
    pub has_part_number: bool,
}

/// Returns the index of the product that a line names; `None` where it names none, or several that differ.
///
/// `are_words_found`: whether the search used all words of the line, as they are written. It reads Arabic words, which
/// names of products do not have.
pub fn find_named(line: &str, products: &[ComparedProduct], are_words_found: bool) -> Option<usize> {
    let line = ReadLine::new(line, are_words_found);
    let is_named = |product: &ComparedProduct| product.has_part_number || line.names(product);
    let mut named = products.iter().enumerate().filter(|(_, product)| is_named(product));
    let (index, first) = named.next()?;
    named.all(|(_, other)| is_same(first, other)).then_some(index)
}

/// A line, read once for the comparison with several products.
struct ReadLine {
    text: String,
    words: Folded,
    measures: Measures,
    manufacturers: Vec<&'static str>,
    are_words_found: bool,
}

impl ReadLine {
    fn new(line: &str, are_words_found: bool) -> Self {
        let text = join_counts(line);
        let words = Folded::new(&text);
        let (measures, manufacturers) = (Measures::read(&words), named_manufacturers(&words));
        Self { text, words, measures, manufacturers, are_words_found }
    }

    fn names(&self, product: &ComparedProduct) -> bool {
        let key = manufacturer_key(&product.manufacturer);
        if self.manufacturers.iter().any(|named| manufacturer_key(named) != key) {
            return false;
        }
        let name = join_counts(&product.name);
        let pieces = |text: &str| model_pieces(product.category, &product.manufacturer, text, &Specs::new());
        let (of_line, of_product) = (pieces(&self.text), pieces(&name));
        let line = SpeltWords::new(&self.words, &of_line);
        let spelt = SpeltWords::new(&Folded::new(&name), &of_product);
        self.measures.fit(product.category, &product.specs)
            && self.is_specific(product, &of_line)
            && self.agrees_on_extras(product)
            && self.are_in_product(&of_line, &of_product, &spelt, &product.specs)
            && are_in_line(product.category, &of_product, &line)
    }

    /// Whether all words of the line are the product's: of its name, or values of its facts. A year of the model is often
    /// left out by shops.
    fn are_in_product(
        &self,
        of_line: &[String],
        of_product: &[String],
        spelt: &SpeltWords,
        specs: &Specs,
    ) -> bool {
        let values: Vec<Folded> =
            specs.iter().flat_map(|(_, value)| value.to_texts()).map(|text| Folded::new(&text)).collect();
        let has_year = of_product.iter().any(|word| is_year(word));
        of_line.iter().all(|word| {
            spelt.has(word)
                || (is_year(word) && !has_year)
                || (self.are_words_found && !word.is_ascii())
                || values.iter().any(|value| value.iter().any(|part| part == word))
        })
    }

    /// Whether the line names a manufacturer, or words of a model besides the chip that many manufacturers build upon.
    fn is_specific(&self, product: &ComparedProduct, of_line: &[String]) -> bool {
        let key = match product.category {
            Category::Gpu => SpecKey::GpuChipset,
            Category::Motherboard => SpecKey::MotherboardChipset,
            _ => return !self.manufacturers.is_empty() || !of_line.is_empty(),
        };
        let chip = product.specs.text(key).map(Folded::new).unwrap_or_default();
        let chip = SpeltWords::new(&chip, &[]);
        let is_own = |word: &String| !chip.has(word);
        !self.manufacturers.is_empty() || of_line.iter().any(is_own)
    }

    /// Compares what the words of a model leave out: the packaging of processors, the rating of power supplies, the kind of
    /// memory.
    fn agrees_on_extras(&self, product: &ComparedProduct) -> bool {
        let is_tray = |words: &Folded| words.iter().any(|word| matches!(word, "tray" | "oem" | "mpk"));
        let text = |key: SpecKey| product.specs.text(key).map(str::to_lowercase);
        match product.category {
            Category::Cpu => {
                let is_bare = text(SpecKey::Packaging).is_some_and(|packaging| packaging != "boxed")
                    || is_tray(&Folded::new(&product.name));
                is_bare == is_tray(&self.words)
            }
            Category::Psu => text(SpecKey::PsuEfficiency).is_none_or(|rating| {
                self.words.iter().filter(|word| RATINGS.contains(word)).all(|word| rating.contains(word))
            }),
            Category::Ram => text(SpecKey::RamType).is_none_or(|kind| {
                let is_kind = |word: &&str| word.len() == 4 && word.starts_with("ddr");
                self.words.iter().filter(is_kind).all(|word| word == kind)
            }),
            _ => true,
        }
    }
}

/// Whether all words of a product's name are in the line. Words that only name the series before a code may be missing
/// (`Core` of `Core i5-14600K`), but none by which variants differ. Boards and cards share the codes of their chips, so none
/// may be missing.
fn are_in_line(category: Category, of_product: &[String], line: &SpeltWords) -> bool {
    let is_shared = matches!(category, Category::Gpu | Category::Motherboard);
    let code = of_product.iter().rposition(|word| is_code(word) && line.has(word)).filter(|_| !is_shared);
    of_product.iter().enumerate().all(|(index, word)| {
        // `core` tells cases and coolers apart, and is part of every Intel processor's name.
        let is_variant = is_variant(category, word) && !(category == Category::Cpu && word == "core");
        let is_series = code.is_some_and(|code| index < code) && !is_variant;
        line.has(word) || is_series
    })
}

/// Whether two products are one with two entries, as far as their facts tell.
fn is_same(left: &ComparedProduct, right: &ComparedProduct) -> bool {
    let key = |product: &ComparedProduct| {
        model_key(product.category, &product.manufacturer, &product.name, &product.specs)
    };
    left.category == right.category && key(left).is_some_and(|left| Some(left) == key(right))
}

/// Returns the manufacturers that a text names. The makers of chips and the names of product lines stand in names of others.
fn named_manufacturers(words: &Folded) -> Vec<&'static str> {
    let mut named = Vec::new();
    let mut index = 0;
    while index < words.len() {
        let Some((alias, count)) = manufacturer_aliases().alias_at(words, index) else {
            index += 1;
            continue;
        };
        let is_named = match alias.kind {
            AliasKind::Name | AliasKind::SubBrand => true,
            AliasKind::OrdinaryWord => index == 0,
            AliasKind::ProductLine | AliasKind::ChipMaker => false,
        };
        named.extend(is_named.then_some(alias.manufacturer));
        index += count.max(1);
    }
    named
}

/// The words of a name, however they are split: `nh` `d15` also spell `nhd15`.
struct SpeltWords {
    texts: [(String, BTreeSet<usize>); 2],
}

impl SpeltWords {
    fn new(words: &Folded, pieces: &[String]) -> Self {
        Self { texts: [join(words.iter()), join(pieces.iter().map(String::as_str))] }
    }

    fn has(&self, word: &str) -> bool {
        self.texts.iter().any(|(text, borders)| {
            text.match_indices(word)
                .any(|(start, found)| borders.contains(&start) && borders.contains(&(start + found.len())))
        })
    }
}

/// Joins words without spaces; returns the text and the places where words begin or end.
fn join<'a>(words: impl Iterator<Item = &'a str>) -> (String, BTreeSet<usize>) {
    let (mut text, mut borders) = (String::new(), BTreeSet::from([0]));
    for word in words {
        text.push_str(word);
        borders.insert(text.len());
    }
    (text, borders)
}

/// Whether a word is a code that one manufacturer gives one model: letters and two digits or more, as in `sn850x`.
fn is_code(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    word.len() >= 4 && digits >= 2 && word.bytes().any(|letter| letter.is_ascii_lowercase())
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.starts_with("20") && word.bytes().all(|digit| digit.is_ascii_digit())
}

/// Whether a word on one side only means another product; the table is `config/matching/words.tsv`.
fn is_variant(category: Category, word: &str) -> bool {
    static VARIANTS: LazyLock<BTreeSet<(Option<Category>, &str)>> = LazyLock::new(|| {
        let lines = include_str!("../../../../config/matching/words.tsv").lines();
        let rows = lines.filter(|line| !line.starts_with('#')).filter_map(|line| {
            let mut columns = line.split('\t');
            match (columns.next(), columns.next(), columns.next()) {
                (Some(category), Some("variant"), Some(words)) => Some((category.parse().ok(), words)),
                _ => None,
            }
        });
        rows.flat_map(|(category, words)| words.split('|').map(move |word| (category, word))).collect()
    });
    VARIANTS.contains(&(None, word)) || VARIANTS.contains(&(Some(category), word))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn product(category: Category, name: &str, specs: &Value) -> ComparedProduct {
        let (specs, refused) = Specs::from_json(specs.as_object().unwrap());
        assert!(refused.is_empty(), "{refused:?}");
        let manufacturer = name.split(' ').next().unwrap().to_owned();
        ComparedProduct { category, manufacturer, name: name.to_owned(), specs, has_part_number: false }
    }

    fn is_named(line: &str, product: &ComparedProduct) -> bool {
        find_named(line, std::slice::from_ref(product), false).is_some()
    }

    #[test]
    fn line_with_the_words_of_a_product_names_it() {
        let none = json!({});
        for (line, category, name, specs) in [
            ("AMD Ryzen 5 9600X 3.9 GHz 6-Core Processor", Category::Cpu, "AMD Ryzen 5 9600X", &none),
            ("i5-14600K", Category::Cpu, "Intel Core i5-14600K", &none),
            ("Noctua NH-U12A 60.09 CFM CPU Cooler", Category::CpuCooler, "Noctua NH-U12A", &none),
            (
                "Gigabyte B650 EAGLE AX ATX AM5 Motherboard",
                Category::Motherboard,
                "Gigabyte B650 EAGLE AX",
                &none,
            ),
            (
                "Samsung 990 Pro 2 TB M.2-2280 PCIe 4.0 X4 NVME Solid State Drive",
                Category::Storage,
                "Samsung 990 PRO 2TB",
                &json!({"storageCapacity": 2000}),
            ),
            (
                "Corsair RM850e (2023) 850 W 80+ Gold Certified Fully Modular ATX Power Supply",
                Category::Psu,
                "Corsair RM850e 850W",
                &json!({"psuWattage": 850, "psuEfficiency": "80+ Gold"}),
            ),
            (
                "Corsair 4000D Airflow ATX Mid Tower Case",
                Category::Case,
                "Corsair 4000D Airflow Black",
                &none,
            ),
            (
                "LG 27GP850-B 27.0\" 2560 x 1440 165 Hz Monitor",
                Category::Monitor,
                "LG UltraGear 27GP850-B",
                &none,
            ),
            (
                "MSI VENTUS 2X OC GeForce RTX 5070 12 GB Video Card",
                Category::Gpu,
                "MSI GeForce RTX 5070 12G VENTUS 2X OC",
                &json!({"gpuChipset": "GeForce RTX 5070", "gpuVram": 12}),
            ),
        ] {
            assert!(is_named(line, &product(category, name, specs)), "{line}: {name}");
        }
    }

    #[test]
    fn sibling_is_not_named() {
        let none = json!({});
        let card = json!({"gpuChipset": "GeForce RTX 5070", "gpuVram": 12});
        for (line, category, name, specs) in [
            ("AMD Ryzen 5 5600X", Category::Cpu, "AMD Ryzen 5 5600", &none),
            ("AMD Ryzen 5 5600", Category::Cpu, "AMD Ryzen 5 5600X", &none),
            ("AMD Ryzen 7 9800X3D", Category::Cpu, "AMD Ryzen 7 9800X3D", &json!({"packaging": "Tray"})),
            ("Noctua NH-U12S 55 CFM CPU Cooler", Category::CpuCooler, "Noctua NH-U12S redux", &none),
            (
                "Thermalright Peerless Assassin 120",
                Category::CpuCooler,
                "Thermalright Peerless Assassin 120 SE",
                &none,
            ),
            (
                "Gigabyte AORUS ELITE GeForce RTX 5070 12 GB",
                Category::Gpu,
                "Gigabyte GeForce RTX 5070 WINDFORCE OC 12G",
                &card,
            ),
            (
                "MSI VENTUS 2X OC GeForce RTX 5070 Ti",
                Category::Gpu,
                "MSI GeForce RTX 5070 12G VENTUS 2X OC",
                &card,
            ),
            ("GeForce RTX 5070", Category::Gpu, "INNO3D GeForce RTX 5070", &card),
            (
                "Asus TUF GAMING B550-PLUS (WI-FI)",
                Category::Motherboard,
                "ASUS TUF GAMING B550-PLUS WIFI II",
                &none,
            ),
            ("Corsair 4000D Airflow", Category::Case, "Corsair 4000D Airflow White", &none),
            (
                "Samsung 990 Pro 1 TB",
                Category::Storage,
                "Samsung 990 PRO 2TB",
                &json!({"storageCapacity": 2000}),
            ),
            (
                "Corsair RM850e Bronze",
                Category::Psu,
                "Corsair RM850e",
                &json!({"psuWattage": 850, "psuEfficiency": "80+ Gold"}),
            ),
            (
                "Kingston FURY Beast 16 GB DDR5-5600",
                Category::Ram,
                "Corsair Beast 16 GB",
                &json!({"ramCapacity": 16}),
            ),
            ("DDR5 32GB", Category::Ram, "Corsair Vengeance 32GB DDR5", &json!({"ramCapacity": 32})),
        ] {
            assert!(!is_named(line, &product(category, name, specs)), "{line}: {name}");
        }
    }

    #[test]
    fn line_that_names_several_products_names_none() {
        let kit = |latency: u32| {
            let specs = json!({"ramType": "DDR5", "ramCapacity": 32, "modules": 2, "ramSpeed": 6000, "casLatency": latency});
            product(Category::Ram, &format!("Corsair Vengeance 32GB (2x16GB) DDR5-6000 CL{latency}"), &specs)
        };
        let kits = [kit(36), kit(30)];
        let line = |latency: &str| format!("Corsair Vengeance 32 GB (2 x 16 GB) DDR5-6000{latency} Memory");
        let pieces = |text: &str| model_pieces(Category::Ram, "Corsair", text, &Specs::new());
        let read = (pieces(&join_counts(&line(" CL30"))), pieces(&kits[1].name));
        assert_eq!(find_named(&line(""), &kits, false), None);
        assert_eq!(find_named(&line(" CL30"), &kits, false), Some(1), "{read:?}");
        assert_eq!(find_named(&line(""), &[kit(30), kit(30)], false), Some(0));
    }

    #[test]
    fn arabic_words_count_where_the_search_used_them() {
        let cpu = product(Category::Cpu, "AMD Ryzen 7 9800X3D", &json!({}));
        for are_words_found in [true, false] {
            let named = find_named("معالج 9800X3D", std::slice::from_ref(&cpu), are_words_found);
            assert_eq!(named.is_some(), are_words_found);
        }
    }
}
