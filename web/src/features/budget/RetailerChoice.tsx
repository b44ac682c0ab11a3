import { useContext } from 'react'
import { useText } from '~/i18n/useText'
import { Checkbox } from '~/ui/Field'
import { noRetailers, RetailerLabel, RetailersContext } from '~/ui/RetailerLabel'
import styles from './Requirements.module.css'

type RetailerChoiceProps = { retailers: readonly string[]; onChange: (retailers: string[]) => void }

/** Number of retailers for which space is reserved until they have loaded. */
const USUAL_RETAILERS = 6

/** The retailers that parts may come from; none chosen allows all. */
export function RetailerChoice({ retailers, onChange }: RetailerChoiceProps) {
  const { t } = useText()
  const known = useContext(RetailersContext)
  const isLoading = known === noRetailers
  const all = [...known.keys()]
  if (all.length === 0 && !isLoading) return null
  const toggle = (slug: string) =>
    onChange(retailers.includes(slug) ? retailers.filter((one) => one !== slug) : [...retailers, slug].toSorted())
  return (
    <fieldset className={styles.group}>
      <legend>{t('budget.wishes.retailersOnly')}</legend>
      <div className={styles.options}>
        {isLoading &&
          Array.from({ length: USUAL_RETAILERS }, (_, place) => <span key={place} className={styles.place} />)}
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
