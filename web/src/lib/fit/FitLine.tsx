import { useText } from '~/i18n/useText'
import { Chip } from '~/ui/Chip'
import { classNames } from '~/ui/classNames'
import styles from './Fit.module.css'
import { fitKind, useFit, useFitWords, useNeedsCard, type FitProduct } from './useFit'
import { Icon } from '~/ui/Icon'

type FitProps = { product: FitProduct }

/** Returns a product's fit in words; where it fits but a video card is needed as well, a neutral note about that. */
function useSaid(
  product: FitProduct,
): { kind: 'ok' | 'warning' | 'error' | 'unknown' | 'needs'; text: string } | undefined {
  const { t } = useText()
  const fit = useFit(product)
  const words = useFitWords()
  const needsCard = useNeedsCard(product)
  if (!fit) return undefined
  const kind = fitKind(fit.outcome)
  return needsCard && kind === 'ok' ? { kind: 'needs', text: t('fit.needsCard') } : { kind, text: words(fit) }
}

const icons = { ok: 'check', needs: 'info', warning: 'warning', error: 'error', unknown: 'unknown' } as const

/** Result of the compatibility check in a few words, for cards and rows. */
export function FitLine({ product }: FitProps) {
  const said = useSaid(product)
  if (!said) return null
  return (
    <span className={classNames(styles.line, styles[said.kind])} title={said.text}>
      <Icon name={icons[said.kind]} size="s" />
      <span>{said.text}</span>
    </span>
  )
}

/** Result of the compatibility check as a chip. */
export function FitChip({ product }: FitProps) {
  const said = useSaid(product)
  if (!said) return null
  return (
    <Chip kind={said.kind === 'needs' ? 'fact' : said.kind} icon={icons[said.kind]}>
      {said.text}
    </Chip>
  )
}
