use super::*;

fn title(text: &str) -> SaleTerms {
    of_title(&Folded::new(text)).0
}

#[test]
fn titles_state_conditions_by_words_and_their_neighbours() {
    for (text, expected) in [
        ("Zotac RTX 4080 Trinity (Open-Box)", Condition::OpenBox),
        ("Zotac RTX 4080 Trinity, box opened", Condition::OpenBox),
        ("Palit RTX 4070 Dual [B-Grade]", Condition::OpenBox),
        ("Palit RTX 4070 Dual - Grade B", Condition::OpenBox),
        ("ASRock B550 Pro4 B Stock", Condition::OpenBox),
        ("كرت شاشة RTX 4080 كرتون مفتوح", Condition::OpenBox),
        ("Intel Core i7-12700K Refurbished", Condition::Refurbished),
        ("Intel Core i7-12700K (Renewed)", Condition::Refurbished),
        ("WD Red 8TB Recertified", Condition::Refurbished),
        ("شاشة ديل 27 مجددة", Condition::Refurbished),
        ("Pre-Loved ASUS TUF RTX 3080", Condition::Used),
        ("Pre-Owned ASUS TUF RTX 3080", Condition::Used),
        ("ASUS TUF RTX 3080 Used - Like New", Condition::Used),
        ("ASUS TUF RTX 3080 used 3 months", Condition::Used),
        ("USED: ASUS TUF RTX 3080", Condition::Used),
        ("Used and tested Ryzen 5 3600", Condition::Used),
        ("ASUS TUF RTX 3080 ex-mining", Condition::Used),
        ("Samsung PM893 960GB server pull", Condition::Used),
        ("كرت RTX 3080 مستعمل", Condition::Used),
        ("كرت RTX 3080 شبه جديد", Condition::Used),
        ("رام 16 جيجا استعمال خفيف", Condition::Used),
        ("كرت RTX 3080 مستخدم نظيف", Condition::Used),
        ("Gigabyte RX 7800 XT Gaming OC Demo Unit", Condition::Display),
        ("Gigabyte RX 7800 XT Gaming OC - Demo", Condition::Display),
        ("LG 27GP850 Ex-Display", Condition::Display),
        ("LG 27GP850 Display Unit", Condition::Display),
        ("LG 27GP850 (Display Piece)", Condition::Display),
        ("شاشة سامسونج قطعة عرض", Condition::Display),
        ("Corsair RM850x - Customer Return", Condition::Returned),
        ("Corsair RM850x (Returned)", Condition::Returned),
        ("باور سبلاي كورسير مرتجع", Condition::Returned),
        ("باور سبلاي كورسير مرجوع", Condition::Returned),
        ("LG 27GP850 Showroom", Condition::Display),
        ("Corsair 4000D Scratch & Dent", Condition::Damaged),
        ("RTX 3070 faulty, for parts or repair", Condition::Damaged),
    ] {
        assert_eq!(title(text).condition, expected, "{text}");
    }
}

#[test]
fn words_of_another_sense_leave_goods_new() {
    for text in [
        "GIGABYTE RTX 4060 WINDFORCE - Box Damaged",
        "GIGABYTE RTX 4060 WINDFORCE (damaged outer packaging)",
        "GIGABYTE RTX 4060 كرتون متضرر",
        "معالج Core i5-12600K بوكس تالف جديد",
        "شامبو للشعر التالف",
        "Demo board for sensors",
        "Brand New ASUS TUF RTX 3080, never used",
        "ASUS TUF RTX 3080 unused",
        "Thermal pads used for GPUs",
        "Thermal paste used by professionals, widely used",
        "Case can be used with ATX boards",
        "كرت RTX 3080 غير مستعمل",
        "كيبورد واجهة المستخدم",
        "شاشة عرض 27 انش",
        "معالج مفتوح المضاعف i7-14700K",
        "ASUS ProArt Display PA278QV",
        "Thermalright LCD Display Unit",
        "Turing Smart Screen 3.5 IPS USB LCD display module",
        "Class B power supply 650W",
        "Anti-scratch 27 inch monitor",
        "Noctua NF-A12 returns to idle",
        "Lian Li Lancool open frame",
        "مجدد جلد للكراسي",
    ] {
        assert_eq!(title(text).condition, Condition::New, "{text}");
    }
}

