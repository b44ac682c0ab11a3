import { useState } from 'react'
import type { Product } from '~/api/wire'
import { categoryInfo } from '~/lib/categories'
import { pictureSizes, pictureSources } from '~/lib/pictures'
import { classNames } from './classNames'
import styles from './Part.module.css'
import parts from './parts.svg?url'

type Pictured = Pick<Product, 'category' | 'picture'> & Partial<Pick<Product, 'specs' | 'name'>>

type PartPictureProps = {
  product: Pictured
  /** Where it is shown, which says how wide. */
  place: keyof typeof pictureSizes
  /** Load at once: for the one picture a page is about. */
  eager?: boolean
  /** Told when there is no photo and the drawing stands in. */
  onDrawing?: () => void
}

/** A product's photo; where there is none, or it does not load, the drawing of its kind. */
export function PartPicture({ product, place, eager = false, onDrawing }: PartPictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const { picture } = product
  // Builds that a browser kept from before pictures were ours have none.
  if (!picture || broken === picture.hash) return <PartDrawing product={product} />
  return (
    <img
      className={styles.photo}
      {...pictureSources(picture)}
      sizes={pictureSizes[place]}
      alt=""
      width={picture.width}
      height={picture.height}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding={eager ? 'sync' : 'async'}
      onError={() => {
        setBroken(picture.hash)
        onDrawing?.()
      }}
    />
  )
}

/** The drawing of a kind of part, in the part's own tone where its colour is known. */
export function PartDrawing({ product }: { product: Pictured }) {
  return (
    <svg className={classNames(styles.part, toneOf(product))} viewBox="0 0 200 140" aria-hidden="true">
      <use href={`${parts}#${drawingOf(product)}`} />
    </svg>
  )
}

/** A small picture beside a name. */
export function PartThumb({ product }: { product: Pictured }) {
  return (
    <span className={styles.thumb}>
      <PartPicture product={product} place="thumb" />
    </span>
  )
}

function drawingOf({ category, specs }: Pictured): string {
  if (category !== 'GPU') return categoryInfo(category).drawing
  const length = specs?.length
  if (typeof length === 'number') return length > 330 ? 'gpux' : length < 270 ? 'gpu2' : 'gpu3'
  return 'gpu3'
}

function toneOf({ specs }: Pictured): string | undefined {
  const color = specs?.color
  const first = Array.isArray(color) ? color[0] : color
  if (typeof first !== 'string') return undefined
  if (/white|silver|snow/i.test(first)) return styles.white
  if (/brown|gold|orange|beige|wood/i.test(first)) return styles.warm
  return undefined
}
