//! Single words that name a retailer and are words of products too.

use super::{
    expander::{Expander, MatchRules},
    parsed_query::ParsedQuery,
    parser::{self, ParseContext},
};
use crate::{
    config::SearchConfig,
    interface::{Result, UnderstoodKind, UnderstoodPart},
    storage::view::View,
};

/// Parses a query again without the retailers that it names by a word of products alone: `aorus elite` asks for a board,
/// not for the shop Elite Store. `elite store` and `from elite` still name the shop.
pub(crate) fn read_product_words_not_as_retailers(
    view: &View,
    config: &SearchConfig,
    parsed: ParsedQuery,
) -> Result<ParsedQuery> {
    let expander = Expander { view, config, rules: MatchRules::default() };
    let is_single =
        |part: &&UnderstoodPart| part.kind == UnderstoodKind::Retailer && !part.words.contains(' ');
    let mut literal = parsed.literal.clone();
    for part in parsed.understood.iter().filter(is_single) {
        if expander.word_group(&part.words)?.doc_freq() > 0 {
            literal.push(part.words.clone());
        }
    }
    if literal.len() == parsed.literal.len() {
        return Ok(parsed);
    }
    let (retailers, vocabulary) = (&parsed.retailers, &view.vocabulary);
    Ok(parser::parse(&parsed.text, ParseContext { literal: &literal, retailers, config, vocabulary }))
}