#[test]
fn part_payments_are_told_from_ways_to_pay() {
    use PartPayment::{Deposit, Instalment};
    for (text, expected) in [
        ("Sapphire RX 9070 Pulse Deposit", Some(Deposit)),
        ("Deposit for Sapphire RX 9070 Pulse", Some(Deposit)),
        ("Sapphire RX 9070 Pulse (Reservation Fee)", Some(Deposit)),
        ("Reserve your Sapphire RX 9070 Pulse", Some(Deposit)),
        ("Sapphire RX 9070 Pulse - Down Payment", Some(Deposit)),
        ("Sapphire RX 9070 Pulse - Booking", Some(Deposit)),
        ("عربون كرت RX 9070", Some(Deposit)),
        ("كرت RX 9070 - دفعة أولى", Some(Deposit)),
        ("كرت RX 9070 (حجز)", Some(Deposit)),
        ("Sapphire RX 9070 Pulse - Monthly Payment", Some(Instalment)),
        ("Sapphire RX 9070 Pulse 18.250 KD / month", Some(Instalment)),
        ("Sapphire RX 9070 Pulse 18.250 KD per month", Some(Instalment)),
        ("كرت RX 9070 قسط شهري", Some(Instalment)),
        ("كرت RX 9070 أقساط شهرية ٢٠ دينار", Some(Instalment)),
        ("Sapphire RX 9070 Pulse 12 x 18.250 KD", Some(Instalment)),
        ("Sapphire RX 9070 Pulse, 4 payments of 55 KD", Some(Instalment)),
        ("كرت RX 9070 ١٨ د.ك شهرياً", Some(Instalment)),
        ("Sapphire RX 9070 Pulse, no deposit", None),
        ("Sapphire RX 9070 Pulse 0% deposit", None),
        ("Sapphire RX 9070 Pulse deposit-free", None),
        ("Sapphire RX 9070 Pulse, instalments available", None),
        ("Sapphire RX 9070 Pulse 0% interest free installment", None),
        ("كرت RX 9070 بدون عربون", None),
        ("كرت RX 9070 تقسيط متوفر", None),
        ("Sapphire RX 9070 Pulse 36 months warranty", None),
        ("Vapor deposition coated blower", None),
    ] {
        assert_eq!(title(text).part_payment, expected, "{text}");
    }
    assert_eq!(of_price_text("18.250 KD / month"), Some(Instalment));
    assert_eq!(of_price_text("KD 18.250 deposit"), Some(Deposit));
    assert_eq!(of_price_text("KD 218.250"), None);
}

#[test]
fn pre_orders_and_back_orders_are_stated_in_titles() {
    for (text, pre_order, not_now) in [
        ("(Pre-Order) MSI RTX 5060 Ti Ventus", true, false),
        ("MSI RTX 5060 Ti Ventus PREORDER", true, false),
        ("MSI RTX 5060 Ti Ventus - Pre Sale", true, false),
        ("كرت RTX 5060 طلب مسبق", true, false),
        ("كرت RTX 5060 - حجز مسبق", true, false),
        ("MSI RTX 5060 Ti Ventus (Back-order)", false, true),
        ("MSI RTX 5060 Ti Ventus - Coming Soon", false, true),
        ("كرت RTX 5060 قريباً", false, true),
        ("MSI RTX 5060 Ti Ventus, no pre-order", false, false),
        ("MSI RTX 5060 Ti Ventus + preorder bonus", false, false),
    ] {
        let terms = title(text);
        assert_eq!((terms.pre_order, terms.not_now), (pre_order, not_now), "{text}");
        assert_eq!(terms.part_payment, None, "{text}");
    }
}

