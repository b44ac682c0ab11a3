import { Link } from '@tanstack/react-router'
import { useContext, useState, type ReactNode } from 'react'
import { useText } from '~/i18n/useText'
import type { BudgetProduct, BuildOption, PricedBuild } from '~/lib/budgetBuilds'
import type { BuildUse } from '~/lib/budgetInput'
import { PartThumb } from '~/ui/PartPicture'
import { Price } from '~/ui/Price'
import { Name } from '~/ui/ProductName'
import { RetailerLabel } from '~/ui/RetailerLabel'
import styles from './BuildFor.module.css'
import { categoryName } from './categoryName'
import { FixedPartsContext } from './fixedPartsContext'
import { Pieces } from './Pieces'
import { useGainText } from './useGainText'

/** The products that a response names, by id. */
export type Products = ReadonlyMap<string, BudgetProduct>
type Part = PricedBuild['parts'][number]
type SwapsOfBuild = { list: BuildOption['swaps']; index: number; use: BuildUse }
type PartRowsProps = {
  build: Pick<PricedBuild, 'parts'>
  products: Products
  /** The swaps of the parts, with the index of the build and its use. */
  swaps?: SwapsOfBuild
  /** More about a part, below it. */
  renderNote?: (part: Part) => ReactNode
}

/** The parts, each with its retailer and price; a button shows its swaps. */
export function PartRows({ build, products, swaps, renderNote }: PartRowsProps) {
  const { t } = useText()
  const [shown, setShown] = useState<string | null>(null)
  const fixedParts = useContext(FixedPartsContext)
  return (
    <ul className={styles.parts}>
      {build.parts.map((part) => {
        const product = products.get(part.productId)
        const partSwaps = swaps?.list.filter((swap) => swap.from === part.productId) ?? []
        if (!product) return null
        const isShown = shown === part.productId
        return (
          <li key={part.productId}>
            <div className={styles.part}>
              <PartThumb product={{ ...product, specs: {} }} />
              <div className={styles.partWords}>
                {/* The name below may be cut, so the number stands here. */}
                <small>
                  {t(categoryName(part.category))}
                  <Pieces quantity={part.quantity} />
                </small>
                <Link to="/product/$productId" params={{ productId: part.productId }} dir="auto">
                  <Name product={product} />
                </Link>
                <small>{part.owned ? t('budget.owned') : <RetailerLabel slug={part.retailer} />}</small>
              </div>
              <div className={styles.partMoney}>
                <Price value={part.price} />
                {partSwaps.length > 0 && (
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
                {fixedParts && !part.owned && (
                  <button
                    type="button"
                    className={styles.link}
                    aria-pressed={fixedParts.isFixed(part.productId)}
                    aria-label={t('budget.keepNamed', { part: product.name })}
                    onClick={() => fixedParts.toggle(part.productId)}
                  >
                    {t(fixedParts.isFixed(part.productId) ? 'budget.kept' : 'budget.keep')}
                  </button>
                )}
              </div>
            </div>
            {renderNote?.(part)}
            {isShown && swaps && <Swaps swaps={{ ...swaps, list: partSwaps }} products={products} />}
          </li>
        )
      })}
    </ul>
  )
}

function Swaps({ swaps: { list, index, use }, products }: { swaps: SwapsOfBuild; products: Products }) {
  const { t, format } = useText()
  const gainText = useGainText(use)
  return (
    <ul className={styles.swaps}>
      {list.map((swap) => {
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
            <span>{gainText(swap.indexChange, index)}</span>
          </li>
        )
      })}
    </ul>
  )
}
