//! Names of retailers in a query, as far as their slugs say them: `safat tech`, `sidra`, `متجر سدرة`.

use crate::{
    lexicon::Lexicon,
    text::{analyzer::Word, fold::is_arabic, sound},
    vocabulary::Vocabulary,
};

/// Words of many retailers' names, which name none of them.
const COMMON: [&str; 24] = [
    "tech",
    "store",
    "stores",
    "computers",
    "computer",
    "digital",
    "pc",
    "shop",
    "electronics",
    "kw",
    "kuwait",
    "online",
    "gaming",
    "متجر",
    "محل",
    "شركه",
    "كمبيوتر",
    "كمبيوترز",
    "تك",
    "تيك",
    "ستور",
    "ديجيتال",
    "بي",
    "سي",
];
/// Words before a retailer's name.
const BEFORE: [&str; 10] = ["from", "at", "in", "shop", "store", "متجر", "محل", "شركه", "من", "عند"];
/// A shorter word says too little to name a retailer alone.
const MIN_LETTERS: usize = 4;

/// The retailer whose name begins at a word, and how many words it takes.
pub(crate) fn at<'v>(
    words: &[Word],
    index: usize,
    lexicon: &Lexicon,
    vocabulary: &'v Vocabulary,
) -> Option<(&'v str, usize)> {
    if vocabulary.shops.is_empty() {
        return None;
    }
    let text = |at: usize| words.get(at).map(|word| word.text.as_str());
    let lead = usize::from(text(index).is_some_and(|word| BEFORE.contains(&word)));
    let (slug, length) = named(words, index + lead, lexicon, vocabulary)?;
    let behind = (index + lead + length..words.len())
        .take_while(|at| text(*at).is_some_and(|word| COMMON.contains(&word)))
        .count();
    Some((slug, lead + length + behind))
}

fn named<'v>(
    words: &[Word],
    index: usize,
    lexicon: &Lexicon,
    vocabulary: &'v Vocabulary,
) -> Option<(&'v str, usize)> {
    let first = words.get(index).map(|word| word.text.as_str())?;
    let whole = vocabulary.shops.iter().find_map(|slug| {
        let parts: Vec<&str> = slug.split('-').collect();
        let fits = parts.len() > 1
            && parts
                .iter()
                .enumerate()
                .all(|(at, part)| words.get(index + at).is_some_and(|word| word.text == *part));
        fits.then_some((slug.as_str(), parts.len()))
    });
    let glued = vocabulary.shops.iter().find(|slug| slug.contains('-') && slug.replace('-', "") == first);
    if whole.is_some() || glued.is_some() {
        return whole.or(glued.map(|slug| (slug.as_str(), 1)));
    }
    let has_common = words.get(index + 1).is_some_and(|word| COMMON.contains(&word.text.as_str()));
    // One word is enough where it is no common one, means nothing else and begins one retailer's name only.
    let is_taken = COMMON.contains(&first)
        || (first.chars().count() < MIN_LETTERS && !has_common)
        || lexicon.meaning(&[first]).is_some()
        || vocabulary.brand_windows.contains_key(first)
        || vocabulary.fact_windows.contains_key(first);
    if is_taken {
        return None;
    }
    // Names in ه (صفاة, folded) are written with a t in English as often as without.
    let bare = first.strip_prefix("ال").unwrap_or(first);
    let spellings =
        [bare.to_owned(), bare.strip_suffix('ه').map_or_else(String::new, |stem| format!("{stem}ت"))];
    let sounds: Vec<String> = if is_arabic(first) {
        spellings
            .iter()
            .filter(|spelling| !spelling.is_empty())
            .filter_map(|spelling| sound::key(spelling))
            .collect()
    } else {
        Vec::new()
    };
    let begins = |slug: &&String| {
        let part = slug.split('-').next().unwrap_or_default();
        part == first || sound::key(part).is_some_and(|key| sounds.contains(&key))
    };
    let mut named = vocabulary.shops.iter().filter(begins);
    let only = named.next()?;
    named.next().is_none().then_some((only.as_str(), 1))
}
