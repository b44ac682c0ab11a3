import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { classNames } from '~/ui/classNames'
import { Checkbox, SearchField } from '~/ui/Field'
import { Icon } from '~/ui/Icon'
import { CollapsibleFilter } from './CollapsibleFilter'
import { RetailerLabel } from '~/ui/RetailerLabel'
import { Stars } from '~/ui/product/Stars'
import styles from './FilterPanel.module.css'
import { useFilterText } from './useFilterText'

/** Number of values shown before "Show more". */
const VALUES_AT_FIRST = 7
/** Number of values from which the list has a search field. */
const MIN_SEARCHABLE = 13

type FacetGroupProps = {
  name: string
  title: string
  startsOpen: boolean
  values: { value: string; count: number }[]
  /** Number of values that the response leaves out. */
  unlistedCount: number
  onShowAll: () => void
  isSet: (value: string) => boolean
  onToggle: (value: string) => void
  isExcluded: (value: string) => boolean
  /** Leaves a value out, or no longer; absent where the group's values cannot be left out. */
  onExclude: ((value: string) => void) | undefined
}

/**
 * A filter's values with counts, as checkboxes, each with a button that leaves the value out. Values without any product
 * are dimmed.
 */
export function FacetGroup(props: FacetGroupProps) {
  const { name, title, startsOpen, values, unlistedCount, onShowAll, isSet, onToggle, isExcluded, onExclude } = props
  const { t, format } = useText()
  const text = useFilterText()
  const [isExpanded, setExpanded] = useState(false)
  const [typed, setTyped] = useState('')
  const isSearchable = values.length >= MIN_SEARCHABLE
  // Other filters may leave too few values to search.
  const searched = isSearchable ? typed.toLowerCase() : ''
  const matching =
    searched === '' ? values : values.filter(({ value }) => text.value(name, value).toLowerCase().includes(searched))
  // Ticked and excluded values stay visible even where the list is cut.
  const listed =
    isExpanded || searched !== ''
      ? matching
      : matching.filter(({ value }, index) => index < VALUES_AT_FIRST || isSet(value) || isExcluded(value))
  const hiddenCount = matching.length - listed.length
  return (
    <CollapsibleFilter title={title} startsOpen={startsOpen}>
      {isSearchable && (
        <SearchField
          className={styles.find}
          label={t('facet.find', { group: title })}
          value={typed}
          onChange={setTyped}
        />
      )}
      <ul className={classNames(isExpanded && styles.long)}>
        {listed.map(({ value, count }) => (
          <li key={value} className={classNames(isExcluded(value) && styles.excluded)}>
            <label className={classNames(count === 0 && styles.zero)}>
              <Checkbox checked={isSet(value)} onChange={() => onToggle(value)} />
              <span className={styles.value}>
                <ValueName name={name} value={value} />
              </span>
              <span className={styles.count}>
                <bdi dir="ltr">{format.count(count)}</bdi>
              </span>
            </label>
            {onExclude && (
              <button
                type="button"
                className={styles.exclude}
                aria-pressed={isExcluded(value)}
                aria-label={t('facet.exclude', { name: text.value(name, value) })}
                title={t('facet.exclude', { name: text.value(name, value) })}
                onClick={() => onExclude(value)}
              >
                <Icon name="minus" size="s" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {matching.length === 0 && <p className={styles.note}>{t('facet.noneFound')}</p>}
      {(hiddenCount > 0 || (isExpanded && values.length > VALUES_AT_FIRST)) && searched === '' && (
        <Button kind="quiet" small onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? t('facet.fewer') : t('facet.more', { count: hiddenCount, n: format.count(hiddenCount) })}
        </Button>
      )}
      {unlistedCount > 0 && (isExpanded || searched !== '') && (
        <>
          <p className={styles.note}>{t('facet.unlisted', { count: unlistedCount, n: format.count(unlistedCount) })}</p>
          <Button kind="quiet" small onClick={onShowAll}>
            {t('facet.showAll')}
          </Button>
        </>
      )}
    </CollapsibleFilter>
  )
}

function ValueName({ name, value }: { name: string; value: string }) {
  const text = useFilterText()
  if (name === 'retailer') return <RetailerLabel slug={value} />
  if (name === 'rating') {
    return (
      <>
        <Stars value={Number(value)} /> {text.value(name, value)}
      </>
    )
  }
  return <bdi>{text.value(name, value)}</bdi>
}
