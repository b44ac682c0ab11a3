import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { ButtonAnchor } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Price } from '~/ui/Price'
import styles from '../shared/Admin.module.css'
import { RetailerByName, useRetailerNameByEnglish } from '../shared/RetailerByName'
import type { PriceDifference } from './priceDifferences'

/** The price of each retailer, cheapest first. */
export function PriceRetailers({ row: { productId, productName, retailers } }: { row: PriceDifference }) {
  const { t } = useText()
  const retailerName = useRetailerNameByEnglish()
  return (
    <div className={styles.changes}>
      <Link to="/product/$productId" params={{ productId }}>
        <bdi dir="auto">{productName}</bdi>
      </Link>
      <ul aria-label={t('admin.prices.breakdown', { name: productName })} className={styles.retailers}>
        {retailers
          .toSorted((a, b) => a.price - b.price)
          .map(({ retailer, price, inStock, url }) => (
            <li key={`${retailer} ${url}`}>
              <RetailerByName name={retailer} />
              <Price value={price} unavailable={!inStock} />
              <Chip kind={inStock ? 'ok' : 'fact'}>{t(inStock ? 'stock.in' : 'stock.out')}</Chip>
              <ButtonAnchor
                small
                kind="quiet"
                after="out"
                href={url}
                target="_blank"
                rel="noopener nofollow"
                aria-label={t('admin.prices.openAt', { shop: retailerName(retailer) })}
              >
                {t('admin.open')}
              </ButtonAnchor>
            </li>
          ))}
      </ul>
    </div>
  )
}
