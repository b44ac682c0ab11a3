import type { Product, SpecValue } from '~/api/wire'
import { isolate } from '~/i18n'
import { useText } from '~/i18n/useText'
import { cardSpecs } from './cardSpecs'
import { isTranslatable, specUnit, type SpecKey, type SpecWord } from './specs'

/** Returns a function that formats a fact's value with its unit in the reader's language. */
export function useSpecText(): (key: SpecKey, value: SpecValue) => string {
  const { t, format, language } = useText()
  const plain = (value: string | number) => isolate(typeof value === 'number' ? format.decimal(value) : value, language)
  /** Translates colours and similar values; a value without a translation stays as the manufacturer writes it. */
  const word = (key: SpecKey, value: string) => {
    const fans = key === 'cooling' ? /^(\d+) Fans?$/.exec(value)?.[1] : undefined
    if (fans !== undefined) return t('unit.fanCount', { count: Number(fans), n: format.count(Number(fans)) })
    return (isTranslatable(key) && t(`specWord.${value as SpecWord}`, { defaultValue: '' })) || plain(value)
  }
  return (key, value) => {
    if (typeof value === 'boolean') return t(value ? 'filters.yes' : 'filters.no')
    if (Array.isArray(value)) return value.map((one) => word(key, one)).join(language === 'ar' ? '، ' : ', ')
    const unit = specUnit(key)
    const number = typeof value === 'number' ? value : Number(value)
    if (!Number.isFinite(number)) return typeof value === 'string' ? word(key, value) : plain(value)
    if (key === 'cores') return t('unit.cores', { value: format.count(number) })
    if (key === 'releaseYear') return plain(String(number))
    switch (unit) {
      case 'mm':
      case 'w':
      case 'ms':
      case 'g':
      case 'litres':
        return t(`unit.${unit}`, { value: format.decimal(number) })
      case 'gb':
        return plain(`${format.decimal(number)} GB`)
      case 'storage':
        return plain(number >= 1000 ? `${format.decimal(number / 1000)} TB` : `${format.decimal(number)} GB`)
      case 'clock':
        return plain(number < 20 ? `${number.toFixed(1)} GHz` : `${number} MHz`)
      case 'plain':
        return plain(value)
      default:
        return plain(`${format.decimal(number)}${unit}`)
    }
  }
}

/** Number of facts that fit on a card or in a row. */
const MAX_FACTS_SHOWN = 3

/** Returns a function that lists a product's key facts, most useful first. Facts that belong together are joined. */
export function useKeyFacts(): (product: Pick<Product, 'category' | 'specs'>) => string[] {
  const { t, format, language } = useText()
  const specText = useSpecText()
  const latin = (value: string) => isolate(value, language)

  function fact(key: SpecKey, specs: Product['specs']): string | null {
    const value = specs[key]
    if (value === undefined || value === null) return null
    const { memoryType, modules, moduleCapacity, ramSpeed } = specs
    if (key === 'gpuVram' && typeof memoryType === 'string') return latin(`${String(value)} GB ${memoryType}`)
    if (key === 'ramCapacity' && typeof modules === 'number' && typeof moduleCapacity === 'number') {
      return latin(`${String(value)} GB (${modules}×${moduleCapacity})`)
    }
    if (key === 'ramType' && typeof ramSpeed === 'number') return latin(`${String(value)}-${ramSpeed}`)
    if (key === 'casLatency') return latin(`CL${String(value)}`)
    if (key === 'maxGpuLength' && typeof value === 'number') return t('unit.reach', { value: format.decimal(value) })
    if (key === 'maxDpi' && typeof value === 'number') return latin(`${format.count(value)} DPI`)
    // A card has no room for the names of facts: these are said with their noun, or not at all.
    if (key === 'microphone') return value === true ? t('unit.withMicrophone') : null
    if (key === 'buttons' && typeof value === 'number')
      return t('unit.buttonCount', { count: value, n: format.count(value) })
    if (key === 'fanQuantity' && typeof value === 'number')
      return t('unit.fanCount', { count: value, n: format.count(value) })
    return specText(key, value)
  }

  return ({ category, specs }) =>
    cardSpecs[category]
      .map((key) => fact(key, specs ?? {}))
      .filter((one) => one !== null)
      .slice(0, MAX_FACTS_SHOWN)
}
