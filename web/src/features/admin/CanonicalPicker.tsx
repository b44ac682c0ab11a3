import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { useProductName } from '~/ui/Name'
import { TextField } from '~/ui/TextField'
import { ProductFinder } from './ProductFinder'

type CanonicalPickerProps = { value: string; category: string | null; name: string | null; help?: string; problem?: string; onChange: (id: string) => void }

/** The product that an offer is of: by its id, or found by its name. */
export function CanonicalPicker({ value, category, name, help, problem, onChange }: CanonicalPickerProps) {
  const { t } = useText()
  const productName = useProductName()
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null)
  const known = chosen?.id === value ? chosen.name : name
  return (
    <>
      <TextField
        label={t('admin.products.canonicalId')}
        help={known !== null && value !== '' ? t('admin.products.chosen', { name: known }) : help}
        problem={problem}
        dir="ltr"
        value={value}
        onChange={onChange}
      />
      <ProductFinder
        value={value}
        // Of an offer that nobody could tell to be a part, any product may be meant.
        category={category === 'OTHER' ? null : category}
        onChoose={(product) => {
          setChosen({ id: product.id, name: productName(product) })
          onChange(product.id)
        }}
      />
    </>
  )
}
