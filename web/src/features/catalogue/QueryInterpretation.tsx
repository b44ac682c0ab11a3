import type { ProductList, Understood } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { isSpecSort, readListingSearch, type ListingSearch } from '~/lib/listingSearch'
import { RemovableChip } from '~/ui/Chip'
import { activeFilters } from './activeFilters'
import { withChanges } from './filterChanges'
import styles from './Listing.module.css'
import { useFilterDescription } from './useFilterDescription'
import { isKnownUse } from './partUses'

type QueryInterpretationProps = {
  answer: ProductList
  search: ListingSearch
  onChange: (search: ListingSearch) => void
}

/**
 * The interpretation of the query: corrections, filters read from words, parts whose fit could not be checked, limits that
 * no product meets, and ignored words. Removing a chip searches its words literally.
 */
export function QueryInterpretation({ answer, search, onChange }: QueryInterpretationProps) {
  const { t } = useText()
  const interpretationText = useInterpretationText()
  const { corrected, dropped, relaxed } = answer
  const understood = answer.understood.filter(({ kind }) => kind !== 'fitUnknown')
  const unchecked = answer.understood.filter(({ kind }) => kind === 'fitUnknown')
  return (
    <>
      {corrected !== null && (
        <p className={styles.understood}>
          <span>
            {t('search.corrected')}{' '}
            <q>
              <bdi>{corrected}</bdi>
            </q>{' '}
            {t('search.insteadOf')}{' '}
            <q>
              <bdi>{search.q}</bdi>
            </q>
          </span>
        </p>
      )}
      {understood.length > 0 && (
        <div className={styles.understood}>
          <span>{t('search.understood')}</span>
          {understood.map((one) => (
            <RemovableChip
              key={`${one.kind} ${one.words}`}
              accent
              removeLabel={t('search.searchLiterally', { words: one.words })}
              onRemove={() => onChange(withChanges(search, { literal: [...(search.literal ?? []), one.words] }))}
            >
              <bdi>{interpretationText(one)}</bdi>
            </RemovableChip>
          ))}
        </div>
      )}
      {unchecked.map(({ label }) => (
        <p key={label} className={styles.understood}>
          {t('search.fitUnknown', { name: label })}
        </p>
      ))}
      {relaxed.length > 0 && (
        <p className={styles.understood}>
          {t('search.relaxed')} <bdi>{relaxed.join(' · ')}</bdi>
        </p>
      )}
      {dropped.length > 0 && (
        <p className={styles.understood}>
          {t('search.dropped')} <bdi>{dropped.join(' ')}</bdi>
        </p>
      )}
    </>
  )
}

const MAX_VALUES = 4

/**
 * Returns a function that words an interpreted part of a query: the filters that its words set, in the reader's
 * language.
 */
function useInterpretationText(): (understood: Understood) => string {
  const { t } = useText()
  const describeFilter = useFilterDescription()
  return ({ kind, filter, label }) => {
    if (kind === 'fit') return t('search.fits', { name: label })
    if (kind === 'use' && isKnownUse(label)) return t(`search.uses.${label}`)
    const search = readListingSearch(filter)
    const names = activeFilters(search, false)
      .filter((one) => one.kind !== 'inStock' || 'inStock' in filter)
      .map(describeFilter)
    if (search.sort && !isSpecSort(search.sort)) names.unshift(t(`sort.${search.sort}`))
    // A word that sets many values is shown itself, which is shorter: "amd" among boards.
    const isExcluded = kind === 'word' || Object.keys(filter).some((name) => name.startsWith('-'))
    if (names.length > 0 && names.length <= MAX_VALUES) return [...new Set(names)].join(' · ')
    return isExcluded ? t('filters.not', { name: label }) : label
  }
}
