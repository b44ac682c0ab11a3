import { useText } from '~/i18n/useText'
import type { Category, ProductList } from '~/api/wire'
import { listPartsToFit, useBuild } from '~/lib/buildStore'
import type { ListingSearch } from '~/lib/listingSearch'
import { Switch } from '~/ui/Field'
import { withChanges } from './filterChanges'
import styles from './Listing.module.css'

type FitSwitchProps = {
  category: Category
  search: ListingSearch
  list: ProductList | undefined
  onChange: (search: ListingSearch) => void
}

/**
 * Switch that hides parts that do not fit the build, with their number. Left out where there is nothing to fit, and
 * where it is on and hides nothing: the label *only parts that fit* would then claim more than is known.
 */
export function FitSwitch({ category, search, list, onChange }: FitSwitchProps) {
  const { t, format, language } = useText()
  const hasPartsToFit = useBuild((state) => listPartsToFit(category, state).length > 0)
  const on = search.fit !== false
  const { hidden: hiddenCount = 0, hiddenBy = [] } = list ?? {}
  if (on ? hiddenCount === 0 : !hasPartsToFit) return null
  return (
    <div className={styles.fit}>
      <label>
        <Switch checked={on} onChange={() => onChange(withChanges(search, { fit: on ? false : undefined }))} />
        {t('filters.fit')}
      </label>
      {on && (
        <span title={hiddenBy.length > 0 ? reasons() : undefined}>
          {t('filters.hidden', { count: hiddenCount, n: format.count(hiddenCount) })}
          {hiddenBy.length > 0 && `: ${reasons()}`}
        </span>
      )}
    </div>
  )

  /** Returns the reasons; each with its number where there is more than one. */
  function reasons(): string {
    const reasonTexts = hiddenBy.map(({ text, textAr, count }) => {
      const reason = language === 'ar' ? textAr : text
      return hiddenBy.length > 1 ? t('filters.hiddenBy', { n: format.count(count), reason }) : reason
    })
    return format.list(reasonTexts)
  }
}
