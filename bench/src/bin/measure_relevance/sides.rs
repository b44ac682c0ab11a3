//! Two things in one query: of one kind (a comparison) or of two (parts of one build).

use bench::Rng;
use domain::model::{Category, SpecKey};

use crate::{
    parts::{Parts, Requirement, words},
    query::{FreshQuery, Truth},
};

/// Kinds whose products are called by a number, and the spec that holds it.
const NUMBERED: [(Category, SpecKey); 3] = [
    (Category::Cpu, SpecKey::CpuChipset),
    (Category::Gpu, SpecKey::GpuChipset),
    (Category::Motherboard, SpecKey::MotherboardChipset),
];
/// Longest name of a chip, in words; longer ones hold more than a name.
const MAX_WORDS: usize = 4;

/// A chip by the short name that shoppers use.
struct ShortName {
    text: String,
    requirements: Vec<Requirement>,
}

/// Returns the numbers of two chips of one kind.
pub(crate) fn of_one_kind(parts: &Parts, rng: &mut Rng) -> Option<FreshQuery> {
    let (category, key) = rng.pick(&NUMBERED);
    let (left, right) = (short_name(parts, category, key, rng)?, short_name(parts, category, key, rng)?);
    two("two of one kind", left, right)
}

/// Returns the numbers of two chips of two kinds.
pub(crate) fn of_two_kinds(parts: &Parts, rng: &mut Rng) -> Option<FreshQuery> {
    let first = rng.below(NUMBERED.len() as u64) as usize;
    let second = (first + 1 + rng.below(2) as usize) % NUMBERED.len();
    let mut side = |index: usize| {
        let (category, key) = NUMBERED[index];
        short_name(parts, category, key, rng)
    };
    two("two kinds", side(first)?, side(second)?)
}

fn two(family: &'static str, left: ShortName, right: ShortName) -> Option<FreshQuery> {
    // A number may be part of the other: `7900` of `7900 xt`.
    let (one, other) = (words(&left.text), words(&right.text));
    let is_inside =
        one.iter().all(|word| other.contains(word)) || other.iter().all(|word| one.contains(word));
    let text = format!("{} {}", left.text, right.text);
    let truth = Truth::Sides(vec![left.requirements, right.requirements]);
    (!is_inside).then(|| FreshQuery::new(family, text, truth))
}

/// Returns a random product's chip from its number on: `5600x`, `4070 ti`, `b650`.
fn short_name(parts: &Parts, category: Category, key: SpecKey, rng: &mut Rng) -> Option<ShortName> {
    let products = parts.of_category(category);
    let index = (!products.is_empty()).then(|| rng.pick(products))?;
    let chip = parts.documents[index].specs.text(key)?;
    let named: Vec<&str> = chip.split_whitespace().collect();
    let at = named.iter().position(|word| is_number(word)).filter(|_| named.len() <= MAX_WORDS)?;
    if words(named[at]).iter().any(|number| is_of_another_kind(parts, category, number)) {
        return None;
    }
    let (text, chip) = match category {
        // A processor is sold boxed and in a tray, as two chips of one number.
        Category::Cpu => {
            let number = words(chip).into_iter().find(|word| is_number(word))?;
            (number.clone(), Requirement::Word(number))
        }
        _ => (named[at..].join(" ").to_lowercase(), Requirement::Fact(key, chip.to_owned())),
    };
    Some(ShortName { text, requirements: vec![Requirement::Category(category), chip] })
}

/// Whether products of another kind have the number in their names too: `7600` is a processor and a card.
fn is_of_another_kind(parts: &Parts, category: Category, number: &str) -> bool {
    NUMBERED.iter().filter(|(other, _)| *other != category).any(|(other, _)| {
        let named = [Requirement::Category(*other), Requirement::Word(number.to_owned())];
        !parts.find(&named, 1).is_empty()
    })
}

/// Whether a word is the number of a chip: `b650`, `5600x`. Three digits alone are too often something else.
fn is_number(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    digits > 3 || digits == 3 && word.starts_with(|character: char| character.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::tests::some_parts;

    #[test]
    fn each_side_finds_its_own_products() {
        let parts = some_parts();
        let mut rng = Rng::new(2);
        let made: Vec<FreshQuery> = (0..200)
            .filter_map(|_| of_two_kinds(&parts, &mut rng).or_else(|| of_one_kind(&parts, &mut rng)))
            .collect();
        let texts: Vec<&str> = made.iter().map(|query| query.text.as_str()).collect();
        assert!(texts.contains(&"5150k 7070 ti") && texts.contains(&"5150k 6130"), "{texts:?}");
        for query in made {
            let Truth::Sides(sides) = query.truth else { panic!("{}", query.text) };
            assert!(sides.iter().all(|side| parts.find(side, 9).len() == 1), "{}", query.text);
        }
    }
}
