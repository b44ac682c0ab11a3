import { findRequested, type RequestedProducts } from '~/api/requestedProducts'
import type { Category, Product } from '~/api/wire'
import { categoryInfo, parseCategory, requiredSlots, slots } from './categories'
import { sumKwd, toFils, toKwd } from './money'

/** The part of a product that a chosen part stores: enough to show the build until the server has answered. */
export type SelectedProduct = Pick<
  Product,
  | 'id'
  | 'name'
  | 'nameAr'
  | 'category'
  | 'price'
  | 'picture'
  | 'retailer'
  | 'retailerSlug'
  | 'inStock'
  | 'listPrice'
  | 'specs'
>

/** One chosen part. */
export type SelectedComponent = {
  id: string
  product: SelectedProduct
  componentType: Category
  addedAt: Date
  /** The price of one piece on the day it was chosen, in KWD; null when it was not sold then. */
  price: number | null
  /** More than 1 only in slots that hold several parts. */
  quantity: number
}

/** The chosen parts by slot. A slot that holds several lists them in the order in which they were chosen. */
export type Components = Partial<Record<Category, SelectedComponent[]>>

/** A build: one slot per category, each empty or filled. */
export type Build = {
  /** Begins with `build-` until the build is saved to an account. */
  id: string
  name: string
  components: Components
  /** The sum of the parts' prices on the days they were chosen, in KWD. */
  totalPrice: number
  /** Whether every required slot is filled. */
  isComplete: boolean
  /** When the parts last changed; a new name or description does not count. */
  lastModified: Date
  createdAt: Date
  updatedAt: Date
  templateId?: string
  /** The owner's description. */
  description?: string
  /**
   * Number of the build's version in this browser's history, which `saveVersion` increases. Never sent to the server. A
   * new build begins with 1, a build opened from the account with the account's version. The name is part of the form
   * that is stored in this browser.
   */
  version: number
  /**
   * The account's version on which this build is based; undefined before the first save. A later save sends it as
   * `version`, and the server refuses the save with a 409 if the account has another version with
   * other content by then.
   */
  savedVersion?: number
  tags: string[]
}

/** The name of an untitled build. */
export const newBuildName = 'New Build'
/** The name under which an untitled build is saved automatically. */
export const autoSavedName = 'Auto-saved Build'
/** Maximum quantity of one product in a slot that holds several. The server's rule. */
export const MAX_QUANTITY = 32
/** Maximum number of different products in a build. The server's rule. */
export const MAX_PARTS = 64

/** Whether a slot holds several products, and several pieces of each. */
export function holdsSeveral(category: Category): boolean {
  return categoryInfo(category).holdsSeveral
}

/** Maximum length of a build's name, in UTF-16 units. */
const MAX_NAME = 100

/** Characters that no reader sees, but that turn the text around them. */
const unseen = /[\p{Cc}\u{ad}\u{61c}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}]/gu

/** Returns a build's name from outside, without what no reader sees; undefined where nothing is left. */
export function readBuildName(text: string): string | undefined {
  return text.replace(unseen, ' ').trim().slice(0, MAX_NAME) || undefined
}

/** Returns an empty build. */
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

/** Returns a new id for a build that no account has. */
export function temporaryId(): string {
  return `build-${crypto.randomUUID()}`
}

/** Whether a build is not in an account yet. */
export function isTemporary(id: string): boolean {
  return id.startsWith('build-')
}

/** Returns the build with other parts, and with its total and completeness computed again. */
export function withComponents(build: Build, components: Components): Build {
  // Later than the change before, also within one millisecond: a save compares the times.
  const now = new Date(Math.max(Date.now(), build.lastModified.getTime() + 1))
  return {
    ...build,
    components,
    totalPrice: totalPrice(components),
    isComplete: isComplete(components),
    lastModified: now,
    updatedAt: now,
  }
}

