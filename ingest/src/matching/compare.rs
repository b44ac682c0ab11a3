//! Compares an offer with a product: which facts agree, differ or are missing, and which of them rule the match out.

use domain::model::{
    Category, Evidence, EvidenceCode, SpecKey,
    compared_facts::{ComparedFact, compared_facts},
    keys::fold::Folded,
};

use super::{
    features::FEATURES,
    generations,
    identity::shares_identity,
    item::{Item, NotAPart},
    rarity::TermStatistics,
    sibling_check::SiblingCheck,
    stated::{agreement, is_default_value, is_stated, without_stated_colours},
    tables::{WordKind, is_same_manufacturer, word_kind},
    text_features::{TextFeatures, compare_texts},
    words::{WordComparison, is_cut_off},
};

mod doubts;

use doubts::SiblingSigns;

/// Result of comparing an offer with a product.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Features in the order of [`FEATURE_NAMES`](super::FEATURE_NAMES); all zero where the pair is vetoed.
    pub features: [f64; FEATURES],
    /// Whether a contradiction rules the match out, whatever else agrees.
    pub vetoed: bool,
    /// Same manufacturer, and same model with all facts that tell siblings apart.
    pub same_model: bool,
    pub barcode_same: bool,
    pub part_number_same: bool,
    /// Both sides have a barcode or a part number in common.
    pub shares_number: bool,
    /// The two may be siblings: never matched without an administrator.
    pub may_be_siblings: bool,
    /// Each side has a name of its own: not worth asking.
    pub differs_in_name: bool,
    /// The offer has all that names the product, and no name of another.
    pub fits_record: bool,
    /// Both sides have a number, a code or a word in common that names a product.
    pub is_identified: bool,
}

impl Comparison {
    /// A pair that a contradiction rules out.
    pub(super) const VETOED: Comparison = Comparison {
        features: [0.0; FEATURES],
        vetoed: true,
        same_model: false,
        barcode_same: false,
        part_number_same: false,
        shares_number: false,
        may_be_siblings: false,
        differs_in_name: false,
        fits_record: false,
        is_identified: false,
    };
}

/// Compares an offer with a product, or with another offer. A differing fact may veto the match; a
/// missing fact never does.
pub fn compare(offer: &Item, product: &Item, statistics: &TermStatistics) -> Comparison {
    PairComparer::new(offer, product, None).compare(statistics)
}

/// Returns the evidence for and against a match, for an administrator to read: what the comparison itself found, with each
/// veto and each sign of siblings.
pub fn explain_pair(offer: &Item, product: &Item, statistics: &TermStatistics) -> Vec<Evidence> {
    let mut comparer = PairComparer::new(offer, product, Some(Vec::new()));
    comparer.compare(statistics);
    comparer.evidence.unwrap_or_default()
}

#[derive(Default)]
struct NumberComparison {
    barcode_same: bool,
    same: bool,
    differs: bool,
}

#[derive(Default)]
struct FactComparison {
    same: usize,
    /// Facts that differ without a veto.
    differ: usize,
    only_offer: usize,
    /// Facts that only the product states, among those that a retailer would state.
    only_product: usize,
    /// Whether one side states a colour other than black, and the other states none.
    colour_unanswered: bool,
    /// Facts with a veto that only one side states.
    one_sided: Vec<SpecKey>,
}

struct PairComparer<'a> {
    offer: &'a Item,
    product: &'a Item,
    category: Category,
    /// Collected only where an administrator will read it.
    evidence: Option<Vec<Evidence>>,
    vetoed: bool,
}

impl<'a> PairComparer<'a> {
    fn new(offer: &'a Item, product: &'a Item, evidence: Option<Vec<Evidence>>) -> Self {
        let category = product.category.or(offer.category).unwrap_or(Category::Other);
        PairComparer { offer, product, category, evidence, vetoed: false }
    }

    /// Whether the rest of the comparison changes nothing: the pair is ruled out, and nobody reads the evidence.
    fn is_done(&self) -> bool {
        self.vetoed && self.evidence.is_none()
    }

