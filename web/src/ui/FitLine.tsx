import type { Product } from '~/api/wire'
import { Chip } from './Chip'
import { classNames } from './classNames'
import styles from './Fit.module.css'
import { fitKind, useFit, useFitWords } from './fits'
import { Icon } from './Icon'

type FitProps = { product: Pick<Product, 'id'> }

/** Whether a product fits the build, in a few words: for cards and rows. */
export function FitLine({ product }: FitProps) {
  const fit = useFit(product)
  const words = useFitWords()
  if (!fit) return null
  const kind = fitKind(fit.outcome)
  return (
    <span className={classNames(styles.line, styles[kind])} title={words(fit)}>
      <Icon name={kind === 'ok' ? 'check' : kind} size="s" />
      <span>{words(fit)}</span>
    </span>
  )
}

/** The same as a chip. */
export function FitChip({ product }: FitProps) {
  const fit = useFit(product)
  const words = useFitWords()
  if (!fit) return null
  const kind = fitKind(fit.outcome)
  return (
    <Chip kind={kind} icon={kind === 'ok' ? 'check' : kind}>
      {words(fit)}
    </Chip>
  )
}
