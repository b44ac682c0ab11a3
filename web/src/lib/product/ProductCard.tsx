import { Link } from '@tanstack/react-router'
import { memo, Suspense, useRef } from 'react'
import type { Product } from '~/api/wire'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { MAX_COMPARED, useCompare } from './compareStore'
import { usePreferences } from '~/lib/preferences'
import { useIsNear } from '~/lib/useIsNear'
import { checkedAt, isOld } from './checked'
import { isOffered, stockOf } from './isOffered'
import { priceDrop } from './priceDrop'
import { PriceVerdictWord } from './lazyPriceVerdict'
import type { ValueSort } from '~/lib/listingSearch'
import { BuildButton, BuildImpact } from './BuildButton'
import { classNames } from '~/ui/classNames'
import { CheckedAgo } from '~/ui/product/CheckedAgo'
import { DropChip } from '~/ui/product/DropChip'
import { FavoriteButton } from './FavoriteButton'
import { Checkbox } from '~/ui/Field'
import { Name, useProductName } from '~/ui/ProductName'
import { PartPicture, type PictureLoading } from '~/ui/PartPicture'
import { OldPrice, Price } from '~/ui/Price'
import styles from './ProductCard.module.css'
import { RetailerLabel, useRetailers } from '~/ui/RetailerLabel'
import { findUnit, unitPrice } from './unitPrice'
import { useKeyFacts } from './useSpecText'
import { Rating } from '~/ui/product/Stars'
import { Stock } from '~/ui/product/Stock'
import { useBuildStatus, useCanCheckFit } from './useBuildStatus'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'

// Loaded only while the build has parts, because only then does the fit matter.
const FitLine = lazyPiece(
  withTexts(['browsing'], () => import('~/lib/fit/FitLine')),
  'FitLine',
  renderNothing,
)

// After the first paint, in space that is reserved: a card is read without it.
const Sparkline = lazyPiece(() => import('~/ui/product/Sparkline'), 'Sparkline', renderNothing)

type ProductCardProps = {
  product: Product
  row?: boolean
  /** Urgency of the picture; one for *later* loads when a thumb has scrolled near to the card. */
  loading?: PictureLoading
  /** The order by value of the listing. */
  valueSort?: ValueSort
}

/**
 * A product as a card, or as a row of a list: the part and its price first. Memoised: an unchanged card does not render
 * again.
 */
export const ProductCard = memo(function ProductCard({
  product,
  row = false,
  loading = 'lazy',
  valueSort,
}: ProductCardProps) {
  const status = useBuildStatus(product)
  const drop = priceDrop(product)
  const frame = useRef<HTMLElement>(null)
  const isNear = useIsNear(frame, { enabled: loading === 'later', margin: '150px' })
  return (
    <article ref={frame} className={classNames(styles.card, row && styles.row, status === 'current' && styles.now)}>
      <div className={styles.stage}>
        <div className={styles.picture}>
          <PartPicture product={product} place="card" loading={loading === 'later' && isNear ? 'lazy' : loading} />
        </div>
        <FavoriteButton product={product} className={styles.favorite} withAlert />
      </div>
      <div className={styles.body}>
        <h3 className={styles.title}>
          <Link to="/product/$productId" params={{ productId: product.id }} dir="auto" className={styles.name}>
            <Name product={product} />
          </Link>
        </h3>
        <Facts product={product} />
        <Fit product={product} />
        {product.priceVerdict && (
          <div className={styles.verdict}>
            <Suspense>
              <PriceVerdictWord verdict={product.priceVerdict} />
            </Suspense>
          </div>
        )}
        <WhereToBuy product={product} />
        {/* On phones the end column of the row. */}
        <div className={styles.end}>
          <div className={styles.money}>
            <Amount product={product} drop={drop} valueSort={valueSort} />
            <Suspense fallback={<span className={styles.trend} />}>
              <Sparkline prices={product.trend} fell={drop !== null} />
            </Suspense>
          </div>
          <div className={styles.action}>
            <BuildButton product={product} />
          </div>
          <div className={styles.foot}>
            <CompareBox product={product} />
            <BuildImpact product={product} />
          </div>
        </div>
      </div>
    </article>
  )
})

type AmountProps = Pick<ProductCardProps, 'product' | 'valueSort'> & { drop: number | null }

