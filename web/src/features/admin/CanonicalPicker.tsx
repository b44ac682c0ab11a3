import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { useDebounced } from '~/lib/useDebounced'
import { SearchField } from '~/ui/Field'
import { Name, useProductName } from '~/ui/Name'
import { PartThumb } from '~/ui/PartPicture'
import { TextField } from '~/ui/TextField'
import { canonicalQuery } from './products'
import styles from './Products.module.css'

/** How long the search waits for the next letter, in milliseconds. */
const pause = 200

type CanonicalPickerProps = { value: string; category: string | null; name: string | null; problem?: string; onChange: (id: string) => void }

/** The product that an offer is of: by its id, or found by its name. */
export function CanonicalPicker({ value, category, name, problem, onChange }: CanonicalPickerProps) {
  const { t } = useText()
  const productName = useProductName()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null)
  const q = useDebounced(typed, pause).trim()
  const { data } = useQuery(canonicalQuery(q, category))
  const known = chosen?.id === value ? chosen.name : name
  return (
    <>
      <TextField
        label={t('admin.products.canonicalId')}
        help={known !== null && value !== '' ? t('admin.products.chosen', { name: known }) : t('admin.products.canonicalHelp')}
        problem={problem}
        dir="ltr"
        value={value}
        onChange={onChange}
      />
      <SearchField label={t('admin.products.findCanonical')} value={typed} onChange={setTyped} onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()} />
      {typed.trim() !== '' && data && (
        <ul className={styles.found} aria-label={t('admin.products.findCanonical')}>
          {data.length === 0 && <li>{t('admin.products.noneFound')}</li>}
          {data.map((product) => (
            <li key={product.id}>
              <button
                type="button"
                aria-pressed={product.id === value}
                onClick={() => {
                  setChosen({ id: product.id, name: productName(product) })
                  onChange(product.id)
                }}
              >
                <PartThumb product={product} />
                <Name product={product} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
