import type { Category } from '~/api/wire'

/** Returns the element id of a slot's row, to which its piece of the band leads. */
export const rowId = (category: Category) => `row-${category.toLowerCase()}`
