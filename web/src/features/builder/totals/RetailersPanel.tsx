import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { retailersQuery } from '~/api/queries'
import type { Retailer } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { Chip } from '~/ui/Chip'
import { noteClass, Panel } from '~/ui/Panel'
import { RetailerLabel } from '~/ui/RetailerLabel'
import styles from '../shared/Builder.module.css'

/** The compared retailers with their delivery fees. Optional content: left out where it cannot be loaded. */
export function RetailersPanel() {
  const { t } = useText()
  const { data } = useQuery(retailersQuery)
  if (!data || data.retailers.length === 0) return null
  return (
    <Panel title={t('build.shops')} aside={<span className={noteClass}>{t('build.shopsNote')}</span>}>
      <ul className={styles.retailers}>
        {data.retailers.map((retailer) => (
          <li key={retailer.slug}>
            <Link to="/products" search={{ retailer: [retailer.slug] }}>
              <RetailerLabel slug={retailer.slug} name={retailer.name} />
            </Link>
            {retailer.tabby && <Chip>{t('product.tabby')}</Chip>}
            <Delivery retailer={retailer} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Delivery({ retailer }: { retailer: Retailer }) {
  const { t, format } = useText()
  const flat = retailer.shipping?.flat ?? null
  const freeOver = retailer.shipping?.freeOver ?? null
  if (flat === null && freeOver === null) return null
  return (
    <span className={styles.delivery}>
      {flat === 0 ? t('product.free') : flat !== null && t('product.deliveryFee', { amount: format.money(flat) })}
      {flat !== 0 && freeOver !== null && <small>{t('product.freeOver', { amount: format.money(freeOver) })}</small>}
    </span>
  )
}
