import { useText } from '~/i18n/useText'
import type { ListingSearch } from '~/lib/listingSearch'
import { Switch } from '~/ui/Field'
import { changed } from './filterChanges'
import styles from './Listing.module.css'

type FitSwitchProps = { search: ListingSearch; hidden: number; onChange: (search: ListingSearch) => void }

/**
 * Hides the parts that do not fit the build, and says how many those are. Where none is hidden there is nothing to switch:
 * saying *only parts that fit* would then claim more than is known.
 */
export function FitSwitch({ search, hidden, onChange }: FitSwitchProps) {
  const { t, format } = useText()
  const on = search.fit !== false
  if (on && hidden === 0) return null
  return (
    <div className={styles.fit}>
      <label>
        <Switch checked={on} onChange={() => onChange(changed(search, { fit: on ? false : undefined }))} />
        {t('filters.fit')}
      </label>
      {on && <span>{t('filters.hidden', { count: hidden, n: format.count(hidden) })}</span>}
    </div>
  )
}
