import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { Offer, Product } from '~/api/wire'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { categoryInfo } from '~/lib/categories'
import { splitKwd } from '~/lib/money'
import { cheapestDelivered, cheapestWithTabby } from '~/lib/product/offers'
import { priceDrop } from '~/lib/product/priceDrop'
import { BuildButton } from '~/lib/product/BuildButton'
import { Chip } from '~/ui/Chip'
import { classNames } from '~/ui/classNames'
import { FavoriteButton } from '~/lib/product/FavoriteButton'
import { Name, useProductName } from '~/ui/ProductName'
import { PartPicture } from '~/ui/PartPicture'
import { Price } from '~/ui/Price'
import { DropChip } from '~/ui/product/DropChip'
import { RetailerLabel, useRetailerName, useRetailers } from '~/ui/RetailerLabel'
import { Stars } from '~/ui/product/Stars'
import { useCanCheckFit } from '~/lib/product/useBuildStatus'
import { checkedAt } from '~/lib/product/checked'
import { ShopCardButton } from '~/lib/shopCard/ShopCardButton'
import { isOffered } from '~/lib/product/isOffered'
import { PriceAlertButton } from './PriceAlertButton'
import styles from './Product.module.css'
import { useReplacementTotals } from './useReplacementTotals'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'

const FitChip = lazyPiece(
  withTexts(['browsing'], () => import('~/lib/fit/FitLine')),
  'FitChip',
  renderNothing,
)

const PictureStrip = lazyPiece(() => import('./PictureStrip'), 'PictureStrip', renderNothing)

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
  return (
    <div className={classNames(styles.photo, drawn ? styles.drawn : styles.pictured)}>
      <div className={styles.picture}>
        <PartPicture product={product} place="photo" loading="first" onDrawing={() => setDrawn(true)} />
      </div>
      {drawn && <span className={styles.caption}>{t('product.drawing')}</span>}
      {!drawn && product.picture && (
        <Suspense>
          <PictureStrip product={product} picture={product.picture} />
        </Suspense>
      )}
    </div>
  )
}

function BuyBox({ product, offers }: { product: Product; offers: Offer[] }) {
  const { t } = useText()
  const isSoldOut = !isOffered(product)
  return (
    <div className={styles.buy}>
      {product.price === null ? (
        <div>
          <p className={styles.notSold}>{t('product.notSoldTitle')}</p>
          <p className={styles.sub}>{t('product.notSoldText')}</p>
        </div>
      ) : (
        <LowestPrice product={product} price={product.price} offers={offers} />
      )}
      <div className={styles.buyActions}>
        {/* A sold-out product can only be waited for: that is the next step then. */}
        {isSoldOut && <PriceAlertButton product={product} waits />}
        <BuildButton product={product} filled={!isSoldOut} />
        {!isSoldOut && <PriceAlertButton product={product} />}
        {product.inStock && product.price !== null && <ShowShop product={product} price={product.price} />}
      </div>
    </div>
  )
}

/** The lowest price with its delivery, at the retailer that asks it. */
function LowestPrice({ product, price, offers }: { product: Product; price: number; offers: Offer[] }) {
  const { t, format } = useText()
  const cheapest = cheapestDelivered(offers)
  const drop = priceDrop(product)
  const elsewhere = product.preOrder
    ? 'product.lowestPreOrder'
    : product.stockUnknown
      ? 'product.lowestUnknown'
      : 'product.lowestOut'
  return (
    <div>
      <p className={styles.label}>
        {t(
          product.inStock
            ? cheapest?.deliveryFee === null
              ? 'product.lowestNowBefore'
              : 'product.lowestNow'
            : elsewhere,
        )}
      </p>
      <div className={styles.amount}>
        <Price
          value={cheapest?.deliveredPrice ?? price}
          size="xl"
          best={product.inStock}
          unavailable={!isOffered(product)}
        />
        {drop !== null && <DropChip percent={drop} />}
      </div>
      <p className={styles.sub}>
        {cheapest ? (
          <RetailerLabel slug={cheapest.offer.retailerSlug} name={cheapest.offer.retailer} />
        ) : (
          product.retailerSlug && <RetailerLabel slug={product.retailerSlug} name={product.retailer} />
        )}
        {cheapest && cheapest.deliveryFee === 0 && <span>{t('product.freeDelivery')}</span>}
        {cheapest && cheapest.deliveryFee !== null && cheapest.deliveryFee > 0 && (
          <span>
            {t('product.priceAndFee', {
              price: format.money(cheapest.offer.price),
              fee: format.money(cheapest.deliveryFee),
            })}
          </span>
        )}
      </p>
      <Payments offers={offers} />
    </div>
  )
}

/** Opens the card for a shop's counter: the cheapest price without delivery, as a shopper who is there pays. */
function ShowShop({ product, price }: { product: Product; price: number }) {
  const { t } = useText()
  const productName = useProductName()
  const retailerName = useRetailerName()
  const retailer = useRetailers()(product.retailerSlug)
  return (
    <ShopCardButton
      label={t('product.showShop')}
      content={{
        title: productName(product),
        prices: [
          {
            kind: 'cheapest',
            amount: price,
            shops: [retailerName(product.retailerSlug, product.retailer)],
            isDelivered: false,
          },
        ],
        checkedAt: checkedAt(product.checked, retailer),
        link: product.url,
        of: 'offer',
      }}
    />
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
