import { useText } from '~/i18n/useText'
import { Chip } from '~/ui/Chip'
import { classNames } from '~/ui/classNames'
import styles from './Fit.module.css'
import { fitKind, useFit, useFitText, useNeedsVideoCard, type FitProduct } from './useFit'
import { Icon } from '~/ui/Icon'

type FitProps = { product: FitProduct }

/** Returns a product's fit in words; where it fits but a video card is needed as well, a neutral note about that. */
function useFitSummary(
  product: FitProduct,
): { kind: 'ok' | 'warning' | 'error' | 'unknown' | 'needs'; text: string } | undefined {
  const { t } = useText()
  const fit = useFit(product)
  const textOf = useFitText()
  const needsVideoCard = useNeedsVideoCard(product)
  if (!fit) return undefined
  const kind = fitKind(fit.outcome)
  return needsVideoCard && kind === 'ok' ? { kind: 'needs', text: t('fit.needsCard') } : { kind, text: textOf(fit) }
}

const icons = { ok: 'check', needs: 'info', warning: 'warning', error: 'error', unknown: 'unknown' } as const

/** Result of the compatibility check in a few words, for cards and rows. */
export function FitLine({ product }: FitProps) {
  const summary = useFitSummary(product)
  if (!summary) return null
  return (
    <span className={classNames(styles.line, styles[summary.kind])} title={summary.text}>
      <Icon name={icons[summary.kind]} size="s" />
      <span>{summary.text}</span>
    </span>
  )
}

/** Result of the compatibility check as a chip. */
export function FitChip({ product }: FitProps) {
  const summary = useFitSummary(product)
  if (!summary) return null
  return (
    <Chip kind={summary.kind === 'needs' ? 'fact' : summary.kind} icon={icons[summary.kind]}>
      {summary.text}
    </Chip>
  )
}
