import { Link } from '@tanstack/react-router'
import { useContext, useId, useState } from 'react'
import { useText } from '~/i18n/useText'
import { categoryName } from './categoryName'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Name } from '~/ui/ProductName'
import { PartThumb } from '~/ui/PartPicture'
import { Price } from '~/ui/Price'
import { RetailerLabel } from '~/ui/RetailerLabel'
import type { BudgetProduct, BuildOption, PricedBuild } from '~/lib/budgetBuilds'
import styles from './BuildFor.module.css'
import { KeepContext } from './keepContext'
import { useOpenInBuilder } from './useOpenInBuilder'

type Products = ReadonlyMap<string, BudgetProduct>
type BuildOptionCardProps = { option: BuildOption; products: Products; name: string }

/** One build: its name, price, index and parts with their swaps, and a button that opens it in the builder. */
export function BuildOptionCard({ option, products, name }: BuildOptionCardProps) {
  const { t, format, language } = useText()
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
      {option.unchecked.length > 0 && (
        <p className={styles.note}>
          {t('budget.unchecked', {
            rules: format.list(option.unchecked.map((rule) => (language === 'ar' ? rule.nameAr : rule.name))),
          })}
        </p>
      )}
      {!option.optimal && <p className={styles.note}>{t('budget.notProved')}</p>}
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
        onClick={() => void open(option, name)}
      >
        {t('budget.open')}
      </Button>
    </article>
  )
}

/** The performance index and its two terms, for graphics and processor. None of them is a frame rate. */
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

type PartRowsProps = { build: PricedBuild; products: Products; swaps: BuildOption['swaps'] }

/** The parts, each with its retailer and price; a button shows its swaps. */
export function PartRows({ build, products, swaps }: PartRowsProps) {
  const { t } = useText()
  const [shown, setShown] = useState<string | null>(null)
  const keeping = useContext(KeepContext)
  return (
    <ul className={styles.parts}>
      {build.parts.map((part) => {
        const product = products.get(part.productId)
        const own = swaps.filter((swap) => swap.from === part.productId)
        if (!product) return null
        const isShown = shown === part.productId
        return (
          <li key={part.productId}>
            <div className={styles.part}>
              <PartThumb product={{ ...product, specs: {} }} />
              <div className={styles.partWords}>
                <small>{t(categoryName(part.category))}</small>
                <Link to="/product/$productId" params={{ productId: part.productId }} dir="auto">
                  <Name product={product} />
                </Link>
                <small>{part.owned ? t('budget.owned') : <RetailerLabel slug={part.retailer} />}</small>
              </div>
              <div className={styles.partMoney}>
                <Price value={part.price} />
                {own.length > 0 && (
                  <button
                    type="button"
                    className={styles.link}
                    aria-expanded={isShown}
                    aria-label={t('budget.swapNamed', { part: product.name })}
                    onClick={() => setShown(isShown ? null : part.productId)}
                  >
                    {t('budget.swap')}
                  </button>
                )}
                {keeping && !part.owned && (
                  <button
                    type="button"
                    className={styles.link}
                    aria-pressed={keeping.isKept(part.productId)}
                    aria-label={t('budget.keepNamed', { part: product.name })}
                    onClick={() => keeping.toggle(part.productId)}
                  >
                    {t(keeping.isKept(part.productId) ? 'budget.kept' : 'budget.keep')}
                  </button>
                )}
              </div>
            </div>
            {isShown && <Swaps swaps={own} products={products} />}
          </li>
        )
      })}
    </ul>
  )
}

function Swaps({ swaps, products }: { swaps: BuildOption['swaps']; products: Products }) {
  const { t, format } = useText()
  return (
    <ul className={styles.swaps}>
      {swaps.map((swap) => {
        const product = products.get(swap.to)
        if (!product) return null
        return (
          <li key={swap.to}>
            <Link to="/product/$productId" params={{ productId: swap.to }} dir="auto">
              <Name product={product} />
            </Link>
            <span>
              <bdi dir="ltr">{format.difference(swap.priceChange)}</bdi> {t('money.kwd')}
            </span>
            <span>{t('budget.swapIndex', { change: signed(swap.indexChange) })}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** A change of the index with its sign. */
function signed(change: number): string {
  const rounded = Math.round(change * 10) / 10
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${Math.abs(rounded)}`
}
