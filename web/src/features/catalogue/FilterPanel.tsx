import { memo, useLayoutEffect, useRef } from 'react'
import type { Facet } from '~/api/wire'
import { useText } from '~/i18n/useText'
import type { ListingSearch } from '~/lib/listingSearch'
import { useStableCallback } from '~/lib/useStableCallback'
import { FacetGroup } from './FacetGroup'
import { filterGroups, withChosenGroups, type FilterGroup } from './facets'
import { chosenValues, isSameValue, withRange, withToggled } from './filterChanges'
import styles from './FilterPanel.module.css'
import { RangeFilter } from './RangeFilter'
import { useFilterText } from './useFilterText'

/** Number of groups that are open at first; the others are open where a value in them is chosen. */
const OPEN_GROUPS = 6
/** The step of the price slider, in KWD. */
const PRICE_STEP = 10

type FilterPanelProps = {
  /** The groups of the response; undefined before the first one. */
  facets: Record<string, Facet> | undefined
  search: ListingSearch
  /** Whether the page shows one category, so that the category group is left out. */
  singleCategory: boolean
  onChange: (search: ListingSearch) => void
}

/** All filter groups with their counts. */
export const FilterPanel = memo(function FilterPanel({ facets, search, singleCategory, onChange }: FilterPanelProps) {
  const groups = facets
    ? filterGroups(withChosenGroups(facets, search)).filter((group) => !(singleCategory && group.name === 'category'))
    : []
  // A second tick can come before the panel renders with the first: it starts from the search that the first requested.
  const requested = useRef({ shown: '', search })
  useLayoutEffect(() => {
    const shown = JSON.stringify(search)
    if (requested.current.shown !== shown) requested.current = { shown, search }
  })
  const change = useStableCallback((next: (search: ListingSearch) => ListingSearch) => {
    requested.current.search = next(requested.current.search)
    onChange(requested.current.search)
  })
  return (
    <div className={styles.filters}>
      {groups.map(({ name, facet }, index) => (
        <Group
          key={name}
          name={name}
          facet={facet}
          chosen={chosenValues(search, name, facet)}
          startsOpen={index < OPEN_GROUPS}
          onChange={change}
        />
      ))}
    </div>
  )
})

type GroupProps = {
  name: FilterGroup['name']
  facet: Facet
  /** The chosen values; for a range its two ends, as an empty text where an end is open. */
  chosen: string[]
  startsOpen: boolean
  onChange: (next: (search: ListingSearch) => ListingSearch) => void
}

/**
 * One group. A panel may hold a hundred checkboxes: a tick renders its own group at once, and the others only when
 * their counts change.
 */
const Group = memo(function Group({ name, facet, chosen, startsOpen, onChange }: GroupProps) {
  const { t } = useText()
  const text = useFilterText()
  const title = text.group(name)

  if (facet.type === 'range') {
    const isPrice = name === 'price'
    const [from, to] = chosen.map((end) => (end === '' ? undefined : Number(end)))
    return (
      <RangeFilter
        title={title}
        startsOpen={startsOpen || from !== undefined || to !== undefined}
        facet={facet}
        from={from}
        to={to}
        step={isPrice ? PRICE_STEP : undefined}
        labels={isPrice ? [t('filters.fromKwd'), t('filters.toKwd')] : [t('filters.from'), t('filters.to')]}
        onChange={(low, high) => onChange((search) => withRange(search, name, low, high))}
      />
    )
  }

  const isSet = (value: string): boolean => chosen.some((one) => isSameValue(one, value))
  // Chosen values stay in the list even where no product has them any more.
  const chosenToList = name === 'availability' || name === 'rating' ? [] : chosen
  const unlisted = chosenToList
    .filter((value) => !facet.values.some((one) => isSameValue(one.value, value)))
    .map((value) => ({ value, count: 0 }))
  return (
    <FacetGroup
      name={name}
      title={title}
      startsOpen={startsOpen || facet.values.some(({ value }) => isSet(value))}
      values={[...facet.values, ...unlisted]}
      isSet={isSet}
      onToggle={(value) => onChange((search) => withToggled(search, name, value))}
    />
  )
}, isSameGroup)

function isSameGroup(before: GroupProps, now: GroupProps): boolean {
  return (
    before.facet === now.facet &&
    before.startsOpen === now.startsOpen &&
    before.chosen.length === now.chosen.length &&
    before.chosen.every((value, index) => value === now.chosen[index])
  )
}
