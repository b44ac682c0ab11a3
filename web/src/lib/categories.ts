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

type Row = readonly [slug: string | null, icon: IconName, letter: string | null, required: boolean]

/** Every category of the API, builder rows first, in their order. A category that is missing here is a type error. */
const rows: Record<Category, Row> = {
  CPU: ['cpu', 'cpu', 'C', true],
  CPU_COOLER: ['cpu-cooler', 'cooler', 'O', false],
  MOTHERBOARD: ['motherboard', 'board', 'M', true],
  RAM: ['memory', 'ram', 'R', true],
  STORAGE: ['storage', 'storage', 'S', true],
  GPU: ['gpu', 'gpu', 'G', false],
  CASE: ['case', 'case', 'A', false],
  CASE_FAN: ['case-fan', 'fan', 'F', false],
  PSU: ['psu', 'psu', 'P', true],
  MONITOR: ['monitor', 'monitor', 'N', false],
  KEYBOARD: ['keyboard', 'keyboard', null, false],
  MOUSE: ['mouse', 'mouse', null, false],
  HEADSET: ['headset', 'headset', null, false],
  OTHER: [null, 'other', null, false],
}

/** Every category, builder rows first. */
export const categories: readonly CategoryInfo[] = (Object.keys(rows) as Category[]).map(infoOf)

function infoOf(type: Category): CategoryInfo {
  const [slug, icon, letter, required] = rows[type]
  return { type, slug, icon, letter, required, slot: letter !== null }
}

/** The rows of the builder. */
export const slots = categories.filter((info) => info.slot)

/** The required rows of the builder. */
export const requiredSlots = slots.filter((info) => info.required)

/** The categories that are no row of the builder and have a listing page. */
export const extras = categories.filter((info) => !info.slot && info.slug !== null)

const byType = new Map(categories.map((info) => [info.type, info]))
const bySlug = new Map(categories.map((info) => [info.slug, info]))
const other = infoOf('OTHER')

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
