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
/** Group and format of each fact by its key, in the order of the table. */
export const formats = new Map(
  Object.entries(keysByGroup).flatMap(([group, keys]) =>
    Object.entries(keys).map(
      ([key, unit]) => [key as SpecKey, { group: group as SpecGroup, unit: unit as SpecUnit }] as const,
    ),
  ),
)

/** Whether a fact has a name in the texts. */
export function isSpecKey(key: string): key is SpecKey {
  return formats.has(key as SpecKey)
}

const TRANSLATABLE: readonly SpecKey[] = ['color', 'psuModularity', 'coolerType', 'sidePanel']

/** Whether a fact's values are words that can be translated. */
export function isTranslatable(key: SpecKey): boolean {
  return TRANSLATABLE.includes(key)
}

/** Returns the format of a fact. */
export function specUnit(key: SpecKey): SpecUnit {
  return formats.get(key)?.unit ?? 'plain'
}
