import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { useProductName } from '~/ui/ProductName'
import { TextField } from '~/ui/form/TextField'
import { ProductFinder } from './ProductFinder'

type ProductFieldProps = {
  value: string
  category: string | null
  name: string | null
  help?: string
  problem?: string
  onChange: (id: string) => void
}

/** Field for the product of an offer: its id is typed, or found by the product's name. */
export function ProductField({ value, category, name, help, problem, onChange }: ProductFieldProps) {
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
        // An offer that was not recognised as a part may be of any category.
        category={category === 'OTHER' ? null : category}
        onChoose={(product) => {
          setChosen({ id: product.id, name: productName(product) })
          onChange(product.id)
        }}
      />
    </>
  )
}
