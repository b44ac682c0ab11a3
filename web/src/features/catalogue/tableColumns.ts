import type { Category, Facet, Product } from '~/api/wire'
import type { Sort } from '~/lib/listingSearch'
import { betterSpecs, type SpecKey } from '~/lib/product/specs'

/** The facts that are columns of a category's table, most useful first. */
export const tableSpecs: Record<Category, SpecKey[]> = {
  CPU: ['cores', 'boostClock', 'socket', 'tdp', 'integratedGraphics', 'l3Cache'],
  CPU_COOLER: ['coolerType', 'radiatorSize', 'coolerHeight', 'maxNoise', 'fanSize', 'color'],
  MOTHERBOARD: ['socket', 'motherboardChipset', 'formFactor', 'ramType', 'memorySlots', 'm2Slots'],
  RAM: ['ramCapacity', 'ramType', 'ramSpeed', 'casLatency', 'modules', 'color'],
  STORAGE: ['storageCapacity', 'type', 'interface', 'readSpeed', 'storageFormFactor', 'writeSpeed'],
  GPU: ['gpuChipset', 'gpuVram', 'tdp', 'length', 'memoryType', 'boostClock'],
  CASE: ['caseFormFactor', 'maxGpuLength', 'maxCoolerHeight', 'color', 'sidePanel', 'volume'],
  PSU: ['psuWattage', 'psuEfficiency', 'psuModularity', 'formFactor', 'atxVersion', 'color'],
  MONITOR: ['screenSize', 'resolution', 'refreshRate', 'panelType', 'responseTime', 'adaptiveSync'],
  CASE_FAN: ['fanSize', 'fanQuantity', 'maxAirflow', 'maxNoise', 'pwm', 'color'],
  KEYBOARD: ['keyboardSize', 'switchType', 'connection', 'layout', 'wireless', 'color'],
  MOUSE: ['maxDpi', 'weight', 'connection', 'sensor', 'buttons', 'color'],
  HEADSET: ['connection', 'driverSize', 'microphone', 'weight', 'wireless', 'color'],
  OTHER: ['color', 'partNumber'],
}

/** Columns beside the facts. Browsers store these names as the chosen columns, so they stay. */
export const otherColumns = ['unitPrice', 'fit', 'shops', 'trend'] as const

/** A column that can be chosen. */
export type ColumnKey = SpecKey | (typeof otherColumns)[number]

/** Fact and unit of the price per unit, for categories where it is useful; the column names the unit. */
const units: Partial<Record<Category, { key: SpecKey; unit: 'GB' | 'TB' | 'W' | 'core'; per: number }>> = {
  CPU: { key: 'cores', unit: 'core', per: 1 },
  RAM: { key: 'ramCapacity', unit: 'GB', per: 1 },
  STORAGE: { key: 'storageCapacity', unit: 'TB', per: 1000 },
  PSU: { key: 'psuWattage', unit: 'W', per: 1 },
  GPU: { key: 'gpuVram', unit: 'GB', per: 1 },
}

/** Returns the unit of a category's price per unit; undefined where there is none. */
export function findUnit(category: Category | undefined) {
  return category && units[category]?.unit
}

/** Returns the price per unit in KWD; null where it is not known. */
export function unitPrice({ category, price, specs }: Pick<Product, 'category' | 'price' | 'specs'>): number | null {
  const unit = units[category]
  const amount = unit && specs[unit.key]
  if (price === null || !unit || typeof amount !== 'number' || amount <= 0) return null
  return price / (amount / unit.per)
}

/** Number of facts shown before the user chooses columns. */
const DEFAULT_FACT_COLUMNS = 4

/** Returns every column of a category, in order. Mixed products have no fact columns. */
export function listColumns(category: Category | undefined): ColumnKey[] {
  const specs = category ? tableSpecs[category] : []
  return [...specs, ...otherColumns.filter((column) => column !== 'unitPrice' || findUnit(category))]
}

/** Returns the shown columns: the chosen ones, or the first facts and all other columns. */
export function chooseColumns(category: Category | undefined, chosen: string[] | undefined): ColumnKey[] {
  const all = listColumns(category)
  if (chosen) return all.filter((column) => chosen.includes(column))
  const hidden = category ? tableSpecs[category].slice(DEFAULT_FACT_COLUMNS) : []
  return all.filter((column) => !(hidden as ColumnKey[]).includes(column))
}

/** Facts of the tables that the server sorts by without counting them: `searched` in config/search/facets.toml. */
const uncounted: Partial<Record<Category, SpecKey[]>> = {
  CPU: ['l3Cache'],
  CPU_COOLER: ['maxNoise'],
  GPU: ['tdp'],
  CASE: ['volume'],
  CASE_FAN: ['maxNoise', 'maxAirflow'],
}

/** Returns the orders of a column's first and second press; null where the server cannot sort by it. */
export function toColumnSorts(
  column: ColumnKey | 'name' | 'price',
  facets: Record<string, Facet>,
  category: Category | undefined,
): [Sort, Sort?] | null {
  if (column === 'name') return ['name_asc', 'name_desc']
  if (column === 'price') return ['price_asc', 'price_desc']
  if (column === 'trend') return ['drop']
  if (column === 'unitPrice' || column === 'fit' || column === 'shops') return null
  const isUncounted = category !== undefined && uncounted[category]?.includes(column)
  if (!isUncounted && !(`spec.${column}` in facets)) return null
  const [up, down] = [`spec.${column}.asc`, `spec.${column}.desc`] as const
  return betterSpecs[column] === 1 ? [down, up] : [up, down]
}
