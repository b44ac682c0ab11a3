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
 * The interpretation of the query: corrections, filters read from words, and ignored words. Removing a chip searches
 * its words literally.
 */
export function QueryInterpretation({ answer, search, onChange }: QueryInterpretationProps) {
  const { t } = useText()
  const interpretationText = useInterpretationText()
  const { corrected, understood, dropped } = answer
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
    if (search.sort && !isSpecSort(search.sort)) return t(`sort.${search.sort}`)
    const names = activeFilters(search, false)
      .filter((one) => one.kind !== 'inStock' || 'inStock' in filter)
      .map(describeFilter)
    // A word that sets many values is shown itself, which is shorter: "amd" among boards.
    if (names.length > MAX_VALUES) return label
    return names.join(' · ') || label
  }
}
