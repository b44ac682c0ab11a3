import type { Category } from '~/api/wire'
import type { IconName } from '~/ui/iconShapes'

/** One category. Its labels are the texts `category.<type>.one` and `.many`. */
export type CategoryInfo = {
  type: Category
  /** The path segment of the listing page; `OTHER` has none and is reached through `/products`. */
  slug: string | null
  icon: IconName
  /** The key that opens the listing. */
  letter: string | null
  /** Whether a build without this category is incomplete. */
  required: boolean
  /** Whether the category is a row of the builder. */
  slot: boolean
}

function category(
  type: Category,
  slug: string | null,
  icon: IconName,
  letter: string | null,
  required: boolean,
): CategoryInfo {
  return { type, slug, icon, letter, required, slot: letter !== null }
}

/** Every category: builder rows first, in their order. */
export const categories: readonly CategoryInfo[] = [
  category('CPU', 'cpu', 'cpu', 'C', true),
  category('CPU_COOLER', 'cpu-cooler', 'cooler', 'O', false),
  category('MOTHERBOARD', 'motherboard', 'board', 'M', true),
  category('RAM', 'memory', 'ram', 'R', true),
  category('STORAGE', 'storage', 'storage', 'S', true),
  category('GPU', 'gpu', 'gpu', 'G', false),
  category('CASE', 'case', 'case', 'A', false),
  category('CASE_FAN', 'case-fan', 'fan', 'F', false),
  category('PSU', 'psu', 'psu', 'P', true),
  category('MONITOR', 'monitor', 'monitor', 'N', false),
  category('KEYBOARD', 'keyboard', 'keyboard', null, false),
  category('MOUSE', 'mouse', 'mouse', null, false),
  category('HEADSET', 'headset', 'headset', null, false),
  category('OTHER', null, 'other', null, false),
]

/** The rows of the builder. */
export const slots = categories.filter((info) => info.slot)

/** The required rows of the builder. */
export const requiredSlots = slots.filter((info) => info.required)

/** The categories that are no row of the builder and have a listing page. */
export const extras = categories.filter((info) => !info.slot && info.slug !== null)

const byType = new Map(categories.map((info) => [info.type, info]))
const bySlug = new Map(categories.map((info) => [info.slug, info]))
const other = category('OTHER', null, 'other', null, false)

/** Returns the information on a category. */
export function categoryInfo(type: Category): CategoryInfo {
  return byType.get(type) ?? other
}

/** Returns the category of a listing page's path segment, if there is one. */
export function categoryBySlug(slug: string): CategoryInfo | undefined {
  return bySlug.get(slug.toLowerCase())
}

/** Reads a category written by hand: `gpu`, `CPU_COOLER`, and the old names `Memory` and `COOLER`. */
export function parseCategory(text: string): Category | undefined {
  const name = text.trim().toUpperCase().replace(/[-\s]/g, '_')
  if (name === 'MEMORY') return 'RAM'
  if (name === 'COOLER') return 'CPU_COOLER'
  return categories.find((info) => info.type === name)?.type
}
