import type { Category } from '~/api/wire'

/** Key of a category's name in the singular. */
export const categoryName = (category: Category) => `category.${category}.one` as const
