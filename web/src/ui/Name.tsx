import { Fragment } from 'react'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'

/** A product's name in the reader's language, where it is known in it. */
export function useProductName(): (product: Pick<Product, 'name' | 'nameAr'>) => string {
  const { language } = useText()
  return (product) => (language === 'ar' ? product.nameAr : undefined) ?? product.name
}

/** A product's name with its own direction: Latin names stay whole inside Arabic. */
export function Name({ product }: { product: Pick<Product, 'name' | 'nameAr'> }) {
  const name = useProductName()
  const text = name(product)
  if (text !== product.nameAr || !text.includes(dash)) return <bdi dir="auto">{text}</bdi>
  // A model and the number behind the dash would run together from left to right.
  return (
    <bdi dir="auto">
      {text.split(dash).map((piece, index) => (
        <Fragment key={`${index} ${piece}`}>
          {index > 0 && dash}
          <span style={{ unicodeBidi: 'plaintext' }}>{piece}</span>
        </Fragment>
      ))}
    </bdi>
  )
}

const dash = ' - '
