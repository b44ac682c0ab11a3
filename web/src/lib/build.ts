import type { Category, Product } from '~/api/wire'
import { parseCategory, requiredSlots, slots } from './categories'
import { sumKwd, toFils, toKwd } from './money'

/** What a chosen part keeps of its product: enough to show the build while the server is asked again. */
export type SelectedProduct = Pick<
  Product,
  'id' | 'name' | 'nameAr' | 'category' | 'price' | 'picture' | 'retailer' | 'retailerSlug' | 'inStock' | 'listPrice' | 'specs'
>

/** One chosen part. */
export type SelectedComponent = {
  id: string
  product: SelectedProduct
  componentType: Category
  addedAt: Date
  /** The price of one on the day it was chosen, in KWD; nothing when it was not sold then. */
  price: number | null
  /** More than one only in slots that hold several. */
  quantity: number
}

/** What is chosen, slot by slot. A slot that holds several lists them in the order they were chosen. */
export type Components = Partial<Record<Category, SelectedComponent[]>>

/** A build: one slot per kind of part, each empty or filled. */
export type Build = {
  /** Begins with `build-` until the build is saved to an account. */
  id: string
  name: string
  components: Components
  /** The sum of the prices of the days the parts were chosen, in KWD. */
  totalPrice: number
  /** Every required slot is filled. */
  isComplete: boolean
  lastModified: Date
  createdAt: Date
  updatedAt: Date
  templateId?: string
  /** What its owner says about it. */
  description?: string
  version: number
  /** The version in the account that this one is based on; nothing before it is saved there. */
  savedVersion?: number
  tags: string[]
}

/** The name of a build nobody has named. */
export const newBuildName = 'New Build'
/** The name under which a build nobody has named is saved by itself. */
export const autoSavedName = 'Auto-saved Build'
/** How many of one product a slot may hold that takes several. The server's rule. */
export const mostOfOne = 32
/** How many different products a build may hold. The server's rule. */
export const mostParts = 64

const several: readonly Category[] = ['RAM', 'STORAGE', 'CASE_FAN', 'MONITOR']

/** Whether a slot takes several products and several of each. */
export function holdsSeveral(category: Category): boolean {
  return several.includes(category)
}

/** An empty build. */
export function emptyBuild(name = newBuildName, templateId?: string): Build {
  const now = new Date()
  return {
    id: temporaryId(),
    name,
    components: {},
    totalPrice: 0,
    isComplete: false,
    lastModified: now,
    createdAt: now,
    updatedAt: now,
    ...(templateId === undefined ? {} : { templateId }),
    version: 1,
    tags: [],
  }
}

/** An id of a build that no account has. */
export function temporaryId(): string {
  return `build-${crypto.randomUUID()}`
}

/** Whether a build is in no account yet. */
export function isTemporary(id: string): boolean {
  return id.startsWith('build-')
}

/** The build with other parts; totals and completeness follow. */
export function withComponents(build: Build, components: Components): Build {
  const now = new Date()
  return { ...build, components, totalPrice: totalPrice(components), isComplete: isComplete(components), lastModified: now, updatedAt: now }
}

/** A product as a chosen part. */
export function selected(product: SelectedProduct, quantity = 1, addedAt = new Date()): SelectedComponent {
  const { id, name, nameAr, category, price, picture, retailer, retailerSlug, inStock, listPrice, specs } = product
  return {
    id: `${category}-${id}`,
    product: { id, name, nameAr, category, price, picture, retailer, retailerSlug, inStock, listPrice, specs },
    componentType: category,
    addedAt,
    price,
    quantity,
  }
}

/** Every chosen part, in the order of the rows. */
export function chosenParts(components: Components): SelectedComponent[] {
  return slots.flatMap(({ type }) => components[type] ?? [])
}

/** The ids of the chosen parts, each as often as it is bought: as the address of a parts list names them. */
export function chosenIds(components: Components): string[] {
  return chosenParts(components).flatMap((one) => Array<string>(one.quantity).fill(one.product.id))
}

/** The sum of the chosen parts' prices in KWD. */
export function totalPrice(components: Components): number {
  return sumKwd(chosenParts(components).map((one) => timesKwd(one.price ?? 0, one.quantity)))
}

/**
 * The price of one chosen part today, in KWD: none where it cannot be bought. Before the server has answered it is the price
 * of the day the part was chosen.
 */
