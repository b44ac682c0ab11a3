import { useContext } from 'react'
import { useText } from '~/i18n/useText'
import { Checkbox } from '~/ui/Field'
import { RetailerLabel, RetailersContext } from '~/ui/RetailerLabel'
import styles from './Requirements.module.css'

type RetailerChoiceProps = { retailers: readonly string[]; onChange: (retailers: string[]) => void }

/** The retailers that parts may come from; none chosen allows all. */
export function RetailerChoice({ retailers, onChange }: RetailerChoiceProps) {
  const { t } = useText()
  const all = [...useContext(RetailersContext).keys()]
  if (all.length === 0) return null
  const toggle = (slug: string) =>
    onChange(retailers.includes(slug) ? retailers.filter((one) => one !== slug) : [...retailers, slug].toSorted())
  return (
    <fieldset className={styles.group}>
      <legend>{t('budget.wishes.retailersOnly')}</legend>
      <div className={styles.options}>
        {all.map((slug) => (
          <label key={slug} className={styles.option}>
            <Checkbox checked={retailers.includes(slug)} onChange={() => toggle(slug)} />
            <RetailerLabel slug={slug} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
