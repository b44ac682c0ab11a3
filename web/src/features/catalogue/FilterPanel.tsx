import { useQuery } from '@tanstack/react-query'
import { memo, startTransition, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Facet } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { allValuesQuery } from '~/lib/listingQueries'
import type { ListingSearch } from '~/lib/listingSearch'
import { useStableCallback } from '~/lib/useStableCallback'
import { FacetGroup } from './FacetGroup'
import { filterGroups, withChosenGroups, type FilterGroup } from './facets'
import {
  chosenValues,
  excludedValues,
  isExcludable,
  isSameValue,
  toggleExcluded,
  withRange,
  withToggled,
} from './filterChanges'
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
  /** Further parameters of the listing's request: the category that its path names, and the parts to fit. */
  category?: string
  partsToFit?: string[]
  onChange: (search: ListingSearch) => void
}

/** All filter groups with their counts. */
export const FilterPanel = memo(function FilterPanel(props: FilterPanelProps) {
  const { facets, singleCategory, category, partsToFit, onChange } = props
  const inUrl = JSON.stringify(props.search)
  // A tick is seen at once; the address, and with it the products, follow.
  const [asked, setAsked] = useState<{ inUrl: string; search: ListingSearch }>()
  if (asked && asked.inUrl !== inUrl) setAsked(undefined)
  const search = asked?.inUrl === inUrl ? asked.search : props.search
  const groups = facets
    ? filterGroups(withChosenGroups(facets, search)).filter((group) => !(singleCategory && group.name === 'category'))
    : []
  // A second tick can come before the panel renders with the first: it starts from the search that the first requested.
  const requested = useRef({ inUrl: '', search })
  useLayoutEffect(() => {
    if (requested.current.inUrl !== inUrl) requested.current = { inUrl, search: props.search }
  })
  const change = useStableCallback((next: (search: ListingSearch) => ListingSearch) => {
    const wanted = next(requested.current.search)
    requested.current.search = wanted
    setAsked({ inUrl, search: wanted })
    startTransition(() => onChange(wanted))
  })
  const [wholeGroup, setWholeGroup] = useState<string>()
  const showAll = useCallback((name: string) => setWholeGroup(name), [])
  return (
    <div className={styles.filters}>
      {groups.map(({ name, facet }, index) => {
        const group = {
          name,
          facet,
          chosen: chosenValues(search, name, facet),
          excluded: excludedValues(search, name),
          startsOpen: index < OPEN_GROUPS,
          onChange: change,
          onShowAll: showAll,
        }
        return name === wholeGroup ? (
          <WholeGroup
            key={name}
            {...group}
            search={category ? { ...search, category: [category] } : search}
            partsToFit={partsToFit}
          />
        ) : (
          <Group key={name} {...group} />
        )
      })}
    </div>
  )
})

/** A group with all its values, of which the listing's response has only the most frequent ones. */
function WholeGroup({ search, partsToFit, ...group }: GroupProps & { search: ListingSearch; partsToFit?: string[] }) {
  const { data } = useQuery(allValuesQuery(search, group.name, partsToFit))
  const facet = data?.facets[group.name]
  return <Group {...group} facet={facet ?? group.facet} startsOpen />
}

type GroupProps = {
  name: FilterGroup['name']
  facet: Facet
  /** The chosen values; for a range its two ends, as an empty text where an end is open. */
  chosen: string[]
  /** The values that are left out. */
  excluded: string[]
  startsOpen: boolean
  onChange: (next: (search: ListingSearch) => ListingSearch) => void
  /** Requests the values that the response leaves out. */
  onShowAll: (name: string) => void
}

/**
 * One group. A panel may hold a hundred checkboxes: a tick renders its own group at once, and the others only when
 * their counts change.
 */
const Group = memo(function Group(props: GroupProps) {
  const { name, facet, chosen, excluded, startsOpen, onChange, onShowAll } = props
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
        labels={isPrice ? [t('facet.fromKwd'), t('facet.toKwd')] : [t('facet.from'), t('facet.to')]}
        onChange={(low, high) => onChange((search) => withRange(search, name, low, high))}
      />
    )
  }

  const isSet = (value: string): boolean => chosen.some((one) => isSameValue(one, value))
  const isExcluded = (value: string): boolean => excluded.some((one) => isSameValue(one, value))
  // Chosen values stay in the list even where no product has them any more.
  const chosenToList = name === 'availability' || name === 'rating' ? [] : [...chosen, ...excluded]
  const unlisted = chosenToList
    .filter((value) => !facet.values.some((one) => isSameValue(one.value, value)))
    .map((value) => ({ value, count: 0 }))
  return (
    <FacetGroup
      name={name}
      title={title}
      startsOpen={startsOpen || facet.values.some(({ value }) => isSet(value) || isExcluded(value))}
      values={[...facet.values, ...unlisted]}
      unlistedCount={facet.more ?? 0}
      onShowAll={() => onShowAll(name)}
      isSet={isSet}
      onToggle={(value) => onChange((search) => withToggled(search, name, value))}
      isExcluded={isExcluded}
      onExclude={isExcludable(name) ? (value) => onChange((search) => toggleExcluded(search, name, value)) : undefined}
    />
  )
}, isSameGroup)

function isSameGroup(before: GroupProps, now: GroupProps): boolean {
  return (
    before.facet === now.facet &&
    before.startsOpen === now.startsOpen &&
    isSameList(before.chosen, now.chosen) &&
    isSameList(before.excluded, now.excluded)
  )
}

function isSameList(before: string[], now: string[]): boolean {
  return before.length === now.length && before.every((value, index) => value === now[index])
}
