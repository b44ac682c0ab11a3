import type { Category } from '~/api/wire'
import type { SpecKey } from './specs'
import cardTable from '~/lib/cardSpecs.json'

/** The facts that a card may show, most useful first; a card shows the first three that are known. */
export const cardSpecs = cardTable as Record<Category, SpecKey[]>
