import { useId } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Price } from '~/ui/Price'
import type { BuildOption } from '~/lib/budgetBuilds'
import type { BuildUse } from '~/lib/budgetInput'
import { BuildNotes } from './BuildNotes'
import styles from './BuildFor.module.css'
import type { BuildName } from '~/lib/buildNames'
import { Estimates } from './Estimates'
import { PartRows, type Products } from './PartRows'
import { useOpenInBuilder } from './useOpenInBuilder'

type BuildOptionCardProps = {
  option: BuildOption
  /** Rules that could not be checked, as the page names them above the cards. */
  saidOnce: BuildOption['unchecked']
  products: Products
  /** The kind of the build, by the rules of `nameBuilds`. */
  named: BuildName
  use: BuildUse
}

/** Build: its name, price, index and parts with their swaps, and a button that opens it in the builder. */
export function BuildOptionCard({ option, saidOnce, products, named, use }: BuildOptionCardProps) {
  const { t, format } = useText()
  const heading = useId()
  const name = t(`budget.kinds.${named}.name`)
  const { open, opening, failure } = useOpenInBuilder()
  const share = option.largestShare
  const largest = share && products.get(share.productId)
  return (
    <article className={styles.card} aria-labelledby={heading}>
      <header className={styles.cardHead}>
        <h2 id={heading}>{name}</h2>
        <Chip kind={option.kind === 'best' ? 'accent' : undefined}>{t(`budget.kinds.${named}.text`)}</Chip>
      </header>
      <p className={styles.total}>
        <Price value={option.total} size="xl" best={option.kind === 'best'} />
        <span>{option.deliveryKnown ? t('budget.delivered') : t('budget.deliveryUnknown')}</span>
      </p>
      <Estimates estimates={option.estimates} index={option.index} />
      <PartRows build={option} products={products} swaps={{ list: option.swaps, index: option.index, use }} />
      {share && largest && (
        <p className={styles.note}>{t('budget.share', { part: largest.name, percent: format.count(share.percent) })}</p>
      )}
      <BuildNotes option={option} saidOnce={saidOnce} />
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <Button
        kind={option.kind === 'best' ? 'filled' : 'outline'}
        wide
        disabled={opening}
        aria-label={t('budget.openNamed', { name })}
        onClick={() => open(option, name)}
      >
        {t('budget.open')}
      </Button>
    </article>
  )
}
