import type { Category, Product, SpecValue } from '~/api/wire'
import type words from '~/i18n/en.json'
import type en from '~/i18n/specs.en.json'
import specTable from '~/lib/specTable.json'

/** A fact that has a name in the texts. */
export type SpecKey = keyof (typeof en)['spec']

/** A value that has a translation. */
export type SpecWord = keyof (typeof words)['specWord']

/** The groups of the specification table. */
export type SpecGroup = keyof (typeof en)['specGroup']

/** The format of a value: a translated unit, an untranslated suffix, or a form of its own. */
type SpecUnit = 'mm' | 'w' | 'ms' | 'g' | 'litres' | 'gb' | 'storage' | 'clock' | 'plain' | `${' ' | '"'}${string}`

// The table is in a file of its own, because the server writes the same table into pages for readers without scripts.
/** Group and format of each fact, in the order of the table. */
const keysByGroup: Record<SpecGroup, Partial<Record<SpecKey, string>>> = specTable
const table = new Map(
  Object.entries(keysByGroup).flatMap(([group, keys]) =>
    Object.entries(keys).map(
      ([key, unit]) => [key as SpecKey, { group: group as SpecGroup, unit: unit as SpecUnit }] as const,
    ),
  ),
)

/** Whether a fact has a name in the texts. */
export function isSpecKey(key: string): key is SpecKey {
  return table.has(key as SpecKey)
}

const TRANSLATABLE: readonly SpecKey[] = ['color', 'psuModularity', 'coolerType', 'sidePanel']

/** Whether a fact's values are words that can be translated. */
export function isTranslatable(key: SpecKey): boolean {
  return TRANSLATABLE.includes(key)
}

/** Returns the format of a fact. */
export function specUnit(key: SpecKey): SpecUnit {
  return table.get(key)?.unit ?? 'plain'
}

/** One fact of a product, ready for a table. */
export type SpecRow = { key: SpecKey; value: SpecValue }

/** Returns a product's facts by group, both in the table's order. Facts without a name are left out. */
export function specGroups(specs: Product['specs']): { group: SpecGroup; rows: SpecRow[] }[] {
  const groups = new Map<SpecGroup, SpecRow[]>()
  for (const [key, { group: name }] of table) {
    const value = specs[key]
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue
    const rows = groups.get(name) ?? []
    rows.push({ key, value })
    groups.set(name, rows)
  }
  return [...groups].map(([name, rows]) => ({ group: name, rows }))
}

/** The facts that a card may show, most useful first; a card shows the first three that are known. */
export const cardSpecs: Record<Category, SpecKey[]> = {
  CPU: ['cores', 'socket', 'boostClock', 'tdp'],
  CPU_COOLER: ['coolerType', 'radiatorSize', 'coolerHeight', 'maxNoise'],
  MOTHERBOARD: ['socket', 'motherboardChipset', 'formFactor', 'ramType'],
  RAM: ['ramCapacity', 'ramType', 'casLatency'],
  STORAGE: ['storageCapacity', 'storageFormFactor', 'interface', 'type'],
  GPU: ['gpuVram', 'tdp', 'length', 'gpuChipset'],
  CASE: ['caseFormFactor', 'maxGpuLength', 'volume', 'color'],
  PSU: ['psuWattage', 'psuEfficiency', 'psuModularity', 'formFactor'],
  MONITOR: ['screenSize', 'resolution', 'refreshRate', 'panelType'],
  CASE_FAN: ['fanSize', 'fanQuantity', 'maxAirflow', 'maxNoise'],
  KEYBOARD: ['keyboardSize', 'switchType', 'connection', 'layout'],
  MOUSE: ['maxDpi', 'weight', 'connection', 'buttons'],
  HEADSET: ['driverSize', 'connection', 'microphone', 'weight'],
  OTHER: ['color', 'partNumber'],
}

/** Facts of which a higher (1) or a lower (-1) value is better without doubt. */
export const betterSpecs: Partial<Record<SpecKey, 1 | -1>> = {
  cores: 1,
  threads: 1,
  boostClock: 1,
  baseClock: 1,
  l3Cache: 1,
  gpuVram: 1,
  memoryBus: 1,
  ramCapacity: 1,
  ramSpeed: 1,
  casLatency: -1,
  storageCapacity: 1,
  readSpeed: 1,
  writeSpeed: 1,
  psuWattage: 1,
  refreshRate: 1,
  responseTime: -1,
  brightness: 1,
  maxNoise: -1,
  maxAirflow: 1,
  m2Slots: 1,
  memorySlots: 1,
  sataPorts: 1,
  maxRamCapacity: 1,
  maxGpuLength: 1,
  maxCoolerHeight: 1,
  maxDpi: 1,
  staticPressure: 1,
}
