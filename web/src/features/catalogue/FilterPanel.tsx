import { memo } from 'react'
import type { Facet } from '~/api/wire'
import { useText } from '~/i18n/useText'
import type { ListingSearch } from '~/lib/listingSearch'
import { useSteady } from '~/lib/useSteady'
import { FacetGroup } from './FacetGroup'
import { filterGroups, type FilterGroup } from './facets'
import { chosenIn, withRange, withToggled } from './filterChanges'
import styles from './FilterPanel.module.css'
import { RangeFilter } from './RangeFilter'
import { useFilterText } from './useFilterText'

/** Groups that stand open from the start; the others open where something in them is chosen. */
const openFromStart = 6
/** The step of the price slider, in KWD. */
const priceStep = 10

type FilterPanelProps = {
  facets: Record<string, Facet>
  search: ListingSearch
  /** The page itself is of one category: that group is not shown. */
  fixedCategory: boolean
  onChange: (search: ListingSearch) => void
}

/** Every group of filters with its counts. */
export const FilterPanel = memo(function FilterPanel({ facets, search, fixedCategory, onChange }: FilterPanelProps) {
  const groups = filterGroups(facets).filter((group) => !(fixedCategory && group.name === 'category'))
  const change = useSteady((next: (search: ListingSearch) => ListingSearch) => onChange(next(search)))
  return (
    <div className={styles.filters}>
      {groups.map(({ name, facet }, index) => (
        <Group key={name} name={name} facet={facet} chosen={chosenIn(search, name, facet)} startsOpen={index < openFromStart} onChange={change} />
      ))}
    </div>
  )
})

type GroupProps = {
  name: FilterGroup['name']
  facet: Facet
  /** The values that are chosen; of a range its two ends, empty where there is none. */
  chosen: string[]
  startsOpen: boolean
  onChange: (next: (search: ListingSearch) => ListingSearch) => void
}

/** One group. A panel may hold a hundred boxes: a tick draws its own group at once, and the others only when their counts change. */
const Group = memo(function Group({ name, facet, chosen, startsOpen, onChange }: GroupProps) {
  const { t } = useText()
  const text = useFilterText()
  const title = text.group(name)

  if (facet.type === 'range') {
    const price = name === 'price'
    const [from, to] = chosen.map((end) => (end === '' ? undefined : Number(end)))
    return (
      <RangeFilter
        title={title}
        startsOpen={startsOpen || from !== undefined || to !== undefined}
        facet={facet}
        from={from}
        to={to}
        step={price ? priceStep : undefined}
        labels={price ? [t('filters.fromKwd'), t('filters.toKwd')] : [t('filters.from'), t('filters.to')]}
        onChange={(low, high) => onChange((search) => withRange(search, name, low, high))}
      />
    )
  }

  const isSet = (value: string): boolean => chosen.includes(value)
  // What is chosen stays in the list even when nothing has it any more.
  const listed = name === 'availability' || name === 'rating' ? [] : chosen
  const gone = listed.filter((value) => !facet.values.some((one) => one.value === value)).map((value) => ({ value, count: 0 }))
  return (
    <FacetGroup
      name={name}
      title={title}
      startsOpen={startsOpen || facet.values.some(({ value }) => isSet(value))}
      values={[...facet.values, ...gone]}
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
