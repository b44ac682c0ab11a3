import type { Category, Product, SpecValue } from '~/api/wire'
import type words from '~/i18n/en.json'
import type en from '~/i18n/specs.en.json'

/** A fact the web has a name for. */
export type SpecKey = keyof (typeof en)['spec']

/** A value that is told in the reader's words. */
export type SpecWord = keyof (typeof words)['specWord']

/** The parts of a specification table. */
export type SpecGroup = keyof (typeof en)['specGroup']

/** How a value is written: a unit that is translated, a suffix that is not, or an own form. */
export type SpecUnit = 'mm' | 'w' | 'ms' | 'g' | 'litres' | 'gb' | 'storage' | 'clock' | 'plain' | `${' ' | '"'}${string}`

const group = (name: SpecGroup, keys: Partial<Record<SpecKey, SpecUnit>>) =>
  Object.entries(keys).map(([key, unit]) => [key as SpecKey, { group: name, unit }] as const)

/** Where each fact stands and how it is written, in the order of the table. */
const table = new Map([
  ...group('main', {
    cpuChipset: 'plain', gpuChipset: 'plain', gpuChipsetFull: 'plain', chipsetManufacturer: 'plain', generation: 'plain', microarchitecture: 'plain',
    socket: 'plain', socketRevision: 'plain', motherboardChipset: 'plain', cores: 'plain', threads: 'plain', performanceCores: 'plain', efficiencyCores: 'plain',
    coolerType: 'plain', coolerSockets: 'plain', caseFormFactor: 'plain', caseSupportedFormFactors: 'plain', casePsuFormFactors: 'plain',
    storageCapacity: 'storage', storageFormFactor: 'plain', type: 'plain', psuWattage: 'w', psuEfficiency: 'plain', psuModularity: 'plain',
    screenSize: '"', resolution: 'plain', panelType: 'plain', aspectRatio: 'plain', curved: 'plain', layout: 'plain', keyboardSize: 'plain', switchType: 'plain',
    sensor: 'plain', maxDpi: 'plain', buttons: 'plain', driverSize: 'mm', microphone: 'plain', surround: 'plain', fanQuantity: 'plain',
  }),
  ...group('memory', {
    gpuVram: 'gb', memoryType: 'plain', memoryBus: ' bit', ramType: 'plain', ramCapacity: 'gb', modules: 'plain', moduleCapacity: 'gb', memorySlots: 'plain',
    maxRamCapacity: 'gb', maxRamSpeed: ' MT/s', memoryChannels: 'plain', l3Cache: ' MB', cache: ' MB', ecc: 'plain', registered: 'plain', profiles: 'plain',
  }),
  ...group('speed', {
    baseClock: 'clock', boostClock: 'clock', ramSpeed: ' MT/s', casLatency: 'plain', timings: 'plain', readSpeed: ' MB/s', writeSpeed: ' MB/s',
    refreshRate: ' Hz', responseTime: 'ms', adaptiveSync: 'plain', brightness: ' nit', hdr: 'plain', maxRpm: ' RPM', maxNoise: ' dB(A)', maxAirflow: ' CFM',
    staticPressure: ' mmH₂O', flowDirection: 'plain',
  }),
  ...group('size', {
    formFactor: 'plain', length: 'mm', slotWidth: 'plain', coolerHeight: 'mm', radiatorSize: 'mm', fanSize: 'mm', moduleHeight: 'mm', m2Size: 'plain',
    maxGpuLength: 'mm', maxCoolerHeight: 'mm', maxPsuLength: 'mm', psuLength: 'mm', radiatorSupport: 'plain', volume: 'litres', weight: 'g',
  }),
  ...group('power', {
    tdp: 'w', maxPower: 'w', coolerTdp: 'w', suggestedPsu: 'w', includedPsuWattage: 'w', voltage: ' V', pcie6pin: 'plain', pcie8pin: 'plain', pcie16pin: 'plain',
    noPowerConnector: 'plain', cpuPower: 'plain', eps8pin: 'plain', sataPower: 'plain', atxVersion: 'plain',
  }),
  ...group('connections', {
    interface: 'plain', pcieX16Slots: 'plain', m2Slots: 'plain', sataPorts: 'plain', videoOutputs: 'plain', connectors: 'plain', ethernet: 'plain', wifi: 'plain',
    wifiStandard: 'plain', connector: 'plain', pwm: 'plain', connection: 'plain', wireless: 'plain', expansionSlots: 'plain', bays35: 'plain', bays25: 'plain',
    backConnect: 'plain', biosFlashback: 'plain', integratedGraphics: 'plain', integratedGraphicsModel: 'plain',
  }),
  ...group('other', {
    cooling: 'plain', fanless: 'plain', includesCooler: 'plain', lighting: 'plain', rgb: 'plain', color: 'plain', sidePanel: 'plain', packaging: 'plain',
    releaseYear: 'plain', partNumber: 'plain',
  }),
])

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
