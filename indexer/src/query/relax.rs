//! Widens a query that finds nothing, until it finds something; the nearest way comes first.
//!
//! 1. The last word half-typed; bare numbers as facts; rounded sizes however rare. Ends as soon as a required word
//!    is unknown.
//! 2. Arabic words by another listed spelling, then Arabic in Latin letters (`rewrite.rs`).
//! 3. Unknown words misspelt, then the other keyboard layout, then any word misspelt.
//! 4. Fewer words: for a pasted title the rarest words that some products have together, else without unknown words
//!    and then the most frequent ones.
//! 5. Nothing: products near a model that does not exist.

use super::{
    correct::{corrected_text, read_corrected},
    expand::{Expander, Reach, RequiredReadings},
    keyboard,
    matches::Matches,
    part_number::{self, NumberMatch},
    read::{self, Reading},
    rewrite::{self, Script},
    unit::Unit,
};
use crate::{SearchConfig, SearchError, text::fold::has_digit, view::View};

/// A text of at least this many words is a retailer's title that a user pasted.
const MIN_TITLE_WORDS: usize = 8;
/// Maximum number of digits of a screen's size.
const MAX_SIZE_DIGITS: usize = 2;
/// Maximum length of a series' Roman numeral.
const MAX_NUMERAL_LETTERS: usize = 3;

/// The units that find something, or the strict ones when none do.
pub(crate) struct Relaxed {
    pub(crate) units: Vec<Unit>,
    /// The matches of the units.
    pub(crate) matches: Matches,
    pub(crate) reading: Reading,
    pub(crate) corrected: Option<String>,
    pub(crate) dropped: Vec<String>,
    /// Units of models near one that does not exist.
    pub(crate) nearby: Vec<Unit>,
    /// The products whose part number is the whole query; they are among the matches.
    pub(crate) number: Option<NumberMatch>,
}

/// Returns the query with required readings; `None` where no product has them all.
pub(crate) fn required(
    view: &View,
    config: &SearchConfig,
    reading: &Reading,
    required: RequiredReadings,
    enough: Option<usize>,
) -> Result<Option<Relaxed>, SearchError> {
    // An order ranks a product that has the number only in its name no lower: `ram 16` means the capacity first.
    let is_exact = required == RequiredReadings::Facts;
    for bare_numbers in [is_exact, !is_exact] {
        let reach = Reach { required, bare_numbers, ..Reach::default() };
        let units = Expander { view, config, reach }.units(reading)?;
        if units.is_empty() {
            return Ok(None);
        }
        if let Some(matches) = any(view, &units, enough)? {
            return Ok(Some(plain(units, matches, reading.clone())));
        }
    }
    Ok(None)
}

/// Returns the query as it stands; `enough` matches of each segment suffice.
pub(crate) fn strict(
    view: &View,
    config: &SearchConfig,
    reading: Reading,
    typing: bool,
    enough: Option<usize>,
) -> Result<Relaxed, SearchError> {
    strict_within(view, config, reading, Reach { typing, ..Reach::default() }, enough)
}

/// Returns the query as it stands, within a tolerance.
pub(crate) fn strict_within(
    view: &View,
    config: &SearchConfig,
    reading: Reading,
    reach: Reach,
    enough: Option<usize>,
) -> Result<Relaxed, SearchError> {
    let units = Expander { view, config, reach }.units(&reading)?;
    let matches = of(view, &units, enough)?;
    let Some(number) = part_number::products(view, &reading, &matches)? else {
        return Ok(plain(units, matches, reading));
    };
    let matches = matches.or(view, &number.group)?;
    Ok(Relaxed { number: Some(number), ..plain(units, matches, reading) })
}

fn of(view: &View, units: &[Unit], enough: Option<usize>) -> Result<Matches, SearchError> {
    let required: Vec<&Unit> = units.iter().filter(|unit| !unit.is_optional).collect();
    Matches::of(view, &required, enough)
}

fn plain(units: Vec<Unit>, matches: Matches, reading: Reading) -> Relaxed {
    Relaxed {
        units,
        matches,
        reading,
        corrected: None,
        dropped: Vec::new(),
        nearby: Vec::new(),
        number: None,
    }
}