/** Returns a product as a chosen part. */
export function toSelectedComponent(product: SelectedProduct, quantity = 1, addedAt = new Date()): SelectedComponent {
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

/** Returns every chosen part, in the order of the rows. */
export function chosenParts(components: Components): SelectedComponent[] {
  return slots.flatMap(({ type }) => components[type] ?? [])
}

/** Returns the ids of the chosen parts for the address of a parts list: each id once per piece. */
export function chosenIds(components: Components): string[] {
  return listPieces(chosenParts(components).map(({ product: { id }, quantity }) => ({ id, quantity })))
}

/** Returns the ids of parts, each id once per piece. */
export function listPieces(parts: readonly { id: string; quantity: number }[]): string[] {
  return parts.flatMap(({ id, quantity }) => Array<string>(quantity).fill(id))
}

/** Returns the sum of the chosen parts' prices in KWD. */
export function totalPrice(components: Components): number {
  return sumKwd(chosenParts(components).map((one) => multiplyKwd(one.price ?? 0, one.quantity)))
}

/**
 * Returns today's price of one chosen part in KWD; null where it cannot be bought. Before the server has answered,
 * returns the price on the day the part was chosen.
 */
export function priceToday({ product, price }: SelectedComponent, today: RequestedProducts | undefined): number | null {
  if (!today) return price
  const now = findRequested(today, product.id)
  return now?.inStock ? now.price : null
}

/** Multiplies an amount in KWD, in whole fils. */
export function multiplyKwd(amount: number, times: number): number {
  return toKwd(toFils(amount) * times)
}

/** Whether every required slot is filled. */
export function isComplete(components: Components): boolean {
  return countFilledRequired(components) === requiredSlots.length
}

/** Returns the number of filled required slots. */
export function countFilledRequired(components: Components): number {
  return requiredSlots.filter((slot) => components[slot.type]?.length).length
}

/** The target of the next choice: beside the slot's parts (`replaces` is null), or in place of one part. */
export type ChoiceTarget = { category: Category; replaces: string | null }

/**
 * Returns the products that a part of a category must fit: all parts of other slots, and the parts of its own slot that
 * stay beside it. Each is its id or, where the build has several, `id:quantity`.
 */
export function findPartsToFit(
  components: Components,
  category: Category,
  target: ChoiceTarget | null = null,
): string[] {
  const stays = (one: SelectedComponent) =>
    holdsSeveral(category) && target?.category === category && one.product.id !== target.replaces
  return chosenParts(components)
    .filter((one) => one.componentType !== category || stays(one))
    .map(({ product: { id }, quantity }) => (quantity > 1 ? `${id}:${quantity}` : id))
    .toSorted()
}

/** Returns the build's parts in the form of the API. */
export function toWireComponents(components: Components): Record<string, { productId: string; quantity: number }[]> {
  return Object.fromEntries(
    Object.entries(components).map(([slot, parts]) => [
      slot,
      parts.map((one) => ({ productId: one.product.id, quantity: one.quantity })),
    ]),
  )
}

/**
 * Reads a build that was stored or comes from outside: dates are parsed, slots without a product emptied, totals
 * computed again. Returns null where the value is no object.
 */
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
  let remaining = MAX_PARTS
  for (const [slot, value] of Object.entries(stored)) {
    const type = parseCategory(slot)
    if (!type || !slots.some((info) => info.type === type)) continue
    const parts = (Array.isArray(value) ? value : [value]).flatMap((one) => readPart(one, type) ?? [])
    const accepted = (holdsSeveral(type) ? parts : parts.slice(0, 1)).slice(0, remaining)
    remaining -= accepted.length
    if (accepted.length > 0) components[type] = accepted
  }
  return components
}

function readPart(stored: unknown, slot: Category): SelectedComponent | null {
  if (!isRecord(stored) || !isRecord(stored.product)) return null
  const { product } = stored
  if (typeof product.id !== 'string' || typeof product.name !== 'string' || product.category !== slot) return null
  const complete = {
    nameAr: null,
    price: null,
    picture: null,
    retailer: null,
    retailerSlug: null,
    inStock: false,
    listPrice: null,
    specs: {},
    ...product,
  } as SelectedProduct
  const part = toSelectedComponent(complete, readQuantity(stored.quantity, slot), readDate(stored.addedAt))
  return { ...part, price: typeof stored.price === 'number' && stored.price >= 0 ? stored.price : null }
}

/** Returns a quantity that the slot can hold; 1 for an invalid value. */
export function readQuantity(value: unknown, slot: Category): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) return 1
  return holdsSeveral(slot) ? Math.min(value, MAX_QUANTITY) : 1
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
