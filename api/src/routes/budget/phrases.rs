//! Words of the sentences that say why no part of a category is left: each constraint as a phrase about the part.

use domain::{budget::Constraint, model::Category};

/// A category as it stands within a sentence.
pub struct PartNoun {
    pub en: &'static str,
    pub ar: &'static str,
    /// Whether the Arabic noun is feminine.
    is_feminine: bool,
}

impl PartNoun {
    /// "In stock", in the gender of the noun.
    pub fn in_stock_ar(&self) -> &'static str {
        if self.is_feminine { "متوفرة" } else { "متوفر" }
    }

    /// "Fits", in the gender of the noun.
    pub fn fits_ar(&self) -> &'static str {
        if self.is_feminine { "تركب" } else { "يركب" }
    }
}

/// Returns the noun of a category.
pub fn noun(category: Category) -> PartNoun {
    let (en, ar) = match category {
        Category::Cpu => ("processor", "معالج"),
        Category::CpuCooler => ("CPU cooler", "مبرّد"),
        Category::Motherboard => ("motherboard", "مذربورد"),
        Category::Ram => ("memory kit", "رام"),
        Category::Storage => ("drive", "هارد"),
        Category::Gpu => ("graphics card", "كرت شاشة"),
        Category::Case => ("case", "كيس"),
        Category::Psu => ("power supply", "باور سبلاي"),
        Category::Monitor => ("monitor", "شاشة"),
        Category::CaseFan => ("case fan", "مروحة"),
        Category::Keyboard => ("keyboard", "كيبورد"),
        Category::Mouse => ("mouse", "ماوس"),
        Category::Headset => ("headset", "سماعة"),
        Category::Other => ("part", "قطعة"),
    };
    let is_feminine = matches!(
        category,
        Category::Ram | Category::Monitor | Category::CaseFan | Category::Headset | Category::Other
    );
    PartNoun { en, ar, is_feminine }
}

/// Lists the constraints as one phrase about a part: `comes in the colour you chose and has Wi-Fi`.
pub fn list_en(category: Category, constraints: &[Constraint]) -> String {
    let phrases: Vec<&str> = constraints.iter().map(|constraint| phrase_en(category, *constraint)).collect();
    match phrases.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// Lists the constraints as one Arabic phrase about a part.
pub fn list_ar(category: Category, constraints: &[Constraint]) -> String {
    let phrases: Vec<&str> = constraints.iter().map(|constraint| phrase_ar(category, *constraint)).collect();
    phrases.join(" و")
}

/// Returns what stands after "in stock", in English and Arabic: the constraints as a clause, or nothing.
pub fn among(category: Category, constraints: &[Constraint]) -> (String, String) {
    match constraints {
        [] => (String::new(), String::new()),
        some => (format!(" that {}", list_en(category, some)), format!(" {}", list_ar(category, some))),
    }
}

fn phrase_en(category: Category, constraint: Constraint) -> &'static str {
    match constraint {
        Constraint::Retailers => "is sold by the shops you chose",
        Constraint::Tabby => "is sold by a shop with Tabby",
        Constraint::Color => "comes in the colour you chose",
        Constraint::Size => "fits the size you chose",
        Constraint::Quiet => "is quiet enough for a quiet build",
        Constraint::Wifi => "has Wi-Fi",
        Constraint::CpuManufacturer if category == Category::Cpu => "is from the brand you chose",
        Constraint::CpuManufacturer => "takes a processor of the brand you chose",
        Constraint::GpuManufacturer => "has a chip of the brand you chose",
        Constraint::MinMemory => "has as much memory as you want",
        Constraint::MinStorage => "has as much storage as you want",
        Constraint::UseMinimum => "is good enough for this use",
    }
}

fn phrase_ar(category: Category, constraint: Constraint) -> &'static str {
    match constraint {
        Constraint::Retailers => "عند المحلات اللي اخترتها",
        Constraint::Tabby => "عند محل فيه تابي",
        Constraint::Color => "باللون اللي اخترته",
        Constraint::Size => "بالحجم اللي اخترته",
        Constraint::Quiet => "هادي كفاية لتجميعة هادية",
        Constraint::Wifi => "فيه واي فاي",
        Constraint::CpuManufacturer if category == Category::Cpu => "من الشركة اللي اخترتها",
        Constraint::CpuManufacturer => "ياخذ معالج من الشركة اللي اخترتها",
        Constraint::GpuManufacturer => "من شركة كرت الشاشة اللي اخترتها",
        Constraint::MinMemory => "بحجم الرام اللي تبيه",
        Constraint::MinStorage => "بمساحة التخزين اللي تبيها",
        Constraint::UseMinimum if noun(category).is_feminine => "تكفي لهالاستخدام",
        Constraint::UseMinimum => "يكفي لهالاستخدام",
    }
}

/// Describes a constraint that a fixed part does not meet, in English and Arabic.
pub fn describe_constraint(constraint: Constraint) -> (&'static str, &'static str) {
    match constraint {
        Constraint::Retailers => ("only the shops you chose", "بس المحلات اللي اخترتها"),
        Constraint::Tabby => ("only shops with Tabby", "بس محلات فيها تابي"),
        Constraint::Color => ("the colour you chose", "اللون اللي اخترته"),
        Constraint::Size => ("the size you chose", "الحجم اللي اخترته"),
        Constraint::Quiet => ("a quiet build", "تجميعة هادية"),
        Constraint::Wifi => ("Wi-Fi", "الواي فاي"),
        Constraint::CpuManufacturer => ("the processor brand you chose", "شركة المعالج اللي اخترتها"),
        Constraint::GpuManufacturer => ("the graphics brand you chose", "شركة كرت الشاشة اللي اخترتها"),
        Constraint::MinMemory => ("the memory you want", "حجم الرام اللي تبيه"),
        Constraint::MinStorage => ("the storage you want", "مساحة التخزين اللي تبيها"),
        Constraint::UseMinimum => ("the minimum for this use", "أقل شي لهالاستخدام"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constraints_are_phrases_about_the_part() {
        let two = [Constraint::Color, Constraint::Tabby];
        assert_eq!(
            list_en(Category::Case, &two),
            "comes in the colour you chose and is sold by a shop with Tabby"
        );
        assert_eq!(list_ar(Category::Case, &two), "باللون اللي اخترته وعند محل فيه تابي");
        assert_eq!(list_ar(Category::Ram, &[Constraint::UseMinimum]), "تكفي لهالاستخدام");
        assert_eq!(noun(Category::Monitor).in_stock_ar(), "متوفرة");
    }
}