/// Returns the products that satisfy the units; `None` where no living one does.
fn any(view: &View, units: &[Unit], enough: Option<usize>) -> Result<Option<Matches>, SearchError> {
    let matches = of(view, units, enough)?;
    Ok(matches.any(view).then_some(matches))
}

/// Widens a query that finds nothing until it finds something, whatever is filtered.
pub(crate) fn widened(
    view: &View,
    config: &SearchConfig,
    strict: Relaxed,
    typing: bool,
    enough: Option<usize>,
) -> Result<Relaxed, SearchError> {
    let expander = |reach: Reach| Expander { view, config, reach };
    if strict.units.is_empty() || strict.matches.any(view) {
        return Ok(strict);
    }
    let Relaxed { units, matches: nothing, mut reading, .. } = strict;
    let strict = Reach { typing, ..Reach::default() };
    // The last word may be half-typed although it is a word elsewhere; then numbers may lack their unit.
    let begun = Reach { typing: true, ..strict };
    let strict = Reach { bare_numbers: true, ..strict };
    let rounded = Reach { all_rounded: true, ..strict };
    for reach in [begun, strict, rounded] {
        let units = expander(reach).units(&reading)?;
        if let Some(matches) = any(view, &units, enough)? {
            return Ok(plain(units, matches, reading));
        }
        if has_unknown_word(&units) {
            break;
        }
    }
    for script in [Script::Arabic, Script::Latin] {
        let Some(rewritten) = rewrite::reading(&expander(strict), &reading, script)? else { continue };
        reading = rewritten;
        let units = expander(strict).units(&reading)?;
        // The rewritten text may ask for a price or an order: then the first matches are not enough, or there is
        // nothing to match.
        if units.is_empty() {
            return Ok(plain(units, nothing, reading));
        }
        if let Some(matches) = any(view, &units, None)? {
            return Ok(plain(units, matches, reading));
        }
    }
    misspelt(&expander, strict, plain(units, nothing, reading), enough)
}

/// Whether a required word is unknown and not a number: reading numbers more widely finds nothing then.
fn has_unknown_word(units: &[Unit]) -> bool {
    let is_word = |unit: &Unit| !unit.has_digit && unit.text.len() > MAX_NUMERAL_LETTERS;
    units.iter().any(|unit| !unit.is_optional && is_word(unit) && unit.documents() == 0)
}

/// Widens further: other spellings, the other keyboard layout, fewer words.
fn misspelt<'a>(
    expander: &impl Fn(Reach) -> Expander<'a>,
    strict: Reach,
    nothing: Relaxed,
    enough: Option<usize>,
) -> Result<Relaxed, SearchError> {
    let Relaxed { units, matches: nothing, reading, .. } = nothing;
    let view = expander(strict).view;
    let misspelt = expander(Reach { unknown_misspelt: true, ..strict }).units(&reading)?;
    if let Some(relaxed) = with_spellings(&expander(strict), &reading, &misspelt, enough)? {
        return Ok(relaxed);
    }
    if let Some(relaxed) = other_keyboard(&expander(strict), &reading)? {
        return Ok(relaxed);
    }
    let wide = expander(Reach { all_misspelt: true, ..strict }).units(&reading)?;
    if let Some(relaxed) = with_spellings(&expander(strict), &reading, &wide, enough)? {
        return Ok(relaxed);
    }
    let fewer = if reading.words.len() >= MIN_TITLE_WORDS {
        title_words(view, misspelt.clone(), enough)?
    } else {
        None
    };
    let fewer = match fewer {
        Some(fewer) => Some(fewer),
        None => drop_words(view, misspelt, !reading.subjects.is_empty(), enough)?,
    };
    if let Some((fewer, matches, dropped)) = fewer {
        let corrected = corrected_text(&expander(strict), &reading, &fewer, &matches)?;
        return Ok(Relaxed { corrected, dropped, ..plain(fewer, matches, reading) });
    }
    let nearby = neighbours(&expander(strict), &reading, &units)?;
    Ok(Relaxed { nearby, ..plain(units, nothing, reading) })
}