    fn compare(&mut self, statistics: &TermStatistics) -> Comparison {
        let (offer, product) = (self.offer, self.product);
        self.check_kind();
        let facts = self.compare_facts();
        if self.is_done() {
            return Comparison::VETOED;
        }
        let text = compare_texts(&offer.text, &product.text, statistics);
        self.compare_manufacturers(text.part_number_same);
        let generations = generations::compare(self.category, offer, product);
        self.check_numbers_apart(&generations, &text);
        if self.is_done() {
            return Comparison::VETOED;
        }
        let numbers = self.compare_numbers();
        let words = self.compare_words();
        self.add_word_evidence(&words);
        let check = SiblingCheck::new(offer, product, self.category, statistics);
        let mut signs = SiblingSigns::new(check.differing_names(&words), generations.one_sided);
        // A single sign is enough where nobody reads the evidence.
        if self.evidence.is_some() || !(numbers.differs || signs.any()) {
            signs.word = check.sibling_word(&words);
            signs.fact = check.missing_telling_fact(&facts.one_sided);
        }
        let may_be_sibling = numbers.differs || signs.any();
        let is_identified = numbers.barcode_same
            || numbers.same
            || shares_identity(offer, product, &words, &text, statistics);
        self.add_doubts(&signs, &text, is_identified);
        if self.vetoed {
            return Comparison::VETOED;
        }
        Comparison {
            features: self.features(&numbers, &facts, &words, &text),
            vetoed: false,
            same_model: offer.manufacturer.is_some()
                && offer.manufacturer == product.manufacturer
                && product.model_key.is_some()
                && offer.model_key == product.model_key,
            barcode_same: numbers.barcode_same,
            part_number_same: numbers.same,
            shares_number: numbers.barcode_same || numbers.same || text.part_number_same,
            may_be_siblings: may_be_sibling && !text.part_number_same,
            differs_in_name: signs.names.is_some() && !text.part_number_same,
            fits_record: !may_be_sibling
                && !facts.colour_unanswered
                && ((is_identified && check.fits_record(&words)) || check.is_named_by_facts(&words)),
            is_identified,
        }
    }

    fn features(
        &self,
        numbers: &NumberComparison,
        facts: &FactComparison,
        words: &WordComparison,
        text: &TextFeatures,
    ) -> [f64; FEATURES] {
        let category = self.category;
        let capped_share = |count: usize, most: usize| count.min(most) as f64 / most as f64;
        let of_kind = |words: &[String], kind: WordKind| {
            words.iter().filter(|word| word_kind(category, word) == kind).count()
        };
        let alone = |kind| (of_kind(&words.only_product, kind), of_kind(&words.only_offer, kind));
        let (codes_of_product, codes_of_offer) = alone(WordKind::Code);
        let (names_of_product, names_of_offer) = alone(WordKind::Name);
        let variants = words.alone(category, WordKind::Variant).count();
        let all_same = words.only_offer.is_empty() && words.only_product.is_empty() && !words.same.is_empty();
        let (same_manufacturer, other_manufacturer) =
            match (&self.offer.manufacturer, &self.product.manufacturer) {
                (Some(one), Some(other)) if is_same_manufacturer(one, other) => (1.0, 0.0),
                manufacturers => agreement(manufacturers.0, manufacturers.1),
            };
        let (same_category, other_category) = agreement(&self.offer.category, &self.product.category);
        let pair_features: [f64; FEATURES - TextFeatures::COUNT] = [
            f64::from(numbers.barcode_same),
            f64::from(numbers.same),
            f64::from(numbers.differs),
            words.share_of_product(),
            words.share_of_offer(category),
            capped_share(codes_of_product, 2),
            capped_share(codes_of_offer, 2),
            capped_share(variants, 2),
            capped_share(facts.same, 5),
            capped_share(facts.differ, 2),
            capped_share(facts.only_offer, 3),
            capped_share(facts.only_product, 3),
            f64::from(facts.colour_unanswered),
            capped_share(names_of_offer, 2),
            capped_share(names_of_product, 2),
            capped_share(names_of_product.min(names_of_offer), 2),
            capped_share(codes_of_product.min(codes_of_offer), 2),
            same_manufacturer,
            other_manufacturer,
            same_category,
            other_category,
            f64::from(self.offer.condition != self.product.condition),
            f64::from(all_same),
        ];
        let mut features = [0.0; FEATURES];
        let (first, last) = features.split_at_mut(pair_features.len());
        first.copy_from_slice(&pair_features);
        last.copy_from_slice(&text.numbers());
        features
    }

