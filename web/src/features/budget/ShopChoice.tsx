import { useContext } from 'react'
import { useText } from '~/i18n/useText'
import { Checkbox } from '~/ui/Field'
import { RetailerLabel, RetailersContext } from '~/ui/RetailerLabel'
import styles from './Wishes.module.css'

type ShopChoiceProps = { shops: readonly string[]; onChange: (shops: string[]) => void }

/** The shops that parts may come from; none chosen allows all. */
export function ShopChoice({ shops, onChange }: ShopChoiceProps) {
  const { t } = useText()
  const retailers = [...useContext(RetailersContext).keys()]
  if (retailers.length === 0) return null
  const toggle = (slug: string) =>
    onChange(shops.includes(slug) ? shops.filter((one) => one !== slug) : [...shops, slug].toSorted())
  return (
    <fieldset className={styles.group}>
      <legend>{t('budget.wishes.retailersOnly')}</legend>
      <div className={styles.options}>
        {retailers.map((slug) => (
          <label key={slug} className={styles.option}>
            <Checkbox checked={shops.includes(slug)} onChange={() => toggle(slug)} />
            <RetailerLabel slug={slug} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
