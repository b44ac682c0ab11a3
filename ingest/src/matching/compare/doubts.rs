//! Doubts that keep a pair from being joined, besides differing facts: numbers of one product only, and signs of siblings.

use domain::model::{Evidence, EvidenceCode, SpecKey};

use super::{
    super::{
        generations::GenerationComparison,
        item::Item,
        one_retailer::differing_barcodes,
        text_features::{TextFeatures, differing_server_numbers},
    },
    PairComparer,
};

/// Signs that the two sides may be siblings, with the values of both.
pub(super) struct SiblingSigns<'a> {
    pub(super) names: Option<(&'a str, &'a str)>,
    pub(super) generation: Option<(String, String)>,
    pub(super) word: Option<(Option<&'a str>, Option<&'a str>)>,
    pub(super) fact: Option<SpecKey>,
}

impl<'a> SiblingSigns<'a> {
    pub(super) fn new(names: Option<(&'a str, &'a str)>, generation: Option<(String, String)>) -> Self {
        SiblingSigns { names, generation, word: None, fact: None }
    }

    pub(super) fn any(&self) -> bool {
        self.names.is_some() || self.generation.is_some() || self.word.is_some() || self.fact.is_some()
    }
}

impl PairComparer<'_> {
    /// Checks the numbers that name one product only: of servers (veto), and, unless both sides name the same part number,
    /// generations and barcodes (veto).
    pub(super) fn check_numbers_apart(&mut self, generations: &GenerationComparison, text: &TextFeatures) {
        if let Some((offer, product)) = differing_server_numbers(&self.offer.text, &self.product.text) {
            self.veto(EvidenceCode::ServerNumberDiffers, Some(offer), Some(product));
        }
        if text.part_number_same {
            return;
        }
        if let Some((offer, product)) = &generations.differ {
            self.veto(EvidenceCode::GenerationDiffers, Some(offer), Some(product));
        }
        if self.has_one_manufacturer()
            && let Some((offer, product)) = differing_barcodes(self.offer, self.product)
        {
            self.veto(EvidenceCode::BarcodeDiffers, Some(offer), Some(product));
        }
    }

    /// Adds what keeps the matcher from joining a pair by itself: signs of siblings, a part number of the reference that
    /// names no one product, and two names of which neither says what tells it apart.
    pub(super) fn add_doubts(&mut self, signs: &SiblingSigns<'_>, text: &TextFeatures, is_identified: bool) {
        let (offer, product) = (self.offer, self.product);
        if self.evidence.is_none() {
            return;
        }
        if !text.part_number_same {
            if let Some((left, right)) = signs.names {
                self.add_evidence(EvidenceCode::NameDiffers, Some(left), Some(right));
            }
            if let Some((left, right)) = signs.word {
                self.add_evidence(EvidenceCode::SiblingWord, left, right);
            }
            if let Some((left, right)) = &signs.generation {
                self.add_evidence(EvidenceCode::GenerationMissing, Some(left), Some(right));
            }
            if let Some(key) = signs.fact {
                self.add_fact_evidence(EvidenceCode::SiblingFact, key);
            }
        }
        let is_stated =
            |number: &&String| offer.part_numbers.contains(number) || offer.text.codes.contains(number);
        if let Some(number) = product.doubted_part_numbers.iter().find(is_stated) {
            self.add_evidence(EvidenceCode::PartNumberDoubted, Some(number), Some(number));
        }
        if !is_identified {
            let (left, right) = (offer.pieces.join(" "), product.pieces.join(" "));
            self.add_evidence(EvidenceCode::NotIdentified, Some(&left), Some(&right));
        }
    }

    pub(super) fn add_fact_evidence(&mut self, code: EvidenceCode, key: SpecKey) {
        let text = |item: &Item| item.specs.get(key).map(|value| value.to_texts().join(", "));
        let (offer, product) = (text(self.offer), text(self.product));
        if let Some(evidence) = &mut self.evidence {
            evidence.push(Evidence { code, key: Some(key.as_str().to_owned()), offer, product });
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::model::{Category, SpecValue, Specs};

    use super::{
        super::super::{StatedFacts, compare, explain_pair},
        *,
    };
    use crate::matching::TermStatistics;

    fn item(category: Category, name: &str, barcodes: &[&str], specs: &[(SpecKey, SpecValue)]) -> Item {
        let barcodes: Vec<String> = barcodes.iter().map(|code| (*code).to_owned()).collect();
        let mut stated = Specs::new();
        for (key, value) in specs {
            stated.insert(*key, value.clone()).expect("a valid value");
        }
        let known = StatedFacts {
            barcodes: &barcodes,
            specs: &stated,
            ..StatedFacts::named(category, "Corsair", name)
        };
        Item::new(&known).with_name(name)
    }

    /// Returns the code, and the values of both sides, of the evidence of one code; checks that the pair is vetoed or not.
    fn found(code: EvidenceCode, vetoed: bool, one: &Item, other: &Item) -> (Option<String>, Option<String>) {
        let statistics = TermStatistics::default();
        assert_eq!(compare(one, other, &statistics).vetoed, vetoed, "{code:?}");
        let evidence = explain_pair(one, other, &statistics);
        let of_code: Vec<&Evidence> = evidence.iter().filter(|one| one.code == code).collect();
        assert_eq!(of_code.len(), 1, "{code:?}: {evidence:?}");
        (of_code[0].offer.clone(), of_code[0].product.clone())
    }

    fn both(one: &str, other: &str) -> (Option<String>, Option<String>) {
        (Some(one.to_owned()), Some(other.to_owned()))
    }

    #[test]
    fn each_veto_is_named_with_both_values() {
        use EvidenceCode as E;
        let plain = |name: &str| item(Category::Psu, name, &[], &[]);
        let coded = |barcode: &str| item(Category::Psu, "Obsidiana 850", &[barcode], &[]);
        for (code, one, other, values) in [
            (
                E::GenerationDiffers,
                plain("Obsidiana II"),
                plain("Obsidiana III"),
                ("obsidiana 2", "obsidiana 3"),
            ),
            (
                E::BarcodeDiffers,
                coded("4006381333931"),
                coded("5901234123457"),
                ("4006381333931", "5901234123457"),
            ),
        ] {
            assert_eq!(found(code, true, &one, &other), both(values.0, values.1));
        }
    }

    /// The facts of the table veto by themselves, and each names its key and both values.
    #[test]
    fn each_differing_fact_is_named_with_both_values() {
        let text = |text: &str| SpecValue::Text(text.to_owned());
        for (category, key, one, other) in [
            (Category::Motherboard, SpecKey::FormFactor, text("ATX"), text("Micro ATX")),
            (Category::Case, SpecKey::SidePanel, text("Tempered Glass"), text("Solid")),
            (Category::CaseFan, SpecKey::FanQuantity, SpecValue::Integer(1), SpecValue::Integer(3)),
        ] {
            let values = (Some(one.to_texts().join(", ")), Some(other.to_texts().join(", ")));
            let (one, other) = (
                item(category, "Obsidiana", &[], &[(key, one)]),
                item(category, "Obsidiana", &[], &[(key, other)]),
            );
            assert_eq!(found(EvidenceCode::FactDiffers, true, &one, &other), values, "{key:?}");
        }
    }

    #[test]
    fn signs_of_siblings_and_missing_names_are_named() {
        use EvidenceCode as E;
        let mouse = |name: &str| item(Category::Mouse, name, &[], &[]);
        let series = found(E::NameDiffers, false, &mouse("Obsidiana K65"), &mouse("Obsidiana K70"));
        assert_eq!(series, both("k65", "k70"));
        let missing = found(E::GenerationMissing, false, &mouse("Obsidiana"), &mouse("Obsidiana 2"));
        assert_eq!(missing, both("obsidiana", "obsidiana 2"));
        let mut statistics = TermStatistics::default();
        (0..500).for_each(|number| statistics.add_text(&format!("wireless mouse text{number}")));
        let (one, other) = (mouse("Wireless Mouse"), mouse("Wireless Mouse"));
        let evidence = explain_pair(&one, &other, &statistics);
        assert!(evidence.iter().any(|one| one.code == E::NotIdentified), "{evidence:?}");
        assert!(!compare(&one, &other, &statistics).is_identified);
    }

    #[test]
    fn number_of_a_series_is_named_as_doubted() {
        let offer = item(Category::Psu, "Obsidiana OB850x", &[], &[]);
        let mut record = offer.clone();
        record.doubted_part_numbers = vec!["ob850x".to_owned()];
        let (of_offer, of_record) = found(EvidenceCode::PartNumberDoubted, false, &offer, &record);
        assert_eq!((of_offer.as_deref(), of_record.as_deref()), (Some("ob850x"), Some("ob850x")));
    }
}
