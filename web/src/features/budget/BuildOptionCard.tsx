import { useId } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Price } from '~/ui/Price'
import type { BuildOption, PricedBuild } from '~/lib/budgetBuilds'
import { BuildNotes } from './BuildNotes'
import styles from './BuildFor.module.css'
import { PartRows, type Products } from './PartRows'
import { useOpenInBuilder } from './useOpenInBuilder'

type BuildOptionCardProps = { option: BuildOption; products: Products; name: string }

/** One build: its name, price, index and parts with their swaps, and a button that opens it in the builder. */
export function BuildOptionCard({ option, products, name }: BuildOptionCardProps) {
  const { t, format } = useText()
  const heading = useId()
  const { open, opening, failure } = useOpenInBuilder()
  const share = option.largestShare
  const largest = share && products.get(share.productId)
  return (
    <article className={styles.card} aria-labelledby={heading}>
      <header className={styles.cardHead}>
        <h2 id={heading}>{name}</h2>
        <Chip kind={option.kind === 'best' ? 'accent' : undefined}>
          {t(`budget.kinds.${option.kind as 'best'}.text`)}
        </Chip>
      </header>
      <p className={styles.total}>
        <Price value={option.total} size="xl" best={option.kind === 'best'} />
        <span>{option.deliveryKnown ? t('budget.delivered') : t('budget.deliveryUnknown')}</span>
      </p>
      <Estimates build={option} />
      <PartRows build={option} products={products} swaps={option.swaps} />
      {share && largest && (
        <p className={styles.note}>{t('budget.share', { part: largest.name, percent: format.count(share.percent) })}</p>
      )}
      <BuildNotes option={option} />
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

/**
 * The utility index of the whole build, and the estimated performance of its graphics card and of its processor (100 is
 * the reference chip's). None of them is a frame rate.
 */
function Estimates({ build: { index, estimates } }: { build: PricedBuild }) {
  const { t, format } = useText()
  const { graphics, processor } = estimates
  return (
    <dl className={styles.estimates} title={t('budget.estimated')}>
      <div>
        <dt>{t('budget.index')}</dt>
        <dd>
          <bdi dir="ltr">{format.decimal(Math.round(index * 10) / 10)}</bdi>
        </dd>
      </div>
      {graphics && (
        <div>
          <dt>{t('budget.graphicsIndex')}</dt>
          <dd>
            <bdi dir="ltr">{format.count(Math.round(graphics.index))}</bdi>
          </dd>
        </div>
      )}
      {processor && (
        <div>
          <dt>{t('budget.processorIndex')}</dt>
          <dd>
            <bdi dir="ltr">{format.count(Math.round(processor.index))}</bdi>
          </dd>
        </div>
      )}
    </dl>
  )
}
