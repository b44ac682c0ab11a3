//! An offer held against a product: what agrees, what differs, what is missing, and what rules it out.

use domain::model::{Category, Evidence, EvidenceCode, SpecKey, SpecValue, keys::fold::Folded};

use super::{
    item::{Item, NotAPart},
    tables::{ComparedFact, Slack, WordKind, compared_facts, word_kind},
    words::Words,
};

/// How many numbers describe a pair.
pub const FEATURES: usize = 21;

/// What each number says; the names are those of `config/matching/weights.toml`.
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "bias",
    "barcode_same",
    "part_number_same",
    "part_number_differs",
    "share_of_product",
    "share_of_offer",
    "codes_only_product",
    "codes_only_offer",
    "a_variant_alone",
    "more_variants_alone",
    "facts_same",
    "facts_differ",
    "facts_only_offer",
    "facts_only_product",
    "colour_unanswered",
    "names_only_offer",
    "names_only_product",
    "names_differ",
    "codes_differ",
    "maker_unknown",
    "all_words_same",
];

/// A pair, compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    pub features: [f64; FEATURES],
    pub evidence: Vec<Evidence>,
    /// It cannot be the same, whatever else agrees.
    pub vetoed: bool,
    /// Same maker, and same model with all facts that tell siblings apart.
    pub same_model: bool,
}

/// Compares an offer with a product.
pub fn compare(offer: &Item, product: &Item) -> Comparison {
    let category = product.category.unwrap_or(Category::Other);
    let mut comparing = Comparing { offer, product, category, evidence: Vec::new(), vetoed: false };
    comparing.kind();
    let maker_unknown = comparing.maker();
    let numbers = comparing.numbers();
    let facts = comparing.facts();
    let words = comparing.compare_words();
    comparing.words(&words);

    let at_most = |count: usize, most: usize| count.min(most) as f64 / most as f64;
    let of_kind = |words: &[String], kind: WordKind| {
        words.iter().filter(|word| word_kind(category, word) == kind).count()
    };
    let alone = |kind| (of_kind(&words.only_product, kind), of_kind(&words.only_offer, kind));
    let (codes_of_product, codes_of_offer) = alone(WordKind::Code);
    let (names_of_product, names_of_offer) = alone(WordKind::Name);
    let variants = words.alone(category, WordKind::Variant).count();
    let all_same = words.only_offer.is_empty() && words.only_product.is_empty() && !words.same.is_empty();
    let features = [
        1.0,
        f64::from(numbers.barcode_same),
        f64::from(numbers.same),
        f64::from(numbers.differs),
        words.share_of_product(),
        words.share_of_offer(category),
        at_most(codes_of_product, 2),
        at_most(codes_of_offer, 2),
        at_most(variants, 1),
        at_most(variants.saturating_sub(1), 1),
        at_most(facts.same, 4),
        at_most(facts.differ, 2),
        at_most(facts.only_offer, 2),
        at_most(facts.only_product, 2),
        f64::from(facts.colour_unanswered),
        at_most(names_of_offer, 2),
        at_most(names_of_product, 2),
        at_most(names_of_product.min(names_of_offer), 2),
        at_most(codes_of_product.min(codes_of_offer), 2),
        f64::from(maker_unknown),
        f64::from(all_same),
    ];
    let same_model = !maker_unknown && product.model_key.is_some() && offer.model_key == product.model_key;
    Comparison { features, evidence: comparing.evidence, vetoed: comparing.vetoed, same_model }
}

#[derive(Default)]
struct Numbers {
    barcode_same: bool,
    same: bool,
    differs: bool,
}

#[derive(Default)]
struct Facts {
    same: usize,
    /// Facts that are no veto.
    differ: usize,
    only_offer: usize,
    /// Only those that a shop would name.
    only_product: usize,
    /// One side says a colour other than black, and the other says none.
    colour_unanswered: bool,
}

struct Comparing<'a> {
    offer: &'a Item,
    product: &'a Item,
    category: Category,
    evidence: Vec<Evidence>,
    vetoed: bool,
}