/// Returns the products of misspelt units: of the corrected query read again, or else of any of their spellings.
fn with_spellings(
    expander: &Expander<'_>,
    reading: &Reading,
    misspelt: &[Unit],
    enough: Option<usize>,
) -> Result<Option<Relaxed>, SearchError> {
    let Some(matches) = any(expander.view, misspelt, enough)? else { return Ok(None) };
    let corrected = corrected_text(expander, reading, misspelt, &matches)?;
    if let Some(text) = &corrected
        && let Some(meant) = read_corrected(expander, reading, text.clone(), enough)?
    {
        return Ok(Some(Relaxed {
            corrected: Some(meant.text),
            ..plain(meant.units, meant.matches, meant.reading)
        }));
    }
    Ok(Some(Relaxed { corrected, ..plain(misspelt.to_vec(), matches, reading.clone()) }))
}

/// Returns the reading of the same keys on the other layout, if they are known words.
fn other_keyboard(expander: &Expander<'_>, reading: &Reading) -> Result<Option<Relaxed>, SearchError> {
    // Words with a meaning were typed on the right layout.
    if !reading.pieces.iter().all(read::Piece::is_plain) {
        return Ok(None);
    }
    for switched in keyboard::switch(&reading.text) {
        let reading = rewrite::read_again(expander, &switched, reading);
        if !keyboard::are_words(expander, &reading)? {
            continue;
        }
        let units = expander.units(&reading)?;
        if units.is_empty() {
            continue;
        }
        // The switched text may ask for a price: then the first matches are not enough.
        if let Some(matches) = any(expander.view, &units, None)? {
            return Ok(Some(Relaxed { corrected: Some(switched), ..plain(units, matches, reading) }));
        }
    }
    Ok(None)
}

/// Returns the words of a pasted title that some products have together, from the rarest word on. A retailer's
/// description has words that no name has, and dropping the most frequent words would drop the manufacturer and the
/// line first. The kind of part and numbers of two or more digits stay.
fn title_words(view: &View, units: Vec<Unit>, enough: Option<usize>) -> Result<Option<Fewer>, SearchError> {
    let must_stay = |unit: &Unit| {
        let digits = unit.text.bytes().filter(u8::is_ascii_digit).count();
        let is_number = digits > 1 && !unit.is_measure && !unit.is_attribute && !is_year(&unit.text);
        is_number || unit.category().is_some()
    };
    let mut by_rarity: Vec<usize> = (0..units.len()).filter(|index| !units[*index].is_optional).collect();
    by_rarity.sort_by_key(|index| (!must_stay(&units[*index]), units[*index].documents()));
    let (mut chosen, mut dropped): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut together: Option<Matches> = None;
    for index in by_rarity {
        let tried: Vec<&Unit> = chosen.iter().chain([&index]).map(|index| &units[*index]).collect();
        let matches = Matches::of(view, &tried, enough)?;
        if matches.any(view) {
            together = Some(matches);
            chosen.push(index);
        } else if must_stay(&units[index]) {
            return Ok(None);
        } else {
            dropped.push(index);
        }
    }
    let words = dropped.iter().map(|index| units[*index].text.clone()).collect();
    let remaining = units.into_iter().enumerate().filter(|(index, _)| !dropped.contains(index));
    let remaining = remaining.map(|(_, unit)| unit).collect();
    Ok(together.map(|matches| (remaining, matches, words)))
}

/// Drops words without digits, unknown ones first, then the most frequent ones, until something is found. Where the
/// kind of part is stated, measures are dropped last: products with other measures are better than none.
fn drop_words(
    view: &View,
    units: Vec<Unit>,
    names_kind: bool,
    enough: Option<usize>,
) -> Result<Option<Fewer>, SearchError> {
    // With fewer words around it, a model that does not exist would become any model that begins like it.
    if units.iter().any(|unit| unit.has_digit && unit.is_guess && !unit.is_measure) {
        return Ok(None);
    }
    let all = units.clone();
    let mut fewer = (units, Vec::new());
    if let Some(matches) = drop_some(view, &mut fewer, enough, |unit| {
        // A unit that was read as a category stays; other words are dropped around it.
        let is_model = unit.has_digit && !is_year(&unit.text) && !unit.is_absent_fact();
        unit.category().is_none() && !is_model
    })? {
        return Ok(Some((fewer.0, matches, fewer.1)));
    }
    if let Some(found) = drop_sizes(view, all, enough)? {
        return Ok(Some(found));
    }
    if !names_kind {
        return Ok(None);
    }
    // Without a unit that names the kind by itself, other facts name it, and stay.
    let has_kind = fewer
        .0
        .iter()
        .any(|unit| unit.category().is_some() || (unit.says_fact && !unit.is_attribute && !unit.is_measure));
    let matches =
        drop_some(view, &mut fewer, enough, |unit| unit.is_measure || (has_kind && unit.is_attribute))?;
    Ok(matches.map(|matches| (fewer.0, matches, fewer.1)))
}

