import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { retailersQuery } from '~/api/queries'
import { useText } from '~/i18n/useText'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Checkbox } from '~/ui/Field'
import { RetailerLabel } from '~/ui/RetailerLabel'
import { Spinner } from '~/ui/Spinner'
import styles from './PriceAlert.module.css'

/** The most shops that an alert takes. */
const MAX_SHOPS = 20

type ShopChoiceProps = { chosen: string[]; onChange: (slugs: string[]) => void }

/** The choice of the only shops that count, folded at first. The shops are requested when it is opened. */
export function ShopChoice({ chosen, onChange }: ShopChoiceProps) {
  const { t, format } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.shops} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('alert.onlyShops')}</summary>
      {isOpen && <Shops chosen={chosen} onChange={onChange} />}
      <p className={styles.hint}>
        {chosen.length === 0
          ? t('alert.anyShop')
          : t('alert.chosenShops', { count: chosen.length, n: format.count(chosen.length) })}
      </p>
    </details>
  )
}

function Shops({ chosen, onChange }: ShopChoiceProps) {
  const { t } = useText()
  const { data, error, refetch } = useQuery(retailersQuery)
  if (error && !data) return <ErrorAlert text={t('alert.shopsFailed')} onRetry={() => void refetch()} />
  if (!data) return <Spinner label={t('account.loading')} />
  return (
    <ul>
      {data.retailers.map(({ slug, name }) => {
        const isChosen = chosen.includes(slug)
        return (
          <li key={slug}>
            <label>
              <Checkbox
                checked={isChosen}
                disabled={!isChosen && chosen.length >= MAX_SHOPS}
                onChange={(event) =>
                  onChange(event.target.checked ? [...chosen, slug] : chosen.filter((other) => other !== slug))
                }
              />
              <RetailerLabel slug={slug} name={name} />
            </label>
          </li>
        )
      })}
    </ul>
  )
}
