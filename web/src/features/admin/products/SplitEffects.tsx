import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useText } from '~/i18n/useText'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Spinner } from '~/ui/Spinner'
import styles from './Products.module.css'
import { splitPreviewQuery } from '../shared/products'
import { useAdminErrorText } from '../shared/useAdminErrorText'

type SplitEffectsProps = { productId: string; productName: string; offerIds: string[] }

/** Lists in numbers what goes to the new product and what stays with the original. */
export function SplitEffects({ productId, productName, offerIds }: SplitEffectsProps) {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const { data, error, refetch } = useQuery(splitPreviewQuery(productId, offerIds))
  if (error) {
    return <ErrorAlert text={errorText(error, t('admin.products.effects.failed'))} onRetry={() => void refetch()} />
  }
  if (!data) return <Spinner label={t('admin.loading')} />
  const { moves, stays } = data
  const ofUsers = (count: number, users: number) =>
    t('admin.products.effects.ofUsers', { n: format.count(count), users: format.count(users) })
  return (
    <div className={styles.effects}>
      <Numbers
        title={t('admin.products.effects.moves')}
        rows={[
          [t('admin.products.effects.offers'), format.count(moves.offers)],
          [t('admin.products.effects.prices'), format.count(moves.prices)],
        ]}
      />
      <Numbers
        title={t('admin.products.effects.stays', { name: productName })}
        rows={[
          [t('admin.products.effects.offers'), format.count(stays.offers)],
          [t('admin.products.effects.prices'), format.count(stays.prices)],
          [t('admin.products.effects.alerts'), ofUsers(stays.alerts, stays.alertUsers)],
          [t('admin.products.effects.builds'), ofUsers(stays.builds, stays.buildUsers)],
          [t('admin.products.effects.favorites'), format.count(stays.favorites)],
          [t('admin.products.effects.reviews'), format.count(stays.reviews)],
        ]}
      />
    </div>
  )
}

function Numbers({ title, rows }: { title: string; rows: [label: string, value: string][] }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