    fn add_evidence(&mut self, code: EvidenceCode, offer: Option<&str>, product: Option<&str>) {
        if let Some(evidence) = &mut self.evidence {
            let owned = |text: Option<&str>| text.map(str::to_owned);
            evidence.push(Evidence { code, key: None, offer: owned(offer), product: owned(product) });
        }
    }

    fn veto(&mut self, code: EvidenceCode, offer: Option<&str>, product: Option<&str>) {
        self.vetoed = true;
        self.add_evidence(code, offer, product);
    }

    /// Checks accessories and bundles (veto), the condition (evidence only) and the category (veto).
    fn check_kind(&mut self) {
        match self.offer.not_a_part.filter(|_| self.offer.not_a_part != self.product.not_a_part) {
            Some(NotAPart::Accessory) => self.veto(EvidenceCode::Accessory, None, None),
            Some(NotAPart::Bundle) => self.veto(EvidenceCode::Bundle, None, None),
            None => {}
        }
        if self.offer.condition != self.product.condition {
            self.add_evidence(EvidenceCode::NotNew, None, None);
        }
        if let (Some(offer), Some(product)) = (self.offer.category, self.product.category)
            && offer != product
        {
            self.veto(EvidenceCode::CategoryDiffers, Some(offer.as_str()), Some(product.as_str()));
        }
    }

    /// Compares the manufacturers. Two different ones veto the match, unless both sides name the same part number: drives
    /// are also sold under a server manufacturer's name.
    fn compare_manufacturers(&mut self, shares_part_number: bool) {
        let (offer, product) = (self.offer.manufacturer.as_deref(), self.product.manufacturer.as_deref());
        match (offer, product) {
            (Some(one), Some(other)) if is_same_manufacturer(one, other) => {
                self.add_evidence(EvidenceCode::MakerSame, None, product);
            }
            (Some(_), Some(_)) => {
                self.vetoed |= !shares_part_number;
                self.add_evidence(EvidenceCode::MakerDiffers, offer, product);
            }
            _ => self.add_evidence(EvidenceCode::MakerUnknown, None, product),
        }
    }

    fn has_one_manufacturer(&self) -> bool {
        let manufacturers = self.offer.manufacturer.as_deref().zip(self.product.manufacturer.as_deref());
        manufacturers.is_some_and(|(one, other)| is_same_manufacturer(one, other))
    }

    fn compare_numbers(&mut self) -> NumberComparison {
        let (offer, product) = (self.offer, self.product);
        let barcode = offer.barcodes.iter().find(|code| product.barcodes.contains(code));
        if let Some(code) = barcode {
            self.add_evidence(EvidenceCode::BarcodeSame, Some(code), Some(code));
        }
        let shared = offer.part_numbers.iter().find(|number| product.part_numbers.contains(number));
        let cut = |one: &String| product.part_numbers.iter().any(|other| is_cut_off(one, other));
        let differs = shared.is_none()
            && !offer.part_numbers.is_empty()
            && !product.part_numbers.is_empty()
            && !offer.part_numbers.iter().any(cut);
        if let Some(number) = shared {
            self.add_evidence(EvidenceCode::PartNumberSame, Some(number), Some(number));
        } else if differs {
            let first = |numbers: &'a [String]| numbers.first().map(String::as_str);
            self.add_evidence(
                EvidenceCode::PartNumberDiffers,
                first(&offer.part_numbers),
                first(&product.part_numbers),
            );
        }
        NumberComparison { barcode_same: barcode.is_some(), same: shared.is_some(), differs }
    }

