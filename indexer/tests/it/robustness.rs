//! Any text is answered: unusual texts, random texts, and random mixtures of known words.

use std::{
    sync::LazyLock,
    time::{Duration, Instant},
};

use indexer::{SearchRequest, SuggestRequest};
use proptest::prelude::*;

use crate::test_index::{TestIndex, demo_parts};

static INDEX: LazyLock<TestIndex> = LazyLock::new(demo_parts);

/// Searches and suggests; nothing may panic, fail or take long. A debug build on a busy machine is far slower than
/// the release: the bound only catches a query that runs away.
fn assert_answers(text: &str) {
    let test_index = &*INDEX;
    let started = Instant::now();
    test_index.engine.search(&SearchRequest::text(text)).unwrap();
    test_index.engine.suggest(&SuggestRequest { text: text.into(), limit: 6 }).unwrap();
    assert!(started.elapsed() < Duration::from_secs(3), "{text:?} took {:?}", started.elapsed());
}

#[test]
fn unusual_texts_are_answered() {
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
        assert_answers(text);
    }
    assert_answers(&"a".repeat(500));
    assert_answers(&"ab1".repeat(160));
    assert_answers(&"4070 ".repeat(100));
    assert_answers(&"شاشة ".repeat(100));
    assert_answers(&"a ".repeat(250));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_answered(text in "\\PC{0,60}") {
        assert_answers(&text);
    }

    #[test]
    fn any_mixture_of_known_words_is_answered(words in prop::collection::vec(prop::sample::select(vec!["rtx", "4070", "ti", "كرت", "شاشة", "under", "200", "kd", "من", "الى", "-", "32", "gb", "جيجا", "corsair", "be", "quiet", "b650m-a", "\"", "+", "in stock", "27", "بوصة", "ال", "جي", "xx3d"]), 0..12), glue in prop::sample::select(vec![" ", "", "-", "  "])) {
        assert_answers(&words.join(glue));
    }
}
