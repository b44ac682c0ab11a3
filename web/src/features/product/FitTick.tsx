import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { isSpecKey, type SpecKey } from '~/lib/product/specs'
import { fitKind, useFit } from '~/lib/fit/useFit'
import { Icon } from '~/ui/Icon'
import { useSpecText } from '~/lib/product/useSpecText'
import styles from './SpecTable.module.css'

/** Result of the compatibility check beside a fact that decides it, with the value that it was compared with. */
export function FitTick({ product, fact }: { product: Pick<Product, 'id'>; fact: SpecKey }) {
  const { t } = useText()
  const comparedFact = useFit(product)?.facts?.find(({ key }) => key === fact)
  const valueText = useComparedValueText()
  if (!comparedFact) return null
  const kind = fitKind(comparedFact.outcome)
  const fitText = t(`fit.${kind}`, { value: valueText(comparedFact.against, comparedFact.unit, fact) })
  return (
    <span className={styles.fit} data-kind={kind} title={fitText}>
      <Icon name={kind === 'ok' ? 'check' : kind} size="s" />
      <span className="sr">{fitText}</span>
    </span>
  )
}

type ComparedValue = NonNullable<NonNullable<ReturnType<typeof useFit>>['facts']>[number]['against']

/** Returns a function that words the other part's value with its unit. */
function useComparedValueText(): (value: ComparedValue, unit: string | null, fact: SpecKey) => string {
  const { t, format } = useText()
  const specText = useSpecText()
  return (value, unit, fact) => {
    if (typeof value === 'number') {
      const number = format.decimal(value)
      if (unit === 'mm' || unit === 'W') return t(unit === 'mm' ? 'unit.mm' : 'unit.w', { value: number })
      return unit && /^(GB|MT\/s|Gb\/s)$/.test(unit) ? `${number} ${unit}` : number
    }
    return isSpecKey(fact) ? specText(fact, value) : String(value)
  }
}
