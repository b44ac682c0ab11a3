import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { retailersQuery } from '~/api/queries'
import type { Retailer } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { Chip } from '~/ui/Chip'
import { noteClass, Panel } from '~/ui/Panel'
import { Shop } from '~/ui/Shop'
import styles from './Builder.module.css'

/** The compared retailers with their delivery fees. Optional content: left out where it cannot be loaded. */
export function ShopsPanel() {
  const { t } = useText()
  const { data } = useQuery(retailersQuery)
  if (!data || data.retailers.length === 0) return null
  return (
    <Panel title={t('build.shops')} aside={<span className={noteClass}>{t('build.shopsNote')}</span>}>
      <ul className={styles.shops}>
        {data.retailers.map((shop) => (
          <li key={shop.slug}>
            <Link to="/products" search={{ retailer: [shop.slug] }}>
              <Shop slug={shop.slug} name={shop.name} />
            </Link>
            {shop.tabby && <Chip>{t('product.tabby')}</Chip>}
            <Delivery shop={shop} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Delivery({ shop }: { shop: Retailer }) {
  const { t, format } = useText()
  const flat = shop.shipping?.flat ?? null
  const freeOver = shop.shipping?.freeOver ?? null
  if (flat === null && freeOver === null) return null
  return (
    <span className={styles.delivery}>
      {flat === 0 ? t('product.free') : flat !== null && t('product.deliveryFee', { amount: format.money(flat) })}
      {flat !== 0 && freeOver !== null && <small>{t('product.freeOver', { amount: format.money(freeOver) })}</small>}
    </span>
  )
}
