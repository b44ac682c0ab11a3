import { MAX_PAGE, MAX_RATING, TIERS } from '~/api/limits'
import { parseCategory } from './categories'
import { isSpecKey, type SpecKey } from '~/lib/product/specs'
import { escapeCommas, readTexts } from './urlSearch'

/** The named orders of a listing without words; with words there is `relevance` too. */
export const sorts = [
  'popularity',
  'price_asc',
  'price_desc',
  'delivered_asc',
  'name_asc',
  'name_desc',
  'drop',
  'rating',
] as const

/** The orders by the price for each unit of a measure: per GB, per watt, per core, per point of an index. */
export const valueSorts = ['value_gaming', 'value_rendering', 'value_cores', 'value_capacity', 'value_watts'] as const

/** An order by the price for each unit of a measure. */
export type ValueSort = (typeof valueSorts)[number]

/** An order by a fact that listings filter by. */
export type SpecSort = `spec.${string}.${'asc' | 'desc'}`

/** An order with a name of its own. */
export type NamedSort = (typeof sorts)[number] | ValueSort | 'relevance'

/** The order of a listing. */
export type Sort = NamedSort | SpecSort

type SpecFilters = { [key: `spec.${string}` | `-spec.${string}`]: string[] | undefined }

/** A listing's whole state, as in the URL. An absent field has its default value. */
export type ListingSearch = {
  q?: string
  /** Known categories by their name; unknown ones as they were written, so that the page can report them. */
  category?: string[]
  manufacturer?: string[]
  retailer?: string[]
  /** Values to leave out; those of facts are in `-spec.<key>`. */
  '-category'?: string[]
  '-manufacturer'?: string[]
  '-retailer'?: string[]
  minPrice?: number
  maxPrice?: number
  /** Price classes (`TIERS`). */
  tier?: string[]
  /** Only products in stock are shown unless this is false. */
  inStock?: false
  /** Only products of retailers that take instalments by Tabby. */
  tabby?: true
  minRating?: number
  /** Words of the query to be searched literally, without interpretation. */
  literal?: string[]
  /** Category and landing pages hide parts that do not fit the build unless this is false. */
  fit?: false
  sort?: Sort
  page?: number
} & SpecFilters

/**
 * Reads the search from a URL. Invalid numbers, switches and orders are left out, so that a link does not break because
 * of them. Unknown names of categories, manufacturers and retailers, and words and bounds that a fact lacks, stay: the page says
 * that nothing is found with them, and offers to remove them.
 */
export function readListingSearch(raw: Record<string, unknown>): ListingSearch {
  const search: ListingSearch = {
    q: readText(raw.q),
    category: readCategories(raw.category),
    manufacturer: readTexts(raw.manufacturer),
    retailer: readTexts(raw.retailer),
    '-category': readCategories(raw['-category']),
    '-manufacturer': readTexts(raw['-manufacturer']),
    '-retailer': readTexts(raw['-retailer']),
    minPrice: readAmount(raw.minPrice),
    maxPrice: readAmount(raw.maxPrice),
    tier: readTexts(raw.tier)?.filter((name) => (TIERS as readonly string[]).includes(name)),
    inStock: readFlag(raw.inStock) === false ? false : undefined,
    tabby: readFlag(raw.tabby) === true ? true : undefined,
    minRating: readNumberBetween(raw.minRating, 1, MAX_RATING),
    // Words of the query, which may hold a comma: "under 1,000 kd".
    literal: readTexts(raw.literal, false),
    fit: readFlag(raw.fit) === false ? false : undefined,
    sort: readSort(raw.sort),
    page: readPage(raw.page),
  }
  const { minPrice, maxPrice } = search
  if (Number(minPrice) > Number(maxPrice)) [search.minPrice, search.maxPrice] = [maxPrice, minPrice]
  for (const key of Object.keys(raw)) {
    if (isSpecParameter(key)) search[key] = isBound(key) ? readBound(raw[key]) : readTexts(raw[key])
    if (isExcludedSpecParameter(key)) search[key] = readTexts(raw[key])
  }
  for (const low of Object.keys(search).filter(isLowerBound)) {
    const high = low.replace('.min', '.max') as typeof low
    if (Number(search[low]) > Number(search[high])) [search[low], search[high]] = [search[high], search[low]]
  }
  return withoutEmpty(search)
}

const isBound = (key: string) => /\.m(in|ax)$/.test(key)
const isLowerBound = (key: string): key is `spec.${string}` => key.endsWith('.min')

