//! The reader's part of the grammar of intent: words that ask, state a use, link two parts or name a whole
//! computer.

use domain::model::Category;

use super::{
    reading::{self as intent_reading, BuildWish, FitSpan, NotSold},
    retailer,
};
use crate::{
    Understood, UnderstoodKind,
    lexicon::Marker,
    query::read::{Piece, Reader},
    text::{analyzer::Word, fold::has_digit},
};

/// Number of words of the longest phrase of each kind at a word; 0 where there is none.
struct IntentLengths {
    usage: usize,
    link: usize,
    build: usize,
    filler: usize,
    machine: usize,
}

/// Dinars that a bare number may say as the budget of a whole computer: `تجميعة 650`.
const BARE_BUDGETS: std::ops::RangeInclusive<u32> = 150..=3000;

fn is_bare_budget(piece: &Piece, words: &[Word]) -> bool {
    let word = words.get(piece.start).filter(|word| piece.end == piece.start + 1 && word.quantity.is_none());
    let amount = word.and_then(|word| word.text.parse::<u32>().ok());
    !piece.is_optional && amount.is_some_and(|amount| BARE_BUDGETS.contains(&amount))
}

impl IntentLengths {
    fn longest(&self) -> usize {
        self.usage.max(self.link).max(self.build).max(self.filler).max(self.machine)
    }
}

