import { useText } from '~/i18n/useText'
import { findBestSaving, type Suggestion } from './suggestions'

/** Returns a function that counts suggestions in a sentence, with the sum that the best one saves. */
export function useSuggestionCount(): (suggestions: Suggestion[]) => string {
  const { t, format } = useText()
  return (suggestions) => {
    const number = { count: suggestions.length, n: format.count(suggestions.length) }
    const best = findBestSaving(suggestions)
    if (!best) return t('swap.count', number)
    return t('swap.countSave', {
      ...number,
      amount: format.money(best.saving),
      part: t(`category.${best.category}.one`),
    })
  }
}
