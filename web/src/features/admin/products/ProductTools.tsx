import { useState, type FormEvent } from 'react'
import { useText } from '~/i18n/useText'
import { categories } from '~/lib/categories'
import { Button } from '~/ui/Button'
import { SearchField, SelectField } from '~/ui/Field'
import styles from '../shared/Admin.module.css'
import { CountNote } from '../table/CountNote'
import { CsvButton } from '../table/CsvButton'
import { loadProductRows } from '../table/csvPages'
import { pageSizes, type ProductFilter } from '../shared/products'

type ProductToolsProps = {
  filter: ProductFilter
  total: number | undefined
  refreshing: boolean
  onRefresh: () => void
  onChange: (change: Partial<ProductFilter>) => void
}

/** Filters of the offers' table. */
export function ProductTools({ filter, total, refreshing, onRefresh, onChange }: ProductToolsProps) {
  const { t, format } = useText()
  const [typed, setTyped] = useState(filter.q ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Search results are ordered by relevance: remove the other order.
    onChange({ q: typed.trim() || undefined, sort: undefined, order: undefined })
  }
  return (
    <div className={styles.tools}>
      <form role="search" className={styles.search} onSubmit={submit}>
        <SearchField label={t('admin.products.search')} value={typed} onChange={setTyped} />
        <Button type="submit">{t('admin.products.searchButton')}</Button>
      </form>
      <SelectField
        label={t('admin.products.category')}
        value={filter.category ?? ''}
        options={[
          { value: '', label: t('admin.all') },
          ...categories.map(({ type }) => ({ value: type, label: t(`category.${type}.one`) })),
        ]}
        onChange={(category) => onChange({ category: category || undefined })}
      />
      <SelectField
        label={t('admin.products.linked')}
        value={filter.linked ?? 'all'}
        options={[
          { value: 'all', label: t('admin.all') },
          { value: 'true', label: t('admin.products.linkedYes') },
          { value: 'false', label: t('admin.products.linkedNo') },
        ]}
        onChange={(linked) => onChange({ linked: linked === 'all' ? undefined : linked })}
      />
      <SelectField
        label={t('admin.products.size')}
        value={filter.size}
        options={pageSizes.map((value) => ({ value, label: value }))}
        onChange={(size) => onChange({ size })}
      />
      <span className={styles.grow} />
      <CountNote loaded={total !== undefined}>
        {t('admin.products.count', { count: total ?? 0, n: format.count(total ?? 0) })}
      </CountNote>
      <CsvButton name="offers" load={loadProductRows(filter)} />
      <Button icon="swap" disabled={refreshing} onClick={onRefresh}>
        {t('admin.refresh')}
      </Button>
    </div>
  )
}
