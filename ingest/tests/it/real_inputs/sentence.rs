//! The sentences of `cases.tsv`, as far as a program understands them: amounts in dinars, `list price`, categories, stock,
//! numbers of offers, `refused CODE`, `held`, `no part`, `no old price`, `no picture`, and a few sentences about titles and
//! reports.

use domain::model::{Category, RejectReason};

/// Way in which a clause holds.
#[derive(Debug, Default)]
pub(super) struct Alternative {
    pub(super) amounts: Vec<i64>,
    pub(super) list_prices: Vec<i64>,
    pub(super) no_list_price: bool,
    pub(super) category: Option<&'static str>,
    pub(super) stock: Option<&'static str>,
    pub(super) count: Option<usize>,
    pub(super) is_refused: bool,
    pub(super) code: Option<&'static str>,
    /// The refusal must not say that there is no product.
    pub(super) is_broken: bool,
    pub(super) is_held: bool,
    /// `OTHER`, or a reason why it is no part.
    pub(super) no_part: Option<String>,
    pub(super) no_picture: bool,
    pub(super) nothing_refused: bool,
    pub(super) is_partial: bool,
    pub(super) is_named: bool,
    pub(super) ends_soon: bool,
    pub(super) own_page: bool,
    pub(super) plain_title: bool,
    pub(super) title_has: Option<String>,
    pub(super) is_arabic: bool,
}

impl Alternative {
    pub(super) fn read(text: &str) -> Alternative {
        let text = text.trim();
        let words: Vec<&str> = text.split_whitespace().map(bare).collect();
        let has_word = |word: &str| words.contains(&word);
        let (amounts, list_prices) = amounts(text);
        let no_part = text.split_once("no part (").and_then(|(_, rest)| rest.split_once(')'));
        let category = Category::ALL.iter().map(|category| category.as_str());
        let counts = [("one", 1), ("two", 2), ("three", 3)];
        let is_count = |number: &str| {
            text.contains(&format!("{number} offer"))
                || text.contains(&format!("{number} listings read"))
                || text.starts_with(&format!("{number} and "))
        };
        let stocks = [("out of stock", "OUT"), ("in stock", "IN"), ("stock unknown", "UNKNOWN")];
        Alternative {
            amounts,
            list_prices,
            no_list_price: text.contains("no old price"),
            category: category.filter(|_| no_part.is_none()).find(|category| has_word(category)),
            stock: stocks.iter().find(|(phrase, _)| text.contains(phrase)).map(|(_, stock)| *stock),
            count: counts.iter().find(|(number, _)| is_count(number)).map(|(_, count)| *count),
            is_refused: has_word("refused"),
            code: RejectReason::NAMES.iter().copied().find(|code| has_word(code)),
            is_broken: text.contains("not a missing product"),
            is_held: has_word("held"),
            no_part: no_part.map(|(reason, _)| reason.to_owned()),
            no_picture: text.contains("no picture"),
            nothing_refused: text.contains("nothing among the rejected"),
            is_partial: text.starts_with("partial"),
            is_named: text.ends_with(" named"),
            ends_soon: text.contains("page that repeats"),
            own_page: text.contains("address of its own page"),
            plain_title: text.contains("plain name") || text.contains("no entity"),
            title_has: text
                .split_once(" has \"")
                .and_then(|(_, rest)| rest.split_once('"'))
                .map(|(part, _)| part.to_owned()),
            is_arabic: text.contains("Arabic titles"),
        }
    }

    /// Whether nothing was understood.
    pub(super) fn is_empty(&self) -> bool {
        format!("{self:?}") == format!("{:?}", Alternative::default())
    }
}

/// Returns the amounts of a sentence, in fils, and the list prices among them apart.
pub(super) fn amounts(text: &str) -> (Vec<i64>, Vec<i64>) {
    let (mut prices, mut list_prices) = (Vec::new(), Vec::new());
    let words: Vec<&str> = text.split_whitespace().map(bare).collect();
    for (index, word) in words.iter().enumerate() {
        let Some(fils) = read_amount(word) else { continue };
        let before = index.checked_sub(2).and_then(|first| words.get(first..index));
        if before == Some(&["list", "price"]) { list_prices.push(fils) } else { prices.push(fils) }
    }
    (prices, list_prices)
}

fn read_amount(word: &str) -> Option<i64> {
    let (dinars, fils) = word.split_once('.')?;
    if fils.len() != 3 {
        return None;
    }
    Some(dinars.parse::<i64>().ok()? * 1_000 + fils.parse::<i64>().ok()?)
}

/// Removes the punctuation around a word.
fn bare(word: &str) -> &str {
    word.trim_matches(|letter: char| !letter.is_alphanumeric())
}
