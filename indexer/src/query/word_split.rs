//! One word that is several: `rtx4070ti`, `corsair750w`, `coolermaster`, `ryzen77800x3d`.

use rustc_hash::FxHashMap;

use super::expander::Expander;
use crate::{
    collect::{
        clause::{Clause, ClauseOption, TermGroup},
        matches::Matches,
    },
    interface::Result,
    text::{
        fold::has_digit,
        forms::{MODEL_DIGITS, borders},
    },
};

/// Longer words are not split.
const MAX_CHARS: usize = 40;
/// Minimum letters of a piece that is cut off from letters, unless it is a variant's name (`ti`): shorter pieces
/// are found in everything.
const MIN_LETTERS: usize = 3;
/// Cost of a cut between two digits; a piece costs one.
const DIGITS_COST: usize = 2;
/// Number of letters and digits that name a family of models: `i9`, `gx`, `v3`.
const FAMILY_LETTERS: usize = 2;
/// A piece of at most this many products is probably several words itself, and costs more than two pieces.
const MAX_RARE_PRODUCTS: u64 = 2;
/// The same bound where the fewest pieces find nothing: `darkrock` is a word of several coolers, and none of them
/// has a `4`.
const MAX_SELDOM_PRODUCTS: u64 = 50;
const RARE_COST: usize = 2;

/// A word while it is being split.
struct SplitWord<'a> {
    text: &'a str,
    /// Positions where letters meet digits.
    borders: Vec<usize>,
    /// Whether every such position must be cut.
    at_borders: bool,
    /// Pieces of at most this many products cost more; 0 where none do.
    rare: u64,
    /// Number of products that have a piece as a word, by its start and end: the same pieces are tried several times.
    products: FxHashMap<(usize, usize), u64>,
}

/// Returns the word as the fewest known words that some product has, and as the fewest when every change between
/// letters and digits is cut.
pub(crate) fn split_word(expander: &Expander<'_>, word: &str) -> Result<Vec<ClauseOption>> {
    let cuts: Vec<usize> = word.char_indices().map(|(index, _)| index).chain([word.len()]).collect();
    if cuts.len() < 4 || cuts.len() > MAX_CHARS {
        return Ok(Vec::new());
    }
    let mut word = SplitWord {
        text: word,
        borders: borders(word),
        at_borders: false,
        rare: 0,
        products: FxHashMap::default(),
    };
    let Some(fewest) = word.cheapest_split(expander, &cuts)? else { return Ok(Vec::new()) };
    // `rtx4070` is a word of few cards, and `rtx` and `4070` of many; `darkrock` is a word of few coolers, and
    // `dark` and `rock` of many.
    let mut all = Vec::with_capacity(3);
    for (at_borders, rare) in [(true, 0), (false, MAX_RARE_PRODUCTS), (false, MAX_SELDOM_PRODUCTS)] {
        if rare == MAX_SELDOM_PRODUCTS && (!all.is_empty() || is_found(expander, &fewest)?) {
            break;
        }
        (word.at_borders, word.rare) = (at_borders, rare);
        let apart = word.cheapest_split(expander, &cuts)?;
        all.extend(apart.filter(|apart| apart.groups.len() > fewest.groups.len()));
    }
    if all.is_empty() || is_found(expander, &fewest)? {
        all.push(fewest);
    }
    Ok(all)
}

fn is_found(expander: &Expander<'_>, option: &ClauseOption) -> Result<bool> {
    let clause = Clause { options: vec![option.clone()], ..Clause::default() };
    Ok(Matches::find(expander.view, &[&clause], Some(1))?.any(expander.view))
}

impl SplitWord<'_> {
    fn cheapest_split(&mut self, expander: &Expander<'_>, cuts: &[usize]) -> Result<Option<ClauseOption>> {
        // best[i]: the least cost of the text up to cut i, and the start of its last piece.
        let mut best: Vec<Option<(usize, usize)>> = vec![None; cuts.len()];
        best[0] = Some((0, 0));
        for end in 1..cuts.len() {
            for start in 0..end {
                let Some((cost_before, _)) = best[start] else { continue };
                if start == 0 && end == cuts.len() - 1 {
                    continue;
                }
                let Some(cost) = self.cost(expander, cuts[start], cuts[end]) else { continue };
                if best[end].is_some_and(|(least, _)| cost_before + cost >= least) {
                    continue;
                }
                let products = self.products_with(expander, cuts[start], cuts[end])?;
                let cost = cost_before + cost + if products <= self.rare { RARE_COST } else { 0 };
                if products > 0 && best[end].is_none_or(|(least, _)| cost < least) {
                    best[end] = Some((cost, start));
                }
            }
        }
        let mut groups = Vec::new();
        let mut end = cuts.len() - 1;
        while end > 0 {
            let Some((_, start)) = best[end] else { return Ok(None) };
            groups.push(expander.word_group(&self.text[cuts[start]..cuts[end]])?);
            end = start;
        }
        groups.reverse();
        Ok(Some(ClauseOption { groups, ..ClauseOption::default() }))
    }

    /// Returns the cost of the piece between two positions; `None` where it may not be cut out.
    fn cost(&self, expander: &Expander<'_>, start: usize, end: usize) -> Option<usize> {
        let piece = &self.text[start..end];
        if self.at_borders && self.borders.iter().any(|border| (start + 1..end).contains(border)) {
            return None;
        }
        let clean = |cut: usize| cut == 0 || cut == self.text.len() || self.borders.contains(&cut);
        let in_digits = |cut: usize| !clean(cut) && self.text.as_bytes()[cut].is_ascii_digit();
        if in_digits(end) {
            // The family's number before a model's: `7` before `7800x3d`, `i7` before `14700k`.
            let is_family = piece.bytes().filter(u8::is_ascii_digit).count() == 1;
            // `corei912900k`: the family's letter stands behind other letters.
            let may_stand = clean(start) || piece.len() == FAMILY_LETTERS;
            return (may_stand && is_family).then_some(DIGITS_COST);
        }
        if in_digits(start) {
            let digits = piece.bytes().take_while(u8::is_ascii_digit).count();
            return (digits >= MODEL_DIGITS).then_some(1);
        }
        let is_whole = clean(start) && clean(end);
        let is_variant = || expander.config.ranking.variants.words.iter().any(|variant| variant == piece);
        if is_whole || piece.chars().count() >= MIN_LETTERS || is_variant() {
            return Some(1);
        }
        // `focusgx850`, `huntsmanv3`: letters that belong to the number behind them, or a version.
        let is_behind_letters = end == self.text.len() || clean(end);
        let adjoins_digit =
            has_digit(piece) || self.text[end..].starts_with(|next: char| next.is_ascii_digit());
        (is_behind_letters && adjoins_digit && piece.len() == FAMILY_LETTERS).then_some(DIGITS_COST)
    }

    /// Returns the number of products that have the piece between two positions as a word.
    fn products_with(&mut self, expander: &Expander<'_>, start: usize, end: usize) -> Result<u64> {
        if let Some(products) = self.products.get(&(start, end)) {
            return Ok(*products);
        }
        let mut group = TermGroup::new(expander.view);
        let products = group.add(expander.view, expander.view.fields.word, &self.text[start..end])?;
        self.products.insert((start, end), products);
        Ok(products)
    }
}
