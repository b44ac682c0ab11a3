import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Offer, Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { totalPrice, useBuild } from '~/lib/buildStore'
import { categoryInfo } from '~/lib/categories'
import { splitKwd, sumKwd } from '~/lib/money'
import { priceDrop } from '~/lib/priceDrop'
import { BuildButton } from '~/ui/BuildButton'
import { Chip } from '~/ui/Chip'
import { classNames } from '~/ui/classNames'
import { FavoriteButton } from '~/ui/FavoriteButton'
import { Name } from '~/ui/Name'
import { PartPicture } from '~/ui/PartPicture'
import { Price } from '~/ui/Price'
import { DropChip } from '~/ui/DropChip'
import { Shop } from '~/ui/Shop'
import { Stars } from '~/ui/Stars'
import { useBuildDifference } from '~/ui/useBuildStatus'
import { PriceAlertButton } from './PriceAlertButton'
import styles from './Product.module.css'

/** The top of the page: the part and its price first. */
export function ProductHero({ product, offers }: { product: Product; offers: Offer[] }) {
  const { t, format } = useText()
  const info = categoryInfo(product.category)
  const partNumber = product.specs.partNumber
  return (
    <div className={styles.hero}>
      <Photo product={product} />
      <div className={styles.info}>
        <div className={styles.row}>
          <Chip icon={info.icon}>{t(`category.${product.category}.one`)}</Chip>
          <Chip>
            <bdi dir="auto">{product.manufacturer}</bdi>
          </Chip>
          <FavoriteButton product={product} />
        </div>
        <h1>
          <Name product={product} />
        </h1>
        <div className={styles.row}>
          {product.rating !== null && product.reviewCount > 0 && (
            <span>
              <Stars value={product.rating} /> <b dir="ltr">{format.decimal(product.rating)}</b>{' '}
              <a href="#reviews">{t('product.reviews', { count: product.reviewCount, n: format.count(product.reviewCount) })}</a>
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
  const tabby = offers.some((offer) => offer.tabby && offer.inStock && offer.price === product.price)
  const quarter = product.price === null ? undefined : splitKwd(product.price, 4)[0]
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
          <Price value={product.price} size="xl" best={product.inStock} dead={!product.inStock} />
          <p className={styles.sub}>
            {product.retailerSlug && <Shop slug={product.retailerSlug} name={product.retailer} />}
            {tabby && quarter !== undefined && <span>{t('product.payments', { n: '4', amount: format.money(quarter) })}</span>}
          </p>
        </div>
      )}
      <div className={styles.buyActions}>
        <BuildButton product={product} filled />
        <PriceAlertButton product={product} />
      </div>
    </div>
  )
}

function Impact({ product }: { product: Product }) {
  const { t, format } = useText()
  const components = useBuild((state) => state.currentBuild.components)
  const difference = useBuildDifference(product)
  if (difference === null || difference === 0) return null
  const total = totalPrice(components)
  return (
    <p className={styles.impact}>
      {t('product.impactUp', { from: format.money(total), to: format.money(sumKwd([total, difference])) })}{' '}
      <Link to="/">{t('nav.builder')}</Link>
    </p>
  )
}
