use std::{
    sync::LazyLock,
    time::{Duration, Instant},
};

use indexer::{SearchRequest, SuggestRequest};
use proptest::prelude::*;

use crate::shelf::{Shelf, parts};

static SHELF: LazyLock<Shelf> = LazyLock::new(parts);

/// Searches and suggests; nothing may panic, fail or take long. A debug build on a busy machine is far slower than
/// the release: the bound only catches a query that runs away.
fn survives(text: &str) {
    let shelf = &*SHELF;
    let started = Instant::now();
    shelf.engine.search(&SearchRequest::text(text)).unwrap();
    shelf.engine.suggest(&SuggestRequest { text: text.into(), limit: 6 }).unwrap();
    assert!(started.elapsed() < Duration::from_secs(3), "{text:?} took {:?}", started.elapsed());
}

#[test]
fn strange_texts_are_survived() {
    for text in [
        "",
        " ",
        "\0\u{1}\u{7f}",
        "\"unbalanced",
        "*",
        "AND OR NOT",
        "NOT",
        "🙂🙂",
        "\u{200F}\u{202E}rtx",
        "'; drop table product; --",
        "name:asus AND (price:[1 TO 2])",
        "a:b^3~2",
        "-",
        "--",
        "((((",
        "\\",
        "%",
        "٪",
        "ـ",
        "ءءء",
        "\u{FFFD}",
        "1.2.3.4",
        "9999999999999999999",
        "1e999",
        "-5 kd",
        "under 99999999999999",
        "ﷺ",
        "ﻻ",
    ] {
        survives(text);
    }
    survives(&"a".repeat(500));
    survives(&"ab1".repeat(160));
    survives(&"4070 ".repeat(100));
    survives(&"شاشة ".repeat(100));
    survives(&"a ".repeat(250));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_survived(text in "\\PC{0,60}") {
        survives(&text);
    }

    #[test]
    fn any_mixture_of_known_words_is_survived(words in prop::collection::vec(prop::sample::select(vec!["rtx", "4070", "ti", "كرت", "شاشة", "under", "200", "kd", "من", "الى", "-", "32", "gb", "جيجا", "corsair", "be", "quiet", "b650m-a", "\"", "+", "in stock", "27", "بوصة", "ال", "جي", "xx3d"]), 0..12), glue in prop::sample::select(vec![" ", "", "-", "  "])) {
        survives(&words.join(glue));
    }
}