#[test]
fn labels_speak_unless_they_count_new_goods_too() {
    for (text, expected) in [
        ("Open Box", Condition::OpenBox),
        ("open-box-deals", Condition::OpenBox),
        ("Refurbished", Condition::Refurbished),
        ("Used Graphics Cards", Condition::Used),
        ("condition:used", Condition::Used),
        ("المستعمل", Condition::Used),
        ("Demo", Condition::Display),
        ("Returns", Condition::Returned),
        ("New & Used", Condition::New),
        ("New and Refurbished GPUs", Condition::New),
        ("جديد ومستعمل", Condition::New),
        ("condition: new", Condition::New),
        ("Display", Condition::New),
        ("Monitors & Displays", Condition::New),
    ] {
        assert_eq!(of_label(text).condition, expected, "{text}");
    }
    assert!(of_label("pre-order").pre_order);
    assert_eq!(of_label("Deposits").part_payment, Some(PartPayment::Deposit));
    assert_eq!(of_label("no-deposit").part_payment, None);
    assert_eq!(of_label("monthly installments").part_payment, None);
}

#[test]
fn descriptions_speak_of_the_goods_at_the_beginning_of_a_clause() {
    for (text, expected) in [
        ("Refurbished by the manufacturer, 6 months warranty.", Condition::Refurbished),
        ("This is a used card. Tested for two days.", Condition::Used),
        ("Condition: open box. All accessories are here.", Condition::OpenBox),
        ("RTX 4080, 16GB. Used, without its box.", Condition::Used),
        ("الحالة: مستعمل", Condition::Used),
        ("No refurbished goods are sold here. RTX 4080.", Condition::New),
        ("We never sell used or refurbished cards.", Condition::New),
        ("Used for gaming and work, this card has 16 GB.", Condition::New),
        ("Refurbished items are sold by our other branch.", Condition::New),
        ("The most used card of the year", Condition::New),
        ("Fast card for those whose old one was damaged", Condition::New),
        ("لا نبيع المستعمل", Condition::New),
        ("Brand new and sealed.", Condition::New),
    ] {
        assert_eq!(of_description(text).condition, expected, "{text}");
    }
    assert_eq!(of_description("This is a 25 KD deposit.").part_payment, Some(PartPayment::Deposit));
    assert_eq!(of_description("Pay now, no deposit needed. Instalments.").part_payment, None);
    assert!(of_description("Pre-order. Ships in March.").pre_order);
    let late = format!("{}. Used.", "word ".repeat(80));
    assert_eq!(of_description(&late).condition, Condition::New);
}

#[test]
fn field_of_the_condition_says_new_or_not() {
    for (text, expected) in [
        ("new", Condition::New),
        ("Brand New", Condition::New),
        ("BRAND-NEW (sealed)", Condition::New),
        ("100% new", Condition::New),
        ("New (never used)", Condition::New),
        ("https://schema.org/NewCondition", Condition::New),
        ("schema:NewCondition", Condition::New),
        ("NewCondition", Condition::New),
        ("جديد", Condition::New),
        ("جديدة مختومة", Condition::New),
        ("Unused", Condition::New),
        ("غير مستعمل", Condition::New),
        ("", Condition::New),
        ("N/A", Condition::New),
        ("-", Condition::New),
        ("used", Condition::Used),
        ("Used - Very Good", Condition::Used),
        ("Like New", Condition::Used),
        ("شبه جديد", Condition::Used),
        ("مستعملة", Condition::Used),
        ("https://schema.org/UsedCondition", Condition::Used),
        ("http://schema.org/RefurbishedCondition", Condition::Refurbished),
        ("RenewedCondition", Condition::Refurbished),
        ("https://schema.org/DamagedCondition", Condition::Damaged),
        ("New - open box", Condition::OpenBox),
        ("Not new", Condition::Other),
        ("Very good", Condition::Used),
        ("Collector item", Condition::Other),
        ("ممتاز", Condition::Other),
    ] {
        assert_eq!(of_field(text), expected, "{text}");
    }
}
