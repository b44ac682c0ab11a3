//! Spellings other than the catalogue's: misspelt, in another script, glued and split.

use std::{
    sync::LazyLock,
    time::{Duration, Instant},
};

use domain::model::{Category, SpecKey};
use indexer::{SearchResponse, UnderstoodKind};

use crate::test_index::{DocumentBuilder, TestIndex, demo_parts, names, product};

static INDEX: LazyLock<TestIndex> = LazyLock::new(|| {
    let test_index = demo_parts();
    let part = |name: &str| {
        product(Category::Gpu, "MSI", name).spec(SpecKey::ChipsetManufacturer, "NVIDIA".into()).popular(5.0)
    };
    test_index.upsert(vec![
        part("MSI GeForce RTX 4090 SUPRIM X"),
        product(Category::Headset, "HyperX", "HyperX Cloud II"),
        product(Category::Headset, "HyperX", "HyperX Cold Stand"),
        product(Category::Headset, "SteelSeries", "SteelSeries Arctis Nova 7"),
        product(Category::Motherboard, "ASRock", "ASRock A620M-HDV/M.2"),
        product(Category::Motherboard, "ASUS", "ASUS ROG Strix B650E-E Gaming WiFi"),
        product(Category::Motherboard, "ASUS", "ASUS TUF Gaming B650-PLUS WiFi"),
        product(Category::Ram, "Kingston", "Kingston HyperX Predator"),
    ]);
    test_index
});

/// Returns kinds and labels of the understood understood, without the words that said them.
fn understood_labels(response: &SearchResponse) -> Vec<(UnderstoodKind, String)> {
    response.understood.iter().map(|part| (part.kind, part.label.clone())).collect()
}

/// Asserts that each text finds and understands the same as the other.
fn assert_same_as(pairs: &[(&str, &str)]) {
    for (text, meant) in pairs {
        let (found, expected) = (INDEX.search(text), INDEX.search(meant));
        assert!(expected.total > 0, "{meant} finds nothing");
        assert_eq!(names(&found), names(&expected), "{text}");
        assert_eq!(understood_labels(&found), understood_labels(&expected), "{text}");
    }
}

#[test]
fn corrected_word_is_interpreted_fully() {
    assert_same_as(&[
        ("corsiar 850w", "corsair 850w"),
        ("samsng ssd", "samsung ssd"),
        ("nvidai 4090", "nvidia 4090"),
        ("monitr samsung", "monitor samsung"),
        ("motherbord msi", "motherboard msi"),
    ]);
    assert_eq!(INDEX.search("Corsiar  850w").corrected.as_deref(), Some("corsair  850w"));
}

#[test]
fn surrounding_words_choose_the_correction() {
    let answer = INDEX.search("hyperx clod ii");
    assert_eq!(
        (names(&answer)[0].as_str(), answer.corrected.as_deref()),
        ("HyperX Cloud II", Some("hyperx cloud ii"))
    );
    assert_eq!(names(&INDEX.search("hyperx could ii")), ["HyperX Cloud II"]);
}

#[test]
fn correct_words_and_nonsense_are_not_corrected() {
    for text in [
        "chair",
        "thermal paste",
        "hdmi cable",
        "gaming chair",
        "usb wifi adapter",
        "printer",
        "zzqqxxyy",
        "طابعة",
        "كرسي",
        "ثلاجة سامسونج",
        "سعر الكتاب",
        "هلا والله",
    ] {
        assert_eq!(INDEX.search(text).corrected, None, "{text}");
    }
}

#[test]
fn other_keyboard_layout_is_tried_for_known_words_only() {
    for (text, expected) in [
        ("شةي قغئثى", Some("amd ryzen")),
        ("لهلشلاغفث 4070", Some("gigabyte 4070")),
        ("شسعس فعب", Some("asus tuf")),
        ("ريب", None),
        ("sdf", None),
        ("كم", None),
        ("lkj", None),
    ] {
        assert_eq!(INDEX.search(text).corrected.as_deref(), expected, "{text}");
    }
}

#[test]
fn glued_and_split_names_find_the_model() {
    for (text, expected) in [
        ("4070tisuper", "MSI GeForce RTX 4070 Ti SUPER"),
        ("rtx4070tisuper", "MSI GeForce RTX 4070 Ti SUPER"),
        ("ryzen77800x3d", "AMD Ryzen 7 7800X3D"),
        ("amdryzen77800x3d", "AMD Ryzen 7 7800X3D"),
        ("i714700k", "Intel Core i7-14700K"),
        ("i5 13400 f", "Intel Core i5-13400F"),
        ("rm 850 x", "Corsair RM850x"),
        ("corsairrm850x", "Corsair RM850x"),
        ("a620m hdv", "ASRock A620M-HDV"),
        ("a620mhdv", "ASRock A620M-HDV"),
        ("b650e-e", "ASUS ROG Strix B650E-E"),
        ("b650e e", "ASUS ROG Strix B650E-E"),
        ("tuf b650plus", "ASUS TUF Gaming B650-PLUS"),
        ("sn 850 x", "WD Black SN850X"),
    ] {
        let names = INDEX.names(text);
        assert!(names.first().is_some_and(|name| name.starts_with(expected)), "{text}: {names:?}");
    }
}

#[test]
fn arabizi_is_understood_as_arabic() {
    assert_same_as(&[
        ("kart shasha", "كرت شاشة"),
        ("mo3alej", "معالج"),
        ("mo3alij ryzen", "معالج رايزن"),
        ("sama3a", "سماعة"),
        ("ar5as kart shasha", "ارخص كرت شاشة"),
        ("marwa7a", "مروحة"),
        ("mazer bord", "مازر بورد"),
    ]);
    // A model or an English word stays as it is.
    assert_eq!(names(&INDEX.search("kraken"))[0], "NZXT Kraken 360 RGB");
}

#[test]
fn arabic_names_match_by_sound_edits_and_letter_names() {
    assert_same_as(&[
        ("كرتشاشة", "كرت شاشة"),
        ("كرت شاشا", "كرت شاشة"),
        ("باور سبلااي", "باور سبلاي"),
        ("ان زي اكس تي", "nzxt"),
        ("ستيل سيرس", "steelseries"),
        ("شاشة27", "شاشة 27"),
        ("كور اي7", "core i7"),
        ("اي 7", "core i7"),
        ("اي٧ ١٤٧٠٠", "core i7 14700"),
    ]);
}

#[test]
fn nonsense_is_answered_quickly() {
    // The first search builds the index.
    INDEX.search("rtx");
    let nonsense = "qwzx".repeat(26);
    for text in [nonsense.as_str(), &nonsense[..19], &format!("{nonsense} {nonsense}"), &"ضصثق".repeat(26)]
    {
        let started = Instant::now();
        INDEX.search(text);
        // A debug build on a busy machine is some fifty times slower than the release.
        assert!(started.elapsed() < Duration::from_millis(500), "{text}: {:?}", started.elapsed());
    }
}
