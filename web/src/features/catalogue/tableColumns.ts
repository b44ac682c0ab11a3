import type { Category, Facet } from '~/api/wire'
import type { Sort, ValueSort } from '~/lib/listingSearch'
import { betterSpecs } from '~/lib/product/betterSpecs'
import type { SpecKey } from '~/lib/product/specs'
import { findUnit, listValueSorts } from '~/lib/product/unitPrice'

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
export const otherColumns = ['unitPrice', 'gamingPrice', 'renderingPrice', 'fit', 'shops', 'trend'] as const

/** A column that can be chosen. */
export type ColumnKey = SpecKey | (typeof otherColumns)[number]

/** A column of prices per unit, which the column names. */
export type PriceColumn = 'unitPrice' | 'gamingPrice' | 'renderingPrice'

/** The orders that columns of prices per unit show; of several the one that the category has. */
const priceColumns: Record<PriceColumn, ValueSort[]> = {
  unitPrice: ['value_capacity', 'value_watts', 'value_cores'],
  gamingPrice: ['value_gaming'],
  renderingPrice: ['value_rendering'],
}

/** Whether a column is of prices per unit. */
export function isPriceColumn(column: ColumnKey | 'name' | 'price'): column is PriceColumn {
  return column in priceColumns
}

/** Returns the order by a column of prices per unit; undefined where the category lacks the measure. */
export function findValueSort(column: PriceColumn, category: Category | undefined): ValueSort | undefined {
  return listValueSorts(category).find((sort) => priceColumns[column].includes(sort))
}

/** Returns the unit of a column of prices per unit; undefined where the category lacks the measure. */
export function findColumnUnit(column: PriceColumn, category: Category | undefined) {
  const sort = findValueSort(column, category)
  return sort && findUnit(category, sort)
}

/** Number of facts shown before the user chooses columns. */
const DEFAULT_FACT_COLUMNS = 4

/** Returns every column of a category, in order. Mixed products have no fact columns. */
export function listColumns(category: Category | undefined): ColumnKey[] {
  const specs = category ? tableSpecs[category] : []
  const has = (column: ColumnKey) => !isPriceColumn(column) || findValueSort(column, category) !== undefined
  return [...specs, ...otherColumns.filter(has)]
}

/** Columns that are shown only if the user chooses them or orders by them. */
const seldomColumns: ColumnKey[] = ['gamingPrice', 'renderingPrice']

/**
 * Returns the shown columns: the chosen ones, or the first facts and all other columns; with them the prices per unit
 * that the listing is ordered by.
 */
export function chooseColumns(
  category: Category | undefined,
  chosen: string[] | undefined,
  sort?: ValueSort,
): ColumnKey[] {
  const facts: ColumnKey[] = category ? tableSpecs[category].slice(DEFAULT_FACT_COLUMNS) : []
  const hidden = [...facts, ...seldomColumns]
  const isOrder = (column: ColumnKey) => sort && isPriceColumn(column) && findValueSort(column, category) === sort
  return listColumns(category).filter(
    (column) => isOrder(column) || (chosen ? chosen.includes(column) : !hidden.includes(column)),
  )
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
  if (isPriceColumn(column)) {
    const sort = findValueSort(column, category)
    return sort ? [sort] : null
  }
  if (column === 'fit' || column === 'shops') return null
  const isUncounted = category !== undefined && uncounted[category]?.includes(column)
  if (!isUncounted && !(`spec.${column}` in facets)) return null
  const [up, down] = [`spec.${column}.asc`, `spec.${column}.desc`] as const
  return betterSpecs[column] === 1 ? [down, up] : [up, down]
}