export function priceToday({ product, price }: SelectedComponent, today: ReadonlyMap<string, Pick<Product, 'price' | 'inStock'>> | undefined): number | null {
  if (!today) return price
  const now = today.get(product.id)
  return now?.inStock ? now.price : null
}

/** An amount several times. */
export function timesKwd(amount: number, times: number): number {
  return toKwd(toFils(amount) * times)
}

/** Whether every required slot is filled. */
export function isComplete(components: Components): boolean {
  return requiredDone(components) === requiredSlots.length
}

/** How many of the required slots are filled. */
export function requiredDone(components: Components): number {
  return requiredSlots.filter((slot) => components[slot.type]?.length).length
}

/** Where the next choice goes: beside what is there, or in the place of one part. */
export type ChoiceTarget = { category: Category; replaces: string | null }

/**
 * The products a part of one kind has to fit: all that are chosen for other slots, and of its own slot those that stay
 * beside it.
 */
export function otherParts(components: Components, category: Category, target: ChoiceTarget | null = null): string[] {
  const stays = (one: SelectedComponent) => holdsSeveral(category) && target?.category === category && one.product.id !== target.replaces
  return chosenParts(components)
    .filter((one) => one.componentType !== category || stays(one))
    .map((one) => one.product.id)
    .toSorted()
}

/** The build as the server takes it. */
export function wireComponents(components: Components): Record<string, { productId: string; quantity: number }[]> {
  return Object.fromEntries(
    Object.entries(components).map(([slot, parts]) => [slot, parts.map((one) => ({ productId: one.product.id, quantity: one.quantity }))]),
  )
}

/** Reads a build that was stored or came from outside: dates are rebuilt, slots without a product emptied, totals counted anew. */
export function readBuild(stored: unknown): Build | null {
  if (!isRecord(stored)) return null
  const fresh = emptyBuild()
  const createdAt = readDate(stored.createdAt)
  return {
    ...withComponents(fresh, readComponents(stored.components)),
    id: readText(stored.id, fresh.id),
    name: readText(stored.name, newBuildName),
    createdAt,
    updatedAt: readDate(stored.updatedAt),
    lastModified: readDate(stored.lastModified),
    ...(typeof stored.templateId === 'string' ? { templateId: stored.templateId } : {}),
    ...(typeof stored.description === 'string' ? { description: stored.description.slice(0, 1000) } : {}),
    ...(typeof stored.savedVersion === 'number' ? { savedVersion: stored.savedVersion } : {}),
    version: typeof stored.version === 'number' ? stored.version : 1,
    tags: Array.isArray(stored.tags) ? stored.tags.filter((tag) => typeof tag === 'string') : [],
  }
}

function readComponents(stored: unknown): Components {
  const components: Components = {}
  if (!isRecord(stored)) return components
  let left = mostParts
  for (const [slot, value] of Object.entries(stored)) {
    const type = parseCategory(slot)
    if (!type || !slots.some((info) => info.type === type)) continue
    const parts = (Array.isArray(value) ? value : [value]).flatMap((one) => readPart(one, type) ?? [])
    const kept = (holdsSeveral(type) ? parts : parts.slice(0, 1)).slice(0, left)
    left -= kept.length
    if (kept.length > 0) components[type] = kept
  }
  return components
}

function readPart(stored: unknown, slot: Category): SelectedComponent | null {
  if (!isRecord(stored) || !isRecord(stored.product)) return null
  const { product } = stored
  if (typeof product.id !== 'string' || typeof product.name !== 'string' || product.category !== slot) return null
  const known = {
    nameAr: null, price: null, picture: null, retailer: null, retailerSlug: null, inStock: false, listPrice: null, specs: {},
    ...product,
  } as SelectedProduct
  const part = selected(known, readQuantity(stored.quantity, slot), readDate(stored.addedAt))
  return { ...part, price: typeof stored.price === 'number' && stored.price >= 0 ? stored.price : null }
}

/** A quantity that the slot can hold; 1 where none makes sense. */
export function readQuantity(value: unknown, slot: Category): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) return 1
  return holdsSeveral(slot) ? Math.min(value, mostOfOne) : 1
}

function readText(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, 200) : otherwise
}

function readDate(value: unknown): Date {
  const date = value instanceof Date ? value : new Date(typeof value === 'string' ? value : Number.NaN)
  return Number.isNaN(date.getTime()) ? new Date() : date
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
