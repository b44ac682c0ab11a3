import { CATEGORIES } from '~/api/categories'
import type { Category } from '~/api/wire'
import type { IconName } from '~/ui/iconName'

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
  isSlot: boolean
  /** Whether the row holds several products, and several pieces of each. */
  holdsSeveral: boolean
}

/** Every category, builder rows first. */
export const categories: readonly CategoryInfo[] = withFansBelowCase(CATEGORIES.map(infoOf))

function infoOf({ type, route, icon, letter, required, holdsSeveral }: (typeof CATEGORIES)[number]): CategoryInfo {
  return { type, slug: route?.slice(1) ?? null, icon, letter, required, isSlot: letter !== null, holdsSeveral }
}

/** Returns the server's order, but with the fans below the case that holds them. */
function withFansBelowCase(all: CategoryInfo[]): CategoryInfo[] {
  const fans = all.filter(({ type }) => type === 'CASE_FAN')
  return all.filter((info) => !fans.includes(info)).flatMap((info) => (info.type === 'CASE' ? [info, ...fans] : info))
}

/** The rows of the builder. */
export const slots = categories.filter((info) => info.isSlot)

/** The required rows of the builder. */
export const requiredSlots = slots.filter((info) => info.required)

/** The categories that are no row of the builder and have a listing page. */
export const otherCategories = categories.filter((info) => !info.isSlot && info.slug !== null)

const byType = new Map(categories.map((info) => [info.type, info]))
const bySlug = new Map(categories.map((info) => [info.slug, info]))

/** Stands for a category of a newer server, which this page does not know yet. */
const unknown: CategoryInfo = {
  type: 'OTHER',
  slug: null,
  icon: 'other',
  letter: null,
  required: false,
  isSlot: false,
  holdsSeveral: false,
}

/** Returns the information on a category. */
export function categoryInfo(type: Category): CategoryInfo {
  return byType.get(type) ?? unknown
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
