import { Link } from '@tanstack/react-router'
import { memo, Suspense } from 'react'
import type { Product } from '~/api/wire'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { MAX_COMPARED, useCompare } from './compareStore'
import { usePreferences } from '~/lib/preferences'
import { priceDrop } from './priceDrop'
import { BuildButton, BuildImpact } from './BuildButton'
import { classNames } from '~/ui/classNames'
import { DropChip } from '~/ui/product/DropChip'
import { FavoriteButton } from './FavoriteButton'
import { Checkbox } from '~/ui/Field'
import { Name, useProductName } from '~/ui/ProductName'
import { PartPicture } from '~/ui/PartPicture'
import { OldPrice, Price } from '~/ui/Price'
import styles from './ProductCard.module.css'
import { RetailerLabel } from '~/ui/RetailerLabel'
import { Sparkline } from '~/ui/product/Sparkline'
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

type ProductCardProps = { product: Product; row?: boolean; eager?: boolean }

/**
 * A product as a card, or as a row of a list: the part and its price first. Memoised: an unchanged card does not render
 * again.
 */
export const ProductCard = memo(function ProductCard({ product, row = false, eager = false }: ProductCardProps) {
  const { t } = useText()
  const status = useBuildStatus(product)
  const delivered = usePreferences((state) => state.delivered)
  const drop = priceDrop(product)
  const fell = drop !== null
  return (
    <article className={classNames(styles.card, row && styles.row, status === 'current' && styles.now)}>
      <div className={styles.stage}>
        <div className={styles.picture}>
          <PartPicture product={product} place="card" eager={eager} />
        </div>
        {drop !== null && <DropChip percent={drop} className={styles.drop} />}
        <FavoriteButton product={product} className={styles.favorite} />
      </div>
      <div className={styles.body}>
        <h3 className={styles.title}>
          <Link to="/product/$productId" params={{ productId: product.id }} dir="auto" className={styles.name}>
            <Name product={product} />
          </Link>
        </h3>
        <Facts product={product} />
        <Fit product={product} />
        <div className={styles.money}>
          <div>
            {delivered && product.price !== null ? (
              <p className={styles.delivered}>
                {t(product.deliveredPrice === null ? 'card.deliveryUnknown' : 'card.delivered')}
              </p>
            ) : (
              product.price !== null &&
              (product.listPrice ?? 0) > product.price && <OldPrice value={product.listPrice ?? 0} />
            )}
            <Price
              value={(delivered ? product.deliveredPrice : null) ?? product.price}
              size="lg"
              best={fell && product.inStock}
              unavailable={!product.inStock}
            />
          </div>
          <Sparkline prices={product.trend} fell={fell} />
        </div>
        <WhereToBuy product={product} />
        <div className={styles.action}>
          <BuildButton product={product} />
        </div>
        <div className={styles.foot}>
          <CompareBox product={product} />
          <BuildImpact product={product} />
        </div>
      </div>
    </article>
  )
})

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
  return (
    <div className={styles.where}>
      {product.retailerCount > 0 ? (
        <span className={styles.retailers}>
          <RetailerLabel
            slug={delivered ? product.deliveredRetailerSlug : product.retailerSlug}
            name={delivered ? product.deliveredRetailer : product.retailer}
          />
          {others > 0 && (
            <span className={styles.dim}>{t('card.more', { count: others, n: format.count(others) })}</span>
          )}
        </span>
      ) : (
        <span className={styles.dim}>{t('card.notSold')}</span>
      )}
      <span className={styles.retailers}>
        {product.rating !== null && product.reviewCount > 0 && <Rating value={product.rating} />}
        {product.retailerCount > 0 && <Stock stock={product.inStock ? 'in' : 'out'} />}
      </span>
    </div>
  )
}

function CompareBox({ product }: { product: Product }) {
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
      <span aria-hidden="true">{t('card.compare')}</span>
    </label>
  )
}