/** Returns the first value if it is a number in digits. */
function readBound(value: unknown): string[] | undefined {
  const text = readTexts(value)?.[0]
  return text && /^\d+(\.\d+)?$/.test(text) ? [text] : undefined
}

/** Whether a parameter filters by a fact: `spec.socket`, `spec.length.max`. */
export function isSpecParameter(key: string): key is `spec.${string}` {
  const name = /^spec\.([a-zA-Z0-9]+)(\.min|\.max)?$/.exec(key)?.[1]
  return name !== undefined && isSpecKey(name)
}

/** Whether a parameter leaves out values of a fact: `-spec.color`. */
export function isExcludedSpecParameter(key: string): key is `-spec.${string}` {
  return key.startsWith('-') && isSpecParameter(key.slice(1)) && !isBound(key)
}

/** Whether an order is by a fact. */
export function isSpecSort(sort: Sort): sort is SpecSort {
  return sort.startsWith('spec.')
}

/** Whether an order is by the price for each unit of a measure. */
export function isValueSort(sort: string | undefined): sort is ValueSort {
  return valueSorts.some((name) => name === sort)
}

/** Returns the fact and the direction of an order by a fact. */
export function readSpecSort(sort: string | undefined): { key: SpecKey; descending: boolean } | undefined {
  const [, key, direction] = /^spec\.([a-zA-Z0-9]+)\.(asc|desc)$/.exec(sort ?? '') ?? []
  return key !== undefined && isSpecKey(key) ? { key, descending: direction === 'desc' } : undefined
}

/** Returns the search of a landing page: its own filter, and the filters in its query string. */
export function withLanding(
  search: ListingSearch,
  { parameter, value }: { parameter: string; value: string },
): ListingSearch {
  return { ...search, [parameter]: [value] }
}

/** Returns the search without its filters: the words, their literal parts, the fit and the order stay. */
export function withoutFilters(search: ListingSearch): ListingSearch {
  return withoutEmpty({ q: search.q, fit: search.fit, sort: search.sort, literal: search.literal })
}

/**
 * Returns the api's parameters for one page of a listing. `inStock` is sent unless it is false, because true is the
 * web's default. `partsToFit`: the build's products that the listed ones should fit, each as `id` or
 * `id:quantity`.
 */
export function toApiParameters(
  search: ListingSearch,
  limit: number,
  partsToFit: string[] = [],
): Record<string, unknown> {
  const { inStock, page, fit, ...rest } = search
  const escaped = Object.entries(rest).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.map(escapeCommas) : value,
  ])
  return {
    ...Object.fromEntries(escaped),
    ...(fit !== false && partsToFit.length > 0 ? { compatibleWith: partsToFit } : {}),
    ...(inStock === false ? {} : { inStock: true }),
    page: page ?? 1,
    limit,
  }
}

/** Removes undefined values and empty lists, so that equal searches are equal objects. */
export function withoutEmpty(search: ListingSearch): ListingSearch {
  const entries = Object.entries(search).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(entries) as ListingSearch
}

function readSort(value: unknown): Sort | undefined {
  const text = readText(value)
  const named = [...sorts, ...valueSorts, 'relevance' as const].find((name) => name === text)
  return named ?? (readSpecSort(text) ? (text as SpecSort) : undefined)
}

function readText(value: unknown): string | undefined {
  const one: unknown = Array.isArray(value) ? value[0] : value
  if (typeof one !== 'string') return undefined
  return one.trim().slice(0, 200) || undefined
}

function readFlag(value: unknown): boolean | undefined {
  const one: unknown = Array.isArray(value) ? value[0] : value
  if (one === true || one === 'true') return true
  return one === false || one === 'false' ? false : undefined
}

function readCategories(value: unknown): string[] | undefined {
  return readTexts(value)?.map((one) => parseCategory(one) ?? one)
}

function readNumberBetween(value: unknown, min: number, max: number): number | undefined {
  const number = typeof value === 'number' ? value : Number(readText(value) ?? Number.NaN)
  return Number.isFinite(number) && number >= min && number <= max ? number : undefined
}

/** The highest amount that the api accepts, in KWD. */
const MAX_AMOUNT = 1_000_000

function readAmount(value: unknown): number | undefined {
  const number = readNumberBetween(value, 0, Infinity)
  return number === undefined ? undefined : Math.min(Math.round(number * 1000) / 1000, MAX_AMOUNT)
}

function readPage(value: unknown): number | undefined {
  const page = readNumberBetween(value, 1, MAX_PAGE)
  return page === undefined || page < 2 ? undefined : Math.floor(page)
}