impl Reader<'_> {
    /// Reads a use, a word of a sentence, a link or a whole build; returns the number of words that it took.
    pub(crate) fn intent_words(&mut self, index: usize) -> Option<usize> {
        let is_punctuated = |at: usize| intent_reading::is_punctuated(self.words, at);
        if is_punctuated(index) || is_punctuated(index + 1) {
            return None;
        }
        let meaning = self.meaning_length(index);
        let lengths = self.intent_lengths(index);
        let longest = lengths.longest();
        // A name of as many words wins, except over a use, a machine or a whole build; a longer name always wins.
        if longest == 0
            || meaning > longest
            || (meaning == longest && lengths.usage.max(lengths.build).max(lengths.machine) < longest)
        {
            return None;
        }
        let words = self.window(index, longest).to_owned();
        let piece = Piece { start: index, end: index + longest, is_optional: true, ..Piece::default() };
        if lengths.usage == longest {
            let found = self.usable(&words)?;
            self.out.intent.uses.push((found, words));
        } else if lengths.machine == longest && !self.context.categories.is_empty() {
            return Some(longest);
        } else if lengths.build == longest {
            self.build = Some((index, index + longest));
        } else if lengths.link == longest {
            let names_chip =
                || self.out.pieces.iter().any(|piece| intent_reading::kind_of(piece, self.lexicon).is_some());
            if self.link.is_none() && (!self.context.categories.is_empty() || names_chip()) {
                self.link = Some((index, self.out.pieces.len()));
            }
            if self.lexicon.markers(&words).contains(&Marker::Noise) {
                return Some(longest);
            }
        }
        // Optional: left out where no product has the words; otherwise names that have them come first.
        self.out.pieces.push(piece);
        Some(longest)
    }

    /// Returns the longest phrase of each kind that begins at a word.
    fn intent_lengths(&self, index: usize) -> IntentLengths {
        let intents = &self.lexicon.intents;
        let phrase = |holds: &dyn Fn(&str) -> bool| {
            let found = intent_reading::phrase(intents, self.joined, index, |window| {
                holds(window) && !self.literal.contains(window)
            });
            found.unwrap_or(0)
        };
        let is_of_model = self.is_letter_of_model(index);
        let is_behind_link = self.link.is_some_and(|(at, _)| at < index);
        IntentLengths {
            usage: phrase(&|window| self.usable(window).is_some()),
            link: phrase(&|window| intents.is_link(window)),
            build: phrase(&|window| intents.is_build(window)),
            filler: phrase(&|window| intents.is_filler(window) && !is_of_model),
            machine: phrase(&|window| is_behind_link && intents.is_machine(window)),
        }
    }

    /// Whether a letter stands beside the number of a model: `B650M A`, `MAG A 650BN`.
    fn is_letter_of_model(&self, index: usize) -> bool {
        let has_number = |at: Option<usize>| {
            let word = at.and_then(|at| self.words.get(at));
            // `a 27 inch monitor`: an amount or a fact is no model.
            word.is_some_and(|word| {
                has_digit(&word.text) && word.quantity.is_none() && self.lexicon.meaning(&word.text).is_none()
            })
        };
        let is_letter = self.words.get(index).is_some_and(|word| word.text.chars().count() == 1);
        // `can run a 5080`: behind a word of the sentence it is the article.
        let is_article = self.words.get(index).is_some_and(|word| word.text == "a")
            && self.out.pieces.last().is_none_or(|piece| piece.is_optional && piece.end == index);
        is_letter && !is_article && (has_number(index.checked_sub(1)) || has_number(Some(index + 1)))
    }

    /// Returns the use that words state of the requested categories. Words that are a fact of one of them are that
    /// fact.
    fn usable(&self, window: &str) -> Option<usize> {
        let intents = &self.lexicon.intents;
        let found = intents.use_of(window)?;
        let categories = &self.context.categories;
        let reading = self.lexicon.meaning(window).and_then(|meaning| meaning.reading);
        let is_fact = reading.and_then(|reading| self.lexicon.readings.get(reading)).is_some();
        if !is_fact {
            return Some(found);
        }
        let suits = |category: &Category| {
            intents
                .uses
                .get(found)
                .is_some_and(|usage| usage.orders.iter().any(|preference| preference.category == *category))
        };
        (!categories.is_empty() && categories.iter().all(suits)
            || categories.is_empty() && self.names_build())
        .then_some(found)
    }

    fn names_build(&self) -> bool {
        (0..self.words.len()).any(|index| {
            let intents = &self.lexicon.intents;
            intent_reading::phrase(intents, self.joined, index, |window| intents.is_build(window)).is_some()
        })
    }

    /// Finds the longest name of a thing that no retailer sells.
    pub(crate) fn settle_not_sold(&mut self) {
        let intents = &self.lexicon.intents;
        let mut best: Option<(usize, String, Option<Category>)> = None;
        for index in 0..self.words.len() {
            let is_such = |window: &str| intents.not_sold(window).is_some() && !self.literal.contains(window);
            let Some(length) = intent_reading::phrase(intents, self.joined, index, is_such) else { continue };
            // `ال سي دي` is a screen, though `سي دي` is a disc.
            let is_inside = |piece: &Piece| {
                let holds = piece.start <= index && piece.end >= index + length;
                holds && piece.end - piece.start > length && !piece.is_plain()
            };
            if self.out.pieces.iter().any(is_inside) {
                continue;
            }
            let words = self.window(index, length).to_owned();
            if let Some(near) = intents.not_sold(&words)
                && best.as_ref().is_none_or(|(longest, ..)| length > *longest)
            {
                best = Some((length, words, near));
            }
        }
        self.out.intent.not_sold = best.map(|(_, words, near)| NotSold { words, near });
    }

    /// Decides whether the words behind the link say what the part before it is for.
    pub(crate) fn settle_link(&mut self) {
        let Some((link, first_piece)) = self.link else { return };
        let (before, behind) = self.out.pieces.split_at(first_piece.min(self.out.pieces.len()));
        let names_category =
            before.iter().any(|piece| intent_reading::category_of(piece, self.lexicon).is_some());
        // `does b650 support 9800x3d`: a chip names the kind, where a model stands behind the link.
        let names_chip = before.iter().any(|piece| intent_reading::kind_of(piece, self.lexicon).is_some())
            && intent_reading::names_model(behind, self.words);
        let words = (link, self.words.len());
        let window = self.window(link, words.1 - link);
        if (names_category || names_chip)
            && intent_reading::is_subject(behind, self.words, self.lexicon)
            && !self.literal.contains(window)
        {
            self.out.intent.fit = Some(FitSpan { first_piece, words });
        } else if names_category {
            self.order_by_purpose(link, first_piece);
        }
    }

    /// Makes the words behind a link optional, because they name no part that is for the category:
    /// `graphics card for 3 monitors`, `ssd for windows`. A use only orders and leaves nothing out.
    fn order_by_purpose(&mut self, link: usize, first_piece: usize) {
        let is_behind = |words: &str| {
            let length = words.split(' ').count();
            (link..self.words.len()).any(|at| self.window(at, length) == words)
        };
        if self.out.intent.not_sold.as_ref().is_some_and(|thing| is_behind(&thing.words)) {
            self.out.intent.not_sold = None;
        }
        let lexicon = self.lexicon;
        let behind = self.out.pieces.get_mut(first_piece..).unwrap_or_default();
        let names_category = behind.iter().any(|piece| intent_reading::category_of(piece, lexicon).is_some());
        for piece in behind.iter_mut().filter(|piece| !piece.is_measure) {
            let word = self.words.get(piece.start).map(|word| word.text.as_str()).unwrap_or_default();
            let is_count =
                names_category && word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_digit());
            let is_category = intent_reading::category_of(piece, lexicon).is_some();
            let is_thing = piece.is_plain() && (lexicon.is_spelt_right(word) || lexicon.intents.starts(word));
            piece.is_optional |= is_category || is_count || is_thing;
        }
    }

    /// Decides whether a whole build is wanted: nothing beside it may name a category.
    pub(crate) fn settle_build(&mut self) {
        let Some((start, end)) = self.build else { return };
        if !self.context.categories.is_empty() || self.out.intent.not_sold.is_some() {
            return;
        }
        let words = self.window(start, end - start).to_owned();
        let constraints = &mut self.out.constraints;
        let highest = constraints.price_max.take().or(constraints.price_min);
        let bare = self.out.pieces.iter().position(|piece| is_bare_budget(piece, self.words));
        let budget = constraints.price_around.or(highest);
        let budget = budget.or_else(|| {
            let piece = self.out.pieces.remove(bare?);
            self.words.get(piece.start)?.text.parse().ok()
        });
        constraints.price_min = None;
        self.out.intent.build = Some(BuildWish { words, budget });
    }

    /// Reads a retailer's name; returns the number of words that it took.
    pub(crate) fn retailer(&mut self, index: usize) -> Option<usize> {
        let (slug, length) = retailer::at(self.words, index, self.lexicon, self.vocabulary, self.retailers)?;
        let words = self.window(index, length).to_owned();
        if self.literal.contains(&words) {
            return None;
        }
        let filter = vec![("retailer".to_owned(), vec![slug.clone()])];
        let kind = UnderstoodKind::Retailer;
        self.out.understood.push(Understood { kind, label: slug.clone(), words, filter });
        self.out.constraints.retailers.push(slug);
        Some(length)
    }
}
