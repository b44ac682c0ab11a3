use crate::model::Category;

/// Pairs of categories that some rule compares. The search looks up findings about these pairs only. Every whole build is
/// checked by every rule, so a pair that is missing here lets no invalid build through.
const COMPARED_CATEGORIES: [(Category, Category); 15] = [
    (Category::Cpu, Category::Motherboard),
    (Category::Cpu, Category::Ram),
    (Category::Cpu, Category::CpuCooler),
    (Category::Cpu, Category::Psu),
    (Category::Gpu, Category::Psu),
    (Category::Gpu, Category::Case),
    (Category::Gpu, Category::Monitor),
    (Category::Motherboard, Category::Ram),
    (Category::Motherboard, Category::Storage),
    (Category::Motherboard, Category::Psu),
    (Category::Motherboard, Category::Case),
    (Category::Ram, Category::CpuCooler),
    (Category::Case, Category::CpuCooler),
    (Category::Case, Category::Psu),
    (Category::Case, Category::Storage),
];

/// Whether some rule compares parts of two categories.
pub(super) fn is_compared(a: Category, b: Category) -> bool {
    COMPARED_CATEGORIES.contains(&(a, b)) || COMPARED_CATEGORIES.contains(&(b, a))
}

/// Whether a part of this category decides if a build may omit another category.
pub(super) fn decides_omission(category: Category, absent: Category) -> bool {
    matches!(
        (category, absent),
        (Category::Cpu, Category::Gpu | Category::CpuCooler) | (Category::Case, Category::Psu)
    )
}