impl Comparing<'_> {
    fn say(&mut self, code: EvidenceCode, offer: Option<String>, product: Option<String>) {
        self.evidence.push(Evidence { code, key: None, offer, product });
    }

    fn veto(&mut self, code: EvidenceCode, offer: Option<String>, product: Option<String>) {
        self.vetoed = true;
        self.say(code, offer, product);
    }

    /// A thing of another kind, a bundle, an accessory, a used part.
    fn kind(&mut self) {
        match self.offer.not_a_part {
            Some(NotAPart::Accessory) => self.veto(EvidenceCode::Accessory, None, None),
            Some(NotAPart::Bundle) => self.veto(EvidenceCode::Bundle, None, None),
            Some(NotAPart::NotNew) => self.veto(EvidenceCode::NotNew, None, None),
            None => {}
        }
        if let (Some(offer), Some(product)) = (self.offer.category, self.product.category)
            && offer != product
        {
            let names = (Some(offer.as_str().to_owned()), Some(product.as_str().to_owned()));
            self.veto(EvidenceCode::CategoryDiffers, names.0, names.1);
        }
    }

    fn maker(&mut self) -> bool {
        match (&self.offer.maker, &self.product.maker) {
            (Some(offer), Some(product)) if offer == product => {
                self.say(EvidenceCode::MakerSame, None, Some(product.clone()));
                false
            }
            (Some(offer), Some(product)) => {
                self.veto(EvidenceCode::MakerDiffers, Some(offer.clone()), Some(product.clone()));
                false
            }
            _ => {
                self.say(EvidenceCode::MakerUnknown, None, self.product.maker.clone());
                true
            }
        }
    }

    fn numbers(&mut self) -> Numbers {
        let (offer, product) = (self.offer, self.product);
        let barcode = offer.barcodes.iter().find(|code| product.barcodes.contains(code)).cloned();
        let barcode_same = barcode.is_some();
        if let Some(code) = barcode {
            self.say(EvidenceCode::BarcodeSame, Some(code.clone()), Some(code));
        }
        let shared = offer.part_numbers.iter().find(|number| product.part_numbers.contains(number)).cloned();
        let same = shared.is_some();
        let differs = !same && !offer.part_numbers.is_empty() && !product.part_numbers.is_empty();
        if let Some(number) = shared {
            self.say(EvidenceCode::PartNumberSame, Some(number.clone()), Some(number));
        } else if differs {
            let first = |numbers: &[String]| numbers.first().cloned();
            let (of_offer, of_product) = (first(&offer.part_numbers), first(&product.part_numbers));
            self.say(EvidenceCode::PartNumberDiffers, of_offer, of_product);
        }
        Numbers { barcode_same, same, differs }
    }

    fn facts(&mut self) -> Facts {
        let mut facts = Facts::default();
        for fact in compared_facts(self.category) {
            let known =
                |item: &Item| item.specs.get(fact.key).filter(|value| !is_plain(fact.key, value)).cloned();
            let (offer, product) = (self.offer.specs.get(fact.key), self.product.specs.get(fact.key));
            let code = match (offer, product) {
                (Some(left), Some(right)) if agree(fact, left, right) => {
                    facts.same += 1;
                    EvidenceCode::FactSame
                }
                (Some(_), Some(_)) => {
                    self.vetoed |= fact.veto;
                    facts.differ += usize::from(!fact.veto);
                    EvidenceCode::FactDiffers
                }
                (Some(_), None) => {
                    let told = known(self.offer).is_some();
                    facts.only_offer += usize::from(told && fact.key != SpecKey::Color);
                    facts.colour_unanswered |= told && fact.key == SpecKey::Color;
                    continue;
                }
                (None, Some(_)) => {
                    let told = known(self.product).is_some();
                    facts.only_product += usize::from(told && fact.key == SpecKey::Rgb);
                    facts.colour_unanswered |= told && fact.key == SpecKey::Color;
                    EvidenceCode::FactMissing
                }
                (None, None) => continue,
            };
            let text = |value: Option<&SpecValue>| value.map(|value| value.to_texts().join(", "));
            self.evidence.push(Evidence {
                code,
                key: Some(fact.key.as_str().to_owned()),
                offer: text(offer),
                product: text(product),
            });
        }
        facts
    }

    /// Where a title's chip was not understood, its words are held against the words of the product's chip: `4060`.
    fn compare_words(&self) -> Words {
        let (offer, product) = (self.offer, self.product);
        let mut of_product = product.pieces.clone();
        if self.category == Category::Gpu && offer.specs.get(SpecKey::GpuChipset).is_none() {
            let chip = Folded::new(product.specs.text(SpecKey::GpuChipset).unwrap_or_default());
            let brands = ["geforce", "radeon", "rtx", "gtx", "gt", "rx", "arc"];
            of_product.extend(chip.iter().filter(|word| !brands.contains(word)).map(str::to_owned));
        }
        let says = |item: &'_ Item, word: &str| is_said(item, word);
        Words::compare(
            self.category,
            &offer.pieces,
            &of_product,
            [&|word| says(offer, word), &|word| says(product, word)],
        )
    }

    fn words(&mut self, words: &Words) {
        let listed = |words: Vec<&String>| {
            let joined = words.into_iter().map(String::as_str).collect::<Vec<_>>().join(" ");
            (!joined.is_empty()).then_some(joined)
        };
        if let Some(same) = listed(words.same.iter().collect()) {
            self.say(EvidenceCode::WordsSame, Some(same.clone()), Some(same));
        }
        let is_variant = |word: &&String| word_kind(self.category, word) == WordKind::Variant;
        let variants = |words: &[String]| listed(words.iter().filter(is_variant).collect());
        let others = |words: &[String]| listed(words.iter().filter(|word| !is_variant(word)).collect());
        let (of_offer, of_product) = (variants(&words.only_offer), variants(&words.only_product));
        let (more, less) = (others(&words.only_offer), others(&words.only_product));
        if of_offer.is_some() || of_product.is_some() {
            self.say(EvidenceCode::VariantDiffers, of_offer, of_product);
        }
        if more.is_some() {
            self.say(EvidenceCode::WordsOnlyOffer, more, None);
        }
        if less.is_some() {
            self.say(EvidenceCode::WordsOnlyProduct, None, less);
        }
    }
}