/// Drops numbers of at most two digits beside a model: probably a size that the model has not, as in `odyssey g7 32`.
fn drop_sizes(view: &View, units: Vec<Unit>, enough: Option<usize>) -> Result<Option<Fewer>, SearchError> {
    let is_size = |unit: &Unit| {
        unit.text.len() <= MAX_SIZE_DIGITS && unit.text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !units.iter().any(|unit| unit.has_digit && !unit.is_measure && !is_size(unit)) {
        return Ok(None);
    }
    let mut fewer = (units, Vec::new());
    let matches = drop_some(view, &mut fewer, enough, is_size)?;
    Ok(matches.map(|matches| (fewer.0, matches, fewer.1)))
}

/// Drops units that may be dropped until the others find something; returns the matches. `units` and `dropped` are
/// changed in place.
fn drop_some(
    view: &View,
    (units, dropped): &mut (Vec<Unit>, Vec<String>),
    enough: Option<usize>,
    may_go: impl Fn(&Unit) -> bool,
) -> Result<Option<Matches>, SearchError> {
    while units.len() > 1 {
        let droppable = units.iter().enumerate().filter(|(index, unit)| {
            !unit.is_optional && may_go(unit) && !leaves_numbers_alone(view, units, *index)
        });
        let next = droppable.max_by_key(|(_, unit)| match unit.documents() {
            0 => u64::MAX,
            documents => documents,
        });
        let Some((index, _)) = next else { break };
        dropped.push(units.remove(index).text);
        if let Some(matches) = any(view, units, enough)? {
            return Ok(Some(matches));
        }
    }
    Ok(None)
}

/// Whether only this unit, the name of a line of models, says what the numbers around it are of: without `rtx`,
/// `5066` is the speed of memory.
fn leaves_numbers_alone(view: &View, units: &[Unit], index: usize) -> bool {
    let is_number = |unit: &Unit| unit.text.bytes().all(|byte| byte.is_ascii_digit());
    let mut others = units.iter().enumerate().filter(|(other, unit)| *other != index && !unit.is_optional);
    let line = format!("{} ", units[index].text);
    others.all(|(_, unit)| is_number(unit))
        && view.vocabulary.fact_windows.keys().any(|name| name.starts_with(&line) && has_digit(name))
}

/// The units that are left, their matches, and the words that were dropped.
type Fewer = (Vec<Unit>, Matches, Vec<String>);

/// Whether a text is a year: years stand behind names in brackets and are seldom part of them.
fn is_year(text: &str) -> bool {
    text.parse::<u32>().is_ok_and(|year| (2010..=2035).contains(&year))
}

/// Returns the units with unknown model numbers cut short from the right until some model begins so; none where
/// nothing is found.
fn neighbours(expander: &Expander<'_>, reading: &Reading, units: &[Unit]) -> Result<Vec<Unit>, SearchError> {
    let mut near = Vec::with_capacity(units.len());
    let mut is_cut = false;
    for unit in units {
        if unit.documents() > 0 {
            near.push(unit.clone());
            continue;
        }
        // Unknown words other than models say nothing about what is near.
        let Some(word) = reading.words.get(unit.span.0).filter(|word| has_digit(&word.text)) else {
            continue;
        };
        if let Some(unit) = cut_short(expander, &word.text)? {
            near.push(unit);
            is_cut = true;
        }
    }
    if is_cut && any(expander.view, &near, Some(1))?.is_some() { Ok(near) } else { Ok(Vec::new()) }
}

/// Cuts a word short until a product has a word that begins so. At least two characters stay: one begins
/// everything.
fn cut_short(expander: &Expander<'_>, word: &str) -> Result<Option<Unit>, SearchError> {
    let ends: Vec<usize> = word.char_indices().map(|(index, _)| index).skip(2).collect();
    for end in ends.into_iter().rev() {
        let unit = expander.half_typed(&word[..end])?;
        if unit.documents() > 0 {
            return Ok(Some(unit));
        }
    }
    Ok(None)
}
