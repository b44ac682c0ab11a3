import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { useDebounced } from '~/lib/useDebounced'
import { SearchField } from '~/ui/Field'
import { Name } from '~/ui/ProductName'
import { PartThumb } from '~/ui/PartPicture'
import { productChoicesQuery } from '../shared/products'
import styles from './Products.module.css'

/** Pause in typing after which the search starts, in milliseconds. */
const TYPING_PAUSE = 200

type ProductFinderProps = {
  /** Id of the selected product. */
  value: string
  category: string | null
  /** Id of a product that cannot be selected. */
  except?: string
  onChoose: (product: Product) => void
}

/** Finds a product of the catalogue by its name. */
export function ProductFinder({ value, category, except, onChoose }: ProductFinderProps) {
  const { t } = useText()
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed, TYPING_PAUSE).trim()
  const { data } = useQuery(productChoicesQuery(q, category))
  const found = data?.filter(({ id }) => id !== except)
  return (
    <>
      <SearchField
        label={t('admin.products.findCanonical')}
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {typed.trim() !== '' && found && (
        <ul className={styles.results} aria-label={t('admin.products.findCanonical')}>
          {found.length === 0 && <li>{t('admin.products.noneFound')}</li>}
          {found.map((product) => (
            <li key={product.id}>
              <button type="button" aria-pressed={product.id === value} onClick={() => onChoose(product)}>
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
