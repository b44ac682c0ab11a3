import { useText } from '~/i18n/useText'
import { isSpecKey } from '~/lib/product/specs'

const derived = [
  'cpuGeneration',
  'watts',
  'epsConnectors',
  'pcieGeneration',
  'displayRate',
  'pictureRate',
  'pciePlugs',
  'radiatorPlaces',
  'adapterPlugs',
  'bestM2Generation',
  'drives',
  'ratedRamSpeed',
  'requiredWatts',
  'usualModuleClearance',
] as const

/** Returns a function that names a spec, or a fact that the rules derive, in the reader's language. */
export function useFactName(): (key: string) => string {
  const { t } = useText()
  return (key) => {
    const own = derived.find((name) => name === key)
    if (own) return t(`fact.${own}`)
    return isSpecKey(key) ? t(`spec.${key}`) : key
  }
}