    fn compare_facts(&mut self) -> FactComparison {
        let mut facts = FactComparison::default();
        // A plain value that only one side states tells no siblings apart, except the colour black: a retailer may
        // leave out any colour.
        let tells_siblings =
            |fact: &ComparedFact, stated: bool| fact.veto && (stated || fact.key == SpecKey::Color);
        for fact in compared_facts(self.category) {
            let known = |item: &Item| {
                item.specs.get(fact.key).filter(|value| !is_default_value(fact.key, value)).cloned()
            };
            let (offer, product) = (self.offer.specs.get(fact.key), self.product.specs.get(fact.key));
            let code = match (offer, product) {
                (Some(left), Some(right)) if fact.agrees(left, right) => {
                    facts.same += 1;
                    EvidenceCode::FactSame
                }
                (Some(_), Some(_)) => {
                    self.vetoed |= fact.veto;
                    facts.differ += usize::from(!fact.veto);
                    EvidenceCode::FactDiffers
                }
                (Some(_), None) => {
                    let stated = known(self.offer).is_some();
                    facts.one_sided.extend(tells_siblings(fact, stated).then_some(fact.key));
                    facts.only_offer += usize::from(stated && fact.key != SpecKey::Color);
                    facts.colour_unanswered |= stated && fact.key == SpecKey::Color;
                    continue;
                }
                (None, Some(_)) => {
                    let stated = known(self.product).is_some();
                    facts.one_sided.extend(tells_siblings(fact, stated).then_some(fact.key));
                    // The product is a pack of fans, and the offer names no pack.
                    facts.only_product += usize::from(fact.key == SpecKey::FanQuantity && stated);
                    facts.only_product +=
                        usize::from(stated && matches!(fact.key, SpecKey::Rgb | SpecKey::Packaging));
                    facts.colour_unanswered |= stated && fact.key == SpecKey::Color;
                    EvidenceCode::FactMissing
                }
                (None, None) => continue,
            };
            if self.evidence.is_some() {
                self.add_fact_evidence(code, fact.key);
            }
        }
        facts
    }

    /// Compares the words of both sides. Where the chip of the offer's title was not understood, the words of the
    /// product's chip (`4060`) count as words of the product.
    fn compare_words(&self) -> WordComparison {
        let (offer, product) = (self.offer, self.product);
        let mut of_product = without_stated_colours(self.category, product);
        if self.category == Category::Gpu && offer.specs.get(SpecKey::GpuChipset).is_none() {
            let chip = Folded::new(product.specs.text(SpecKey::GpuChipset).unwrap_or_default());
            let brands = ["geforce", "radeon", "rtx", "gtx", "gt", "rx", "arc"];
            of_product.extend(chip.iter().filter(|word| !brands.contains(word)).map(str::to_owned));
        }
        let states = |item: &'_ Item, word: &str| is_stated(item, word);
        WordComparison::compare(
            self.category,
            &without_stated_colours(self.category, offer),
            &of_product,
            [&|word| states(offer, word), &|word| states(product, word)],
        )
    }

    fn add_word_evidence(&mut self, words: &WordComparison) {
        if self.evidence.is_none() {
            return;
        }
        let join_words = |words: Vec<&String>| {
            let joined = words.into_iter().map(String::as_str).collect::<Vec<_>>().join(" ");
            (!joined.is_empty()).then_some(joined)
        };
        if let Some(same) = join_words(words.same.iter().collect()) {
            self.add_evidence(EvidenceCode::WordsSame, Some(&same), Some(&same));
        }
        let is_variant = |word: &&String| word_kind(self.category, word) == WordKind::Variant;
        let variants = |words: &[String]| join_words(words.iter().filter(is_variant).collect());
        let others = |words: &[String]| join_words(words.iter().filter(|word| !is_variant(word)).collect());
        let (of_offer, of_product) = (variants(&words.only_offer), variants(&words.only_product));
        let (others_of_offer, others_of_product) = (others(&words.only_offer), others(&words.only_product));
        if of_offer.is_some() || of_product.is_some() {
            self.add_evidence(EvidenceCode::VariantDiffers, of_offer.as_deref(), of_product.as_deref());
        }
        if others_of_offer.is_some() {
            self.add_evidence(EvidenceCode::WordsOnlyOffer, others_of_offer.as_deref(), None);
        }
        if others_of_product.is_some() {
            self.add_evidence(EvidenceCode::WordsOnlyProduct, None, others_of_product.as_deref());
        }
    }
}
