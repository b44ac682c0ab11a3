import type { SpecValue } from '~/api/wire'
import { isolate } from '~/i18n'
import { useText } from '~/i18n/useText'
import { specUnit, type SpecKey } from '~/lib/specs'

/** Writes a fact's value with its unit, as a reader of the language expects it. */
export function useSpecText(): (key: SpecKey, value: SpecValue) => string {
  const { t, format, language } = useText()
  const plain = (value: string | number) => isolate(typeof value === 'number' ? format.decimal(value) : value, language)
  return (key, value) => {
    if (typeof value === 'boolean') return t(value ? 'filters.yes' : 'filters.no')
    if (Array.isArray(value)) return value.map((one) => isolate(one, language)).join(language === 'ar' ? '، ' : ', ')
    const unit = specUnit(key)
    const number = typeof value === 'number' ? value : Number(value)
    if (!Number.isFinite(number)) return plain(value)
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
