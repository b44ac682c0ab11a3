import { useText } from '~/i18n/useText'
import type { BuildUse } from '~/lib/budgetInput'

/** Share of the index from which on a gain is no figure any more: a PC without a graphics card gains everything from one. */
const MAX_SHARE = 5
/** Share from which on a gain is said in whole per cent. */
const WHOLE_SHARE = 0.1

/**
 * Returns a function that words a change of the index as a share of the index before, with what it is for: `+6% in games`.
 * Null where a share says nothing. The index itself says nothing to people.
 */
export function useGainText(use: BuildUse): (change: number, before: number) => string | null {
  const { t, format } = useText()
  return (change, before) => {
    const share = before > 0 ? change / before : Number.POSITIVE_INFINITY
    if (share > MAX_SHARE) return null
    const steps = Math.abs(share) < WHOLE_SHARE ? 1000 : 100
    const rounded = Math.round(share * steps) / steps
    if (rounded === 0) return t('budget.sameSpeed')
    const noun = use === 'office' || use === 'rendering' ? use : 'games'
    return t(`budget.gain.${noun}`, { change: format.percentChange(rounded) })
  }
}