/// What shops leave out because it goes without saying: black, no lights.
fn is_plain(key: SpecKey, value: &SpecValue) -> bool {
    match key {
        SpecKey::Color => value.to_texts().iter().all(|colour| colour.eq_ignore_ascii_case("black")),
        _ => value.as_flag() == Some(false),
    }
}

/// Whether a thing's typed facts say what a word of a name says: a colour, a memory type, Wi-Fi.
fn is_said(item: &Item, word: &str) -> bool {
    const TOLD: [SpecKey; 5] =
        [SpecKey::Color, SpecKey::RamType, SpecKey::Lighting, SpecKey::PanelType, SpecKey::StorageKind];
    let in_text = TOLD
        .iter()
        .filter_map(|key| item.specs.get(*key))
        .any(|value| value.to_texts().iter().any(|text| text.eq_ignore_ascii_case(word)));
    in_text
        || match word {
            "wifi" => item.specs.flag(SpecKey::Wifi) == Some(true),
            "rgb" => item.specs.flag(SpecKey::Rgb) == Some(true),
            "wireless" => item.specs.flag(SpecKey::Wireless) == Some(true),
            _ => false,
        }
}

/// Whether two values say the same; of two lists, whether they share an entry.
fn agree(fact: &ComparedFact, offer: &SpecValue, product: &SpecValue) -> bool {
    if let (Some(left), Some(right)) = (offer.as_number(), product.as_number()) {
        let apart = (left - right).abs();
        return match fact.slack {
            Slack::Share(share) => apart <= share * left.abs().max(right.abs()),
            Slack::Amount(amount) => apart <= amount,
        };
    }
    let plain = |value: &SpecValue| -> Vec<String> {
        value.to_texts().iter().map(|text| plain_text(fact.key, text)).collect()
    };
    let right = plain(product);
    plain(offer).iter().any(|text| right.contains(text))
}

fn plain_text(key: SpecKey, text: &str) -> String {
    let lower = text.to_lowercase();
    match key {
        // `M.2-NVMe` and `M.2` are one slot; whether it is SATA is told by the type.
        SpecKey::StorageFormFactor => lower.split('-').next().unwrap_or_default().to_owned(),
        // One paint under two names.
        SpecKey::Color if matches!(lower.as_str(), "silver" | "gray") => "grey".to_owned(),
        _ => lower.chars().filter(|letter| letter.is_alphanumeric()).collect(),
    }
}
