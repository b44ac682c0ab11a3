//! Draws pictures of parts from their facts: as many fans, modules and screens as the part has, in its colour.

use std::fmt::Write;

use domain::model::{Category, SpecKey};

use super::{facts::Part, seed};

/// Colours of a drawing: from the darkest to the lightest, then the colours of contacts and of the light.
struct Tones([&'static str; 6]);

const DARK: Tones = Tones(["#081415", "#2a4447", "#3d5c60", "#4f7276", "#6b9095", "#a5c1c3"]);
const WHITE: Tones = Tones(["#55666a", "#aebcbd", "#c2cecf", "#dbe3e3", "#f1f5f4", "#7c8d90"]);
const WARM: Tones = Tones(["#14100b", "#3a3530", "#544d44", "#6b6256", "#8b8072", "#bdb2a0"]);
const GOLD: &str = "#d9a560";
const LIGHTS: [&str; 6] = ["#44dbce", "#ffa562", "#69bdfa", "#cd85d8", "#8ce083", "#f0ea7f"];

/// Escapes a text for SVG, and for the HTML in fields of JSON.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Draws the picture of a part as SVG, 400 by 300 with a transparent background. It has no lettering, because whoever
/// renders it needs no font then.
pub(super) fn draw(part: &Part) -> String {
    let colour = part.specs.text(SpecKey::Color).unwrap_or_default();
    let tones = match colour {
        "White" | "Silver" => WHITE,
        "Brown" | "Grey" => WARM,
        _ => DARK,
    };
    let light = seed::pick(seed::of(&part.manufacturer), 1, &LIGHTS).unwrap_or(GOLD);
    let [d0, d1, d2, d3, d4, d5] = tones.0;
    let drawing = shape(part);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 150\" width=\"400\" height=\"300\" role=\"img\" aria-label=\"{label}\">\
         <style>.a{{fill:{d0}}}.b{{fill:{d1}}}.c{{fill:{d2}}}.d{{fill:{d3}}}.e{{fill:{d4}}}.f{{fill:{d5}}}.g{{fill:{GOLD}}}.l{{fill:{light}}}\
         .r{{stroke:{d4};stroke-width:1}}.n{{fill:none;stroke:{d4};stroke-width:2}}.k{{fill:none;stroke:{light};stroke-width:2}}</style>\
         <g stroke-linejoin=\"round\">{drawing}</g></svg>",
        label = escape(&part.name),
    )
}

fn shape(part: &Part) -> String {
    let number = |key, otherwise| part.specs.integer(key).unwrap_or(otherwise);
    match part.category {
        Category::Gpu => card(match part.specs.text(SpecKey::Cooling) {
            Some("1 Fan") => 1,
            Some("2 Fans") => 2,
            _ => 3,
        }),
        Category::Cpu => processor(),
        Category::CpuCooler if part.specs.integer(SpecKey::RadiatorSize).is_some() => {
            radiator(number(SpecKey::FanQuantity, 2))
        }
        Category::CpuCooler => tower(
            number(SpecKey::FanQuantity, 1),
            part.specs.number(SpecKey::CoolerHeight).unwrap_or(150.0) < 90.0,
        ),
        Category::CaseFan => {
            fans(number(SpecKey::FanQuantity, 1), part.specs.text(SpecKey::Lighting).is_some())
        }
        Category::Motherboard => {
            board(part.specs.text(SpecKey::FormFactor).unwrap_or_default(), number(SpecKey::MemorySlots, 4))
        }
        Category::Ram => {
            sticks(number(SpecKey::Modules, 1), part.specs.flag(SpecKey::Rgb).unwrap_or_default())
        }
        Category::Storage => drive(part.specs.text(SpecKey::StorageFormFactor).unwrap_or_default()),
        Category::Psu => supply(),
        Category::Case => tower_case(part.specs.text(SpecKey::CaseFormFactor).unwrap_or_default()),
        Category::Monitor => screen(part.specs.text(SpecKey::AspectRatio).unwrap_or_default()),
        Category::Keyboard => keyboard(part.specs.text(SpecKey::KeyboardSize).unwrap_or_default()),
        Category::Mouse => mouse(),
        Category::Headset => headset(),
        Category::Other => parcel(),
    }
}

/// Draws a fan of the given radius around a centre.
fn fan(x: i64, y: i64, radius: i64, blades: i64) -> String {
    let mut drawing =
        format!("<g transform=\"translate({x} {y})\"><circle class=\"a r\" r=\"{radius}\"/><g class=\"c\">");
    let (near, far) = (radius / 4, radius - 3);
    for blade in 0..blades {
        let turn = blade * 360 / blades;
        let _ = write!(
            drawing,
            "<path transform=\"rotate({turn})\" d=\"M0 -{near}Q{bend} -{middle} {tip} -{far}Q-{near} -{middle} 0 -{near}z\"/>",
            bend = radius / 2,
            middle = radius * 2 / 3,
            tip = radius / 5,
        );
    }
    let _ = write!(
        drawing,
        "</g><circle class=\"d\" r=\"{}\"/><circle class=\"f\" r=\"{}\"/></g>",
        radius * 3 / 10,
        radius / 9 + 1
    );
    drawing
}

/// Draws a row of gold contacts.
fn contacts(from: i64, to: i64, y: i64) -> String {
    let pins: String = (from..to).step_by(4).map(|x| format!("M{x} {y}h2.4v5h-2.4z")).collect();
    format!("<path class=\"g\" d=\"{pins}\"/>")
}

fn card(fan_count: i64) -> String {
    let (length, radius) = match fan_count {
        1 => (96, 25),
        2 => (140, 25),
        _ => (166, 23),
    };
    let start = (200 - length) / 2;
    let gap = length / fan_count;
    let fans: String =
        (0..fan_count).map(|index| fan(start + gap * index + gap / 2, 66, radius, 9)).collect();
    format!(
        "<path class=\"e\" d=\"M{bracket} 28h5v84h-5z\"/><path class=\"b r\" d=\"M{start} 34h{body}l8 8v46l-8 8H{start}z\"/>\
         <path class=\"d\" d=\"M{start} 34h{body}l8 7H{start}z\"/>{fans}<path class=\"c\" d=\"M{slot} 96h58v7h-58z\"/>{pins}\
         <path class=\"l\" d=\"M{lit} 36h22v2h-22z\"/>",
        bracket = start - 5,
        body = length - 8,
        slot = start + 24,
        pins = contacts(start + 26, start + 80, 103),
        lit = start + length - 40,
    )
}

fn processor() -> String {
    format!(
        "<rect class=\"b r\" x=\"50\" y=\"14\" width=\"100\" height=\"100\" rx=\"7\"/>\
         <path class=\"f\" d=\"M66 28h14v6h40v-6h14l6 8v14h-6v28h6v14l-6 8h-14v-6H80v6H66l-6-8V78h6V50h-6V36z\"/>\
         <path class=\"n\" d=\"M84 56h32M84 64h24M84 72h28\"/><path class=\"g\" d=\"M54 110v-10l10 10z\"/>{}",
        contacts(62, 138, 116)
    )
}

fn radiator(fan_count: i64) -> String {
    let count = fan_count.clamp(1, 3);
    let width = count * 48 + 8;
    let start = (200 - width) / 2;
    let fans: String = (0..count).map(|index| fan(start + 28 + index * 48, 38, 21, 7)).collect();
    format!(
        "<path fill=\"none\" stroke-width=\"6\" class=\"r\" style=\"stroke-width:6\" d=\"M{hose} 62c0 22-8 30-30 32M{second} 62c0 32-14 42-40 42\"/>\
         <rect class=\"b r\" x=\"{start}\" y=\"12\" width=\"{width}\" height=\"52\" rx=\"4\"/>{fans}\
         <rect class=\"c r\" x=\"74\" y=\"76\" width=\"46\" height=\"40\" rx=\"9\"/><circle class=\"a\" cx=\"97\" cy=\"96\" r=\"14\"/><circle class=\"k\" cx=\"97\" cy=\"96\" r=\"14\"/>",
        hose = start + width - 24,
        second = start + width - 14,
    )
}

fn tower(fan_count: i64, low: bool) -> String {
    if low {
        let fins: String = (0..14).map(|index| format!("M{} 92v18", 58 + index * 6)).collect();
        return format!(
            "<rect class=\"b r\" x=\"50\" y=\"88\" width=\"100\" height=\"26\" rx=\"3\"/><path class=\"n\" d=\"{fins}\"/>{}",
            fan(100, 52, 36, 9)
        );
    }
    let fins: String = (0..12).map(|index| format!("M62 {0}h76", 18 + index * 7)).collect();
    let second = if fan_count > 1 {
        "<rect class=\"d r\" x=\"40\" y=\"14\" width=\"12\" height=\"86\" rx=\"3\"/>"
    } else {
        ""
    };
    format!(
        "<path class=\"g\" d=\"M76 96h5v18h-5zM97 96h5v18h-5zM118 96h5v18h-5z\"/><rect class=\"c r\" x=\"58\" y=\"12\" width=\"84\" height=\"88\" rx=\"3\"/>\
         <path class=\"n\" d=\"{fins}\"/>{}{second}<rect class=\"f\" x=\"72\" y=\"112\" width=\"56\" height=\"6\" rx=\"2\"/>",
        fan(100, 56, 37, 9)
    )
}

fn fans(count: i64, lit: bool) -> String {
    let shown = count.clamp(1, 3);
    let (size, gap) = if shown == 1 { (100, 0) } else { (62, 50) };
    let start = (200 - size - gap * (shown - 1)) / 2;
    (0..shown)
        .map(|index| {
            let (x, y) = (start + index * gap, 14 + index * if shown > 1 { 18 } else { 0 });
            let ring = if lit { format!("<circle class=\"k\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>", x + size / 2, y + size / 2, size / 2 - 4) } else { String::new() };
            format!(
                "<rect class=\"b r\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" rx=\"9\"/>{}{ring}",
                fan(x + size / 2, y + size / 2, size / 2 - 6, 7)
            )
        })
        .collect()
}

fn board(form_factor: &str, memory_slots: i64) -> String {
    let (width, height) = match form_factor {
        "Mini-ITX" => (84, 84),
        "Micro ATX" => (104, 104),
        "EATX" => (120, 112),
        _ => (100, 112),
    };
    let (x, y) = ((200 - width) / 2, 8 + (112 - height) / 2);
    let slots: String = (0..memory_slots.clamp(1, 4))
        .map(|slot| format!("M{} {}v42h3v-42z", x + width - 10 - slot * 6, y + 12))
        .collect();
    let lanes: String = (0..if height < 90 { 1 } else { 2 })
        .map(|lane| {
            let (left, top, length) = (x + 8, y + 72 + lane * 18, width - 40);
            format!("M{left} {top}h{length}v5h-{length}z")
        })
        .collect();
    format!(
        "<rect class=\"b r\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/><path class=\"d\" d=\"M{x} {y}h22v44h-22z\"/>\
         <rect class=\"c r\" x=\"{sx}\" y=\"{sy}\" width=\"32\" height=\"32\" rx=\"2\"/><rect class=\"e\" x=\"{cx}\" y=\"{cy}\" width=\"16\" height=\"16\"/>\
         <path class=\"f\" d=\"{slots}\"/><path class=\"f\" d=\"{lanes}\"/><rect class=\"d\" x=\"{hx}\" y=\"{hy}\" width=\"18\" height=\"20\" rx=\"2\"/>\
         <path class=\"k\" d=\"M{hx} {hy}l14 16\"/>",
        sx = x + 27,
        sy = y + 16,
        cx = x + 35,
        cy = y + 24,
        hx = x + width - 25,
        hy = y + height - 34,
    )
}

fn sticks(modules: i64, lit: bool) -> String {
    let count = modules.clamp(1, 4);
    // Modules further back show their upper edge above the one in front.
    (0..count)
        .map(|index| {
            let y = 50 - (count - 1) * 7 + index * 14;
            let bar = if lit { "l" } else { "f" };
            format!(
                "<g transform=\"translate({x} {y})\"><path class=\"b r\" d=\"M4 18h152v30H4z\"/><path class=\"d r\" d=\"M0 0h160l-6 14 6 20H0l6-20z\"/>\
                 <path class=\"{bar}\" d=\"M0 0h160l-3 6H3z\"/><path class=\"b\" d=\"M24 12h58l-8 13H24z\"/>{}</g>",
                contacts(8, 152, 43),
                x = 26 - count * 3 + index * 6,
            )
        })
        .collect()
}

fn drive(form_factor: &str) -> String {
    match form_factor {
        "3.5-HDD" => "<rect class=\"c r\" x=\"60\" y=\"8\" width=\"80\" height=\"110\" rx=\"5\"/><circle class=\"d r\" cx=\"100\" cy=\"52\" r=\"34\"/>\
                      <circle class=\"a\" cx=\"100\" cy=\"52\" r=\"9\"/><path class=\"f\" d=\"M126 104l-30-40 5-4 33 38z\"/><rect class=\"b\" x=\"66\" y=\"94\" width=\"40\" height=\"18\" rx=\"2\"/>\
                      <path class=\"l\" d=\"M70 100h20v2h-20z\"/>"
            .to_owned(),
        "2.5-SATA" => format!(
            "<rect class=\"b r\" x=\"48\" y=\"16\" width=\"104\" height=\"90\" rx=\"6\"/><rect class=\"d\" x=\"58\" y=\"28\" width=\"84\" height=\"40\" rx=\"3\"/>\
             <path class=\"l\" d=\"M66 38h34v3H66z\"/><path class=\"f\" d=\"M66 48h50v3H66zM66 56h40v3H66z\"/>{}",
            contacts(70, 130, 106)
        ),
        _ => {
            let pins: String = (0..8).map(|index| format!("M18 {}h9v2.6h-9z", 48 + index * 4)).collect();
            format!(
                "<rect class=\"b r\" x=\"18\" y=\"44\" width=\"164\" height=\"42\" rx=\"3\"/><path class=\"d\" d=\"M36 48h96v34H36z\"/>\
                 <path class=\"l\" d=\"M44 55h40v3H44z\"/><path class=\"f\" d=\"M44 64h30v3H44zM44 72h46v3H44z\"/><path class=\"c r\" d=\"M138 52h20v26h-20z\"/>\
                 <path class=\"c\" d=\"M162 52h12v12h-12zM162 68h12v10h-12z\"/><path class=\"g\" d=\"{pins}\"/><path class=\"a\" d=\"M182 60a6 6 0 0 0 0 10z\"/>"
            )
        }
    }
}

fn supply() -> String {
    format!(
        "<path style=\"fill:none;stroke-width:5\" class=\"r\" d=\"M150 62c18 0 22 6 22 16s4 14 12 14M150 78c14 0 16 8 16 16s6 14 16 14\"/>\
         <rect class=\"b r\" x=\"28\" y=\"24\" width=\"124\" height=\"84\" rx=\"6\"/><path class=\"d\" d=\"M28 36v-6a6 6 0 0 1 6-6h112a6 6 0 0 1 6 6v6z\"/>{}\
         <path class=\"a r\" d=\"M116 54h26v10h-26zM116 70h26v10h-26zM116 86h12v8h-12zM132 86h10v8h-10z\"/><path class=\"l\" d=\"M36 29h26v2H36z\"/>",
        fan(76, 72, 30, 9)
    )
}

fn tower_case(form_factor: &str) -> String {
    let (width, height) = match form_factor {
        "Mini-ITX Tower" => (64, 84),
        "Mini-ITX Desktop" => (96, 64),
        "Micro ATX Tower" => (76, 96),
        "EATX Mid Tower" => (88, 112),
        _ => (80, 110),
    };
    let (x, y) = ((200 - width) / 2, 118 - height);
    let mesh: String =
        (0..4).map(|line| format!("M{} {}v{}", x + 5 + line * 4, y + 6, height - 12)).collect();
    format!(
        "<rect class=\"b r\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"3\"/><path class=\"d\" d=\"M{x} {y}h20v{height}h-20z\"/>\
         <path d=\"{mesh}\" stroke=\"#081415\" stroke-width=\"1.5\"/><rect class=\"a r\" x=\"{gx}\" y=\"{gy}\" width=\"{gw}\" height=\"{gh}\"/>\
         <rect class=\"d\" x=\"{px}\" y=\"{py}\" width=\"{pw}\" height=\"9\"/><rect class=\"c\" x=\"{px}\" y=\"{gy2}\" width=\"16\" height=\"14\"/>\
         <path class=\"k\" d=\"M{lx} {gy2}v18M{lx2} {gy2}v18\"/><path class=\"e\" d=\"M{fx} 118h8v4h-8zM{fx2} 118h8v4h-8z\"/>",
        gx = x + 24,
        gy = y + 6,
        gw = width - 30,
        gh = height - 12,
        px = x + 28,
        py = y + height / 2,
        pw = width - 38,
        gy2 = y + 11,
        lx = x + 50,
        lx2 = x + 55,
        fx = x + 6,
        fx2 = x + width - 14,
    )
}

fn screen(aspect: &str) -> String {
    let (width, height) = match aspect {
        "21:9" => (180, 76),
        "32:9" => (188, 58),
        _ => (152, 86),
    };
    let (x, y) = ((200 - width) / 2, 96 - height);
    format!(
        "<path class=\"c\" d=\"M94 96h12v16H94z\"/><path class=\"d\" d=\"M68 110h64l6 7H62z\"/><rect class=\"b r\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>\
         <rect class=\"a\" x=\"{ix}\" y=\"{iy}\" width=\"{iw}\" height=\"{ih}\"/><path class=\"c\" d=\"M{ix} {base}l44 -34 24 18 26 -24 30 40z\"/>\
         <path class=\"d\" d=\"M{peak} {base}l26 -30 34 30z\"/><circle class=\"l\" cx=\"{sun}\" cy=\"{sy}\" r=\"6\"/>",
        ix = x + 5,
        iy = y + 5,
        iw = width - 10,
        ih = height - 10,
        base = 91,
        peak = x + width - 80,
        sun = x + 34,
        sy = y + 20,
    )
}

fn keyboard(size: &str) -> String {
    let columns = match size {
        "60%" => 12,
        "75%" => 14,
        "TKL" => 15,
        _ => 18,
    };
    let width = columns * 9 + 12;
    let x = (200 - width) / 2;
    let mut keys = String::new();
    for row in 0..4 {
        for column in 0..columns {
            let _ = write!(keys, "M{} {}h7v7h-7z", x + 7 + column * 9, 44 + row * 9);
        }
    }
    format!(
        "<rect class=\"b r\" x=\"{x}\" y=\"36\" width=\"{width}\" height=\"64\" rx=\"6\"/><path class=\"d\" d=\"{keys}\"/>\
         <path class=\"d\" d=\"M{space} 82h54v8h-54z\"/><path class=\"l\" d=\"M{x7} 44h7v7h-7z\"/><path class=\"f\" d=\"M{x7} 82h18v8h-18z\"/>",
        space = x + width / 2 - 27,
        x7 = x + 7,
    )
}

fn mouse() -> String {
    "<path class=\"b r\" d=\"M100 12c-24 0-34 18-34 44v22c0 24 14 40 34 40s34-16 34-40V56c0-26-10-44-34-44z\"/>\
     <path class=\"d\" d=\"M98 14c-20 1-29 17-30 40h30zM102 14c20 1 29 17 30 40h-30z\"/><rect class=\"a r\" x=\"95\" y=\"26\" width=\"10\" height=\"22\" rx=\"5\"/>\
     <path class=\"l\" d=\"M98 32h4v10h-4z\"/><path class=\"f\" d=\"M67 62h4v16h-4z\"/><path class=\"k\" d=\"M86 100q14 8 28 0\"/>"
        .to_owned()
}

fn headset() -> String {
    "<path class=\"n\" style=\"stroke-width:8\" d=\"M58 78V64a42 44 0 0 1 84 0v14\"/><rect class=\"b r\" x=\"44\" y=\"66\" width=\"26\" height=\"44\" rx=\"10\"/>\
     <rect class=\"b r\" x=\"130\" y=\"66\" width=\"26\" height=\"44\" rx=\"10\"/><rect class=\"d\" x=\"62\" y=\"70\" width=\"12\" height=\"36\" rx=\"6\"/>\
     <rect class=\"d\" x=\"126\" y=\"70\" width=\"12\" height=\"36\" rx=\"6\"/><path class=\"k\" d=\"M54 108q6 12 30 10\"/><rect class=\"f\" x=\"82\" y=\"114\" width=\"12\" height=\"6\" rx=\"3\"/>"
        .to_owned()
}

fn parcel() -> String {
    "<path class=\"b r\" d=\"M46 42l54-22 54 22v50l-54 24-54-24z\"/><path class=\"d\" d=\"M46 42l54-22 54 22-54 23z\"/>\
     <path class=\"c\" d=\"M100 65l54-23v50l-54 24z\"/><path class=\"f\" d=\"M70 32l54 23v14l-10 4V60L60 36z\"/>\
     <path class=\"l\" d=\"M56 84l20 9v3l-20-9z\"/>"
        .to_owned()
}
