import type { Category, Product, SpecValue } from '~/api/wire'
import type words from '~/i18n/en.json'
import type en from '~/i18n/specs.en.json'
import specTable from './specTable.json'

/** A fact the web has a name for. */
export type SpecKey = keyof (typeof en)['spec']

/** A value that is told in the reader's words. */
export type SpecWord = keyof (typeof words)['specWord']

/** The parts of a specification table. */
export type SpecGroup = keyof (typeof en)['specGroup']

/** How a value is written: a unit that is translated, a suffix that is not, or an own form. */
export type SpecUnit = 'mm' | 'w' | 'ms' | 'g' | 'litres' | 'gb' | 'storage' | 'clock' | 'plain' | `${' ' | '"'}${string}`

// In a file of its own: the server writes the same table into a page for readers without scripts.
/** Where each fact stands and how it is written, in the order of the table. */
const keysByGroup: Record<SpecGroup, Partial<Record<SpecKey, string>>> = specTable
const table = new Map(
  Object.entries(keysByGroup).flatMap(([group, keys]) => Object.entries(keys).map(([key, unit]) => [key as SpecKey, { group: group as SpecGroup, unit: unit as SpecUnit }] as const)),
)

/** Whether the web has a name for a fact. */
export function isSpecKey(key: string): key is SpecKey {
  return table.has(key as SpecKey)
}

const worded: readonly SpecKey[] = ['color', 'psuModularity', 'coolerType', 'sidePanel']

/** Whether a fact's values are words that a language has its own for. */
export function hasWords(key: SpecKey): boolean {
  return worded.includes(key)
}

/** How a fact is written. */
export function specUnit(key: SpecKey): SpecUnit {
  return table.get(key)?.unit ?? 'plain'
}

/** One fact of a product, ready for a table. */
export type SpecRow = { key: SpecKey; value: SpecValue }

/** A product's facts by group, both in the table's order. Facts without a name are left out. */
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

/** The facts a card shows, most telling first; the first three that are known are taken. */
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

/** Facts of which more is better (1) or less is better (-1), where everybody would agree. */
export const betterSpecs: Partial<Record<SpecKey, 1 | -1>> = {
  cores: 1, threads: 1, boostClock: 1, baseClock: 1, l3Cache: 1, gpuVram: 1, memoryBus: 1, ramCapacity: 1, ramSpeed: 1, casLatency: -1,
  storageCapacity: 1, readSpeed: 1, writeSpeed: 1, psuWattage: 1, refreshRate: 1, responseTime: -1, brightness: 1, maxNoise: -1, maxAirflow: 1,
  m2Slots: 1, memorySlots: 1, sataPorts: 1, maxRamCapacity: 1, maxGpuLength: 1, maxCoolerHeight: 1, maxDpi: 1, staticPressure: 1,
}
