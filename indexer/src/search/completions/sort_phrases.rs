//! Orders and whole PCs: `cheapest`, `best value`, `pc build`, `ارخص كرت شاشة`.

use std::cmp::Reverse;

use domain::model::Category;

use super::{
    prefix_match::PrefixMatch,
    typed_tail::{Completion, TypedTail},
};
use crate::{
    collect::clause::TermGroup,
    interface::{Result, ValueMeasure},
    text::fold::is_arabic,
};

/// Number of orders and names of computers that are proposed, and the fewest letters typed for them.
const MAX_SORT_PHRASES: usize = 2;
const MIN_SORT_LETTERS: usize = 2;
/// Number of categories that are proposed behind an order, and the fewest letters typed for them.
const MAX_CATEGORIES: usize = 3;
const MIN_CATEGORY_LETTERS: usize = 3;

impl TypedTail<'_> {
    /// Adds orders and names of computers that the whole text begins, and the first of these orders with the
    /// largest categories.
    pub(super) fn add_sort_phrases(&self, found: &mut Vec<Completion>) -> Result<()> {
        let letters = self.text.chars().count();
        if self.words_before > 0 || letters < MIN_SORT_LETTERS {
            return Ok(());
        }
        let is_arabic_text = is_arabic(&self.text);
        let lexicon = &self.config.lexicon;
        let goes_on = |name: &&str| name.starts_with(&self.text) && is_arabic(name) == is_arabic_text;
        let value_orders = &lexicon.intents.value_orders;
        let phrases = lexicon.sort_phrases().chain(value_orders.proposed());
        let mut orders: Vec<&str> = phrases.filter(goes_on).collect();
        orders.sort_by_key(|order| (order.split(' ').count(), Reverse(order.len()), *order));
        if letters >= MIN_CATEGORY_LETTERS
            && let Some(order) = orders.first()
        {
            let is_value = value_orders.best_value.contains(*order);
            let suits = |category| !is_value || ValueMeasure::usual_of(category).is_some();
            for (documents, category) in self.largest_categories(is_arabic_text, suits)? {
                let text = format!("{order} {category}");
                let words = order.split(' ').count() + 1;
                found.push(Completion { words, ..self.completion(PrefixMatch::default(), documents, text) });
            }
        }
        // Arabic names of computers are in the dictionary already.
        let computers = lexicon.intents.whole_pc_names().filter(|_| !is_arabic_text).filter(goes_on);
        let mut names: Vec<&str> =
            orders.into_iter().chain(computers).filter(|name| *name != self.text).collect();
        names.sort_by_key(|name| (name.split(' ').count(), Reverse(name.len()), *name));
        let names = names.into_iter().take(MAX_SORT_PHRASES);
        found.extend(names.map(|name| self.completion(PrefixMatch::default(), 1, name)));
        Ok(())
    }

    /// Returns the names of the suitable categories with most products, and their number of products.
    fn largest_categories(
        &self,
        in_arabic: bool,
        suits: impl Fn(Category) -> bool,
    ) -> Result<Vec<(u64, &str)>> {
        let mut categories: Vec<(u64, &str)> = Vec::new();
        for name in self.config.lexicon.category_names.iter().filter(|name| suits(name.category)) {
            let documents = TermGroup::of_category(self.view, name.category)?.doc_freq();
            if documents > 0 {
                categories.push((documents, if in_arabic { &name.arabic } else { &name.english }));
            }
        }
        categories.sort_by(|left, right| right.cmp(left));
        categories.truncate(MAX_CATEGORIES);
        Ok(categories)
    }
}
