import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { Offer, Product } from '~/api/wire'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { categoryInfo } from '~/lib/categories'
import { splitKwd } from '~/lib/money'
import { cheapestDelivered, cheapestWithTabby } from './offers'
import { priceDrop } from '~/lib/product/priceDrop'
import { BuildButton } from '~/lib/product/BuildButton'
import { Chip } from '~/ui/Chip'
import { classNames } from '~/ui/classNames'
import { FavoriteButton } from '~/lib/product/FavoriteButton'
import { Name } from '~/ui/ProductName'
import { PartPicture } from '~/ui/PartPicture'
import { Price } from '~/ui/Price'
import { DropChip } from '~/ui/product/DropChip'
import { RetailerLabel, useRetailerName } from '~/ui/RetailerLabel'
import { Stars } from '~/ui/product/Stars'
import { useCanCheckFit } from '~/lib/product/useBuildStatus'
import { PriceAlertButton } from './PriceAlertButton'
import styles from './Product.module.css'
import { useReplacementTotals } from './useReplacementTotals'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'

const FitChip = lazyPiece(
  withTexts(['browsing'], () => import('~/lib/fit/FitLine')),
  'FitChip',
  renderNothing,
)

/** The top of the page: the part and its price first. */
export function ProductHero({ product, offers }: { product: Product; offers: Offer[] }) {
  const { t, format } = useText()
  const info = categoryInfo(product.category)
  const partNumber = product.specs.partNumber
  const canCheckFit = useCanCheckFit(product)
  return (
    <div className={styles.hero}>
      <Photo product={product} />
      <div className={styles.info}>
        <div className={styles.row}>
          <Chip icon={info.icon}>{t(`category.${product.category}.one`)}</Chip>
          <Chip>
            <bdi dir="auto">{product.manufacturer}</bdi>
          </Chip>
          <Suspense>{canCheckFit && <FitChip product={product} />}</Suspense>
          <FavoriteButton product={product} />
        </div>
        <h1>
          <Name product={product} />
        </h1>
        <div className={styles.row}>
          {product.rating !== null && product.reviewCount > 0 && (
            <span>
              <Stars value={product.rating} /> <b dir="ltr">{format.decimal(product.rating)}</b>{' '}
              <a href="#reviews">
                {t('product.reviews', { count: product.reviewCount, n: format.count(product.reviewCount) })}
              </a>
            </span>
          )}
          {typeof partNumber === 'string' && (
            <span className={styles.dim} title={t('product.partNumber')}>
              <bdi dir="ltr">{partNumber}</bdi>
            </span>
          )}
        </div>
        <BuyBox product={product} offers={offers} />
        <Impact product={product} />
      </div>
    </div>
  )
}

function Photo({ product }: { product: Product }) {
  const { t } = useText()
  const [drawn, setDrawn] = useState(!product.picture)
  const drop = priceDrop(product)
  return (
    <div className={classNames(styles.photo, drawn && styles.drawn)}>
      <div className={styles.picture}>
        <PartPicture product={product} place="photo" eager onDrawing={() => setDrawn(true)} />
      </div>
      {drop !== null && <DropChip percent={drop} />}
      {drawn && <span className={styles.caption}>{t('product.drawing')}</span>}
    </div>
  )
}

function BuyBox({ product, offers }: { product: Product; offers: Offer[] }) {
  const { t, format } = useText()
  const cheapest = cheapestDelivered(offers)
  return (
    <div className={styles.buy}>
      {product.price === null ? (
        <div>
          <p className={styles.notSold}>{t('product.notSoldTitle')}</p>
          <p className={styles.sub}>{t('product.notSoldText')}</p>
        </div>
      ) : (
        <div>
          <p className={styles.label}>{t(product.inStock ? 'product.lowestNow' : 'product.lowestOut')}</p>
          <Price
            value={cheapest?.offer.price ?? product.price}
            size="xl"
            best={product.inStock}
            unavailable={!product.inStock}
          />
          <p className={styles.sub}>
            {cheapest ? (
              <RetailerLabel slug={cheapest.offer.retailerSlug} name={cheapest.offer.retailer} />
            ) : (
              product.retailerSlug && <RetailerLabel slug={product.retailerSlug} name={product.retailer} />
            )}
            {cheapest && cheapest.deliveryFee === 0 && <span>{t('product.freeDelivery')}</span>}
            {cheapest && cheapest.deliveryFee !== null && cheapest.deliveryFee > 0 && (
              <span>{t('product.delivered', { amount: format.money(cheapest.deliveredPrice) })}</span>
            )}
          </p>
          <Payments offers={offers} />
        </div>
      )}
      <div className={styles.buyActions}>
        <BuildButton product={product} filled />
        <PriceAlertButton product={product} />
      </div>
    </div>
  )
}

/**
 * Four payments for the cheapest offer of a retailer with Tabby; the retailer is named, because the payments are of its
 * price.
 */
function Payments({ offers }: { offers: Offer[] }) {
  const { t, format } = useText()
  const retailerName = useRetailerName()
  const tabbyOffer = cheapestWithTabby(offers)?.offer
  if (!tabbyOffer) return null
  return (
    <p className={styles.sub}>
      {t('product.payments', {
        n: '4',
        amount: format.money(splitKwd(tabbyOffer.price, 4)[0] ?? 0),
        shop: retailerName(tabbyOffer.retailerSlug, tabbyOffer.retailer),
      })}
    </p>
  )
}

/** The build's total today, and with this product in place of the one that it would replace. */
function Impact({ product }: { product: Product }) {
  const { t, format } = useText()
  const totals = useReplacementTotals(product)
  if (!totals) return null
  return (
    <p className={styles.impact}>
      {t('product.impactUp', { from: format.money(totals.from), to: format.money(totals.to) })}{' '}
      <Link to="/">{t('nav.builder')}</Link>
    </p>
  )
}
