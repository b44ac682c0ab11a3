import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { CATEGORIES } from '~/api/categories'
import { retailersQuery } from '~/api/queries'
import { useText } from '~/i18n/useText'
import { SearchField, SelectField } from '~/ui/Field'
import { useRetailerName } from '~/ui/RetailerLabel'
import styles from '../shared/Admin.module.css'
import { ages, confidenceRanges, type MatchFilter } from '../matches/matches'

type MatchFiltersProps = { filter: MatchFilter; onChange: (change: Partial<MatchFilter>) => void }

/** Filters of the review queue: retailer, category, confidence, age, note, words of the name. */
export function MatchFilters({ filter, onChange }: MatchFiltersProps) {
  const { t, format } = useText()
  const retailerName = useRetailerName()
  const { data } = useQuery(retailersQuery)
  const allOption = { value: '', label: t('admin.all') }
  return (
    <div className={styles.tools}>
      <SelectField
        label={t('admin.match.retailerFilter')}
        value={filter.retailer ?? ''}
        options={[
          allOption,
          ...(data?.retailers ?? []).map(({ slug, name }) => ({ value: slug, label: retailerName(slug, name) })),
        ]}
        onChange={(retailer) => onChange({ retailer: retailer || undefined })}
      />
      <SelectField
        label={t('admin.match.categoryFilter')}
        value={filter.category ?? ''}
        options={[
          allOption,
          ...CATEGORIES.map(({ type }) => ({ value: type as string, label: t(`category.${type}.many`) })),
        ]}
        onChange={(category) => onChange({ category: category || undefined })}
      />
      <SelectField
        label={t('admin.match.confidenceFilter')}
        value={filter.confidence ?? ''}
        options={[
          allOption,
          ...confidenceRanges.map((value) => ({ value: value as string, label: `${value.replace('-', '–')}%` })),
        ]}
        onChange={(range) => onChange({ confidence: confidenceRanges.find((one) => one === range) })}
      />
      <SelectField
        label={t('admin.match.flaggedFilter')}
        value={filter.flagged ?? ''}
        options={[
          allOption,
          { value: 'true', label: t('admin.match.withNote') },
          { value: 'false', label: t('admin.match.withoutNote') },
        ]}
        onChange={(flagged) => onChange({ flagged: flagged === 'true' || flagged === 'false' ? flagged : undefined })}
      />
      <SelectField
        label={t('admin.match.ageFilter')}
        value={filter.age ?? ''}
        options={[
          allOption,
          ...ages.map((value) => ({
            value: value as string,
            label: t('admin.match.days', { count: Number(value), n: format.count(Number(value)) }),
          })),
        ]}
        onChange={(age) => onChange({ age: ages.find((one) => one === age) })}
      />
      <NameSearch q={filter.q} onChange={(q) => onChange({ q })} />
    </div>
  )
}

function NameSearch({ q, onChange }: { q: string | undefined; onChange: (q: string | undefined) => void }) {
  const { t } = useText()
  const [words, setWords] = useState(q ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onChange(words.trim() || undefined)
  }
  return (
    <form onSubmit={submit} role="search" className={styles.search}>
      <SearchField
        label={t('admin.match.search')}
        value={words}
        onChange={(text) => {
          setWords(text)
          if (text === '' && q !== undefined) onChange(undefined)
        }}
      />
    </form>
  )
}
