import { memo } from 'react'
import type { Facet } from '~/api/wire'
import { useText } from '~/i18n/useText'
import type { ListingSearch } from '~/lib/listingSearch'
import { FacetGroup } from './FacetGroup'
import { filterGroups, type FilterGroup } from './facets'
import { bound, changed, isChosen, toggled, type ListKey } from './filterChanges'
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
  return (
    <div className={styles.filters}>
      {groups.map((group, index) => (
        <Group key={group.name} group={group} search={search} startsOpen={index < openFromStart} onChange={onChange} />
      ))}
    </div>
  )
})

type GroupProps = { group: FilterGroup; search: ListingSearch; startsOpen: boolean; onChange: (search: ListingSearch) => void }

function Group({ group, search, startsOpen, onChange }: GroupProps) {
  const { t } = useText()
  const text = useFilterText()
  const { name, facet } = group
  const title = text.group(name)

  if (facet.type === 'range') {
    const price = name === 'price'
    const spec = name.slice('spec.'.length)
    const from = price ? search.minPrice : bound(search, spec, 'min')
    const to = price ? search.maxPrice : bound(search, spec, 'max')
    return (
      <RangeFilter
        title={title}
        startsOpen={startsOpen || from !== undefined || to !== undefined}
        facet={facet}
        from={from}
        to={to}
        step={price ? priceStep : undefined}
        labels={price ? [t('filters.fromKwd'), t('filters.toKwd')] : [t('filters.from'), t('filters.to')]}
        onChange={(low, high) =>
          onChange(
            changed(
              search,
              price
                ? { minPrice: low, maxPrice: high }
                : { [`spec.${spec}.min`]: low === undefined ? undefined : [String(low)], [`spec.${spec}.max`]: high === undefined ? undefined : [String(high)] },
            ),
          )
        }
      />
    )
  }

  const isSet = (value: string): boolean => {
    if (name === 'availability') return value === 'tabby' ? search.tabby === true : search.inStock !== false
    if (name === 'rating') return search.minRating === Number(value)
    return isChosen(search, name as ListKey, value)
  }
  const toggle = (value: string) => {
    if (name === 'availability') {
      onChange(changed(search, value === 'tabby' ? { tabby: isSet(value) ? undefined : true } : { inStock: isSet(value) ? false : undefined }))
    } else if (name === 'rating') onChange(changed(search, { minRating: isSet(value) ? undefined : Number(value) }))
    else onChange(toggled(search, name as ListKey, value))
  }
  // What is chosen stays in the list even when nothing has it any more.
  const chosen = name === 'availability' || name === 'rating' ? [] : (search[name as 'manufacturer'] ?? [])
  const gone = chosen.filter((value) => !facet.values.some((one) => one.value === value)).map((value) => ({ value, count: 0 }))
  return (
    <FacetGroup
      name={name}
      title={title}
      startsOpen={startsOpen || facet.values.some(({ value }) => isSet(value))}
      values={[...facet.values, ...gone]}
      isSet={isSet}
      onToggle={toggle}
    />
  )
}