/** The price, its drop, and the words that belong to it. */
function Amount({ product, drop, valueSort }: AmountProps) {
  const { t } = useText()
  const delivered = usePreferences((state) => state.delivered)
  const isDelivered = delivered && product.price !== null
  const hasOldPrice = !isDelivered && product.price !== null && (product.listPrice ?? 0) > product.price
  return (
    <div>
      {(drop !== null || isDelivered || hasOldPrice) && (
        <p className={styles.above}>
          {isDelivered && (
            <span className={styles.delivered}>
              {t(product.deliveredPrice === null ? 'card.deliveryUnknown' : 'card.delivered')}
            </span>
          )}
          {hasOldPrice && <OldPrice value={product.listPrice ?? 0} />}
          {drop !== null && <DropChip percent={drop} />}
        </p>
      )}
      <Price
        value={(delivered ? product.deliveredPrice : null) ?? product.price}
        size="lg"
        best={drop !== null && product.inStock}
        unavailable={!isOffered(product)}
      />
      {valueSort && <UnitPrice product={product} sort={valueSort} />}
    </div>
  )
}

/** The price for each unit of the measure that the listing is ordered by. */
function UnitPrice({ product, sort }: { product: Product; sort: ValueSort }) {
  const { t, format } = useText()
  const [unit, price] = [findUnit(product.category, sort), unitPrice(product, sort)]
  return unit && price !== null ? (
    <p className={styles.unitPrice}>{t(`card.per.${unit}`, { price: format.money(price) })}</p>
  ) : null
}

function Facts({ product }: { product: Product }) {
  const { t, language } = useText()
  const facts = useKeyFacts()(product)
  return (
    <ul className={styles.facts}>
      {/* The name is Latin: an Arabic card names the category beside it. */}
      {language === 'ar' && <li className={styles.kind}>{t(`category.${product.category}.one`)}</li>}
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

/** The line of the fit, whose space is reserved until the check has been answered. */
function Fit({ product }: { product: Product }) {
  if (!useCanCheckFit(product)) return null
  return (
    <div className={styles.fit}>
      <Suspense>
        <FitLine product={product} />
      </Suspense>
    </div>
  )
}

function WhereToBuy({ product }: { product: Product }) {
  const { t, format } = useText()
  const delivered = usePreferences((state) => state.delivered) && product.deliveredRetailerSlug !== null
  const others = product.retailerCount - 1
  const slug = delivered ? product.deliveredRetailerSlug : product.retailerSlug
  const checked = checkedAt(delivered ? product.deliveredChecked : product.checked, useRetailers()(slug))
  return (
    <div className={styles.where}>
      {product.retailerCount > 0 ? (
        <span className={styles.retailers}>
          <RetailerLabel slug={slug} name={delivered ? product.deliveredRetailer : product.retailer} />
          {others > 0 && (
            <span className={styles.dim}>{t('card.more', { count: others, n: format.count(others) })}</span>
          )}
        </span>
      ) : (
        <span className={styles.dim}>{t('card.notSold')}</span>
      )}
      <span className={styles.retailers}>
        {product.rating !== null && product.reviewCount > 0 && <Rating value={product.rating} />}
        {product.retailerCount > 0 && (
          <span className={classNames(product.inStock && styles.inStock)}>
            <Stock stock={stockOf(product)} />
          </span>
        )}
      </span>
      {checked !== null && <CheckedAgo at={checked} old={isOld(checked)} className={styles.checked} />}
    </div>
  )
}

/** The box that adds a product to the comparison. `short`: its label is for screen readers only. */
export function CompareBox({ product, short = false }: { product: Product; short?: boolean }) {
  const { t } = useText()
  const productName = useProductName()
  const { products, toggle } = useCompare()
  const ticked = products.some((one) => one.id === product.id)
  const full = !ticked && products.length >= MAX_COMPARED
  return (
    <label className={styles.compare} title={full ? t('card.compareFull') : undefined}>
      <Checkbox
        checked={ticked}
        disabled={full}
        aria-label={t('card.compareName', { name: productName(product) })}
        onChange={() => toggle(product)}
      />
      {!short && <span aria-hidden="true">{t('card.compare')}</span>}
    </label>
  )
}
