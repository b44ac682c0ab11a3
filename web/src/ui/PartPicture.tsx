import { Suspense, useState } from 'react'
import type { Product } from '~/api/wire'
import { pictureSizes, pictureSources } from './pictures'
import styles from './Part.module.css'
import type { Drawable } from '~/ui/drawing/partDrawing'
import { lazyPiece } from '~/ui/lazyPiece'

// Loaded on demand, because most parts have a photo.
const DrawnPart = lazyPiece(
  () => import('~/ui/drawing/DrawnPart'),
  'DrawnPart',
  () => <EmptyDrawing />,
)

type Pictured = Drawable & Pick<Product, 'picture'>

/**
 * Urgency of a picture: *first* before all others, *eager* at once, *lazy* when the browser finds it near the
 * screen, *later* not yet.
 */
export type PictureLoading = 'first' | 'eager' | 'lazy' | 'later'

type PartPictureProps = {
  product: Pictured
  /** The context of the picture, which decides its width. */
  place: keyof typeof pictureSizes
  loading?: PictureLoading
  /** Called when there is no photo and the drawing is shown instead. */
  onDrawing?: () => void
}

/** A product's photo; the drawing of its category where there is no photo, or where the photo does not load. */
export function PartPicture({ product, place, loading = 'lazy', onDrawing }: PartPictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const { picture } = product
  // Builds that a browser stored before the site served pictures itself have none.
  if (!picture || broken === picture.hash) return <PartDrawing product={product} />
  return (
    <img
      className={styles.photo}
      {...(loading === 'later' ? undefined : pictureSources(picture))}
      sizes={pictureSizes[place]}
      alt=""
      width={picture.width}
      height={picture.height}
      loading={loading === 'first' || loading === 'eager' ? 'eager' : 'lazy'}
      fetchPriority={loading === 'first' ? 'high' : 'auto'}
      decoding={loading === 'first' ? 'sync' : 'async'}
      onError={() => {
        setBroken(picture.hash)
        onDrawing?.()
      }}
    />
  )
}

/** The drawing of a part. Its space stays empty until its code has loaded, or where that fails. */
export function PartDrawing({ product }: { product: Drawable }) {
  return (
    <Suspense fallback={<EmptyDrawing />}>
      <DrawnPart product={product} />
    </Suspense>
  )
}

/** The space of a drawing. */
export function EmptyDrawing() {
  return <svg className={styles.part} viewBox="0 0 200 140" aria-hidden="true" />
}

/** A small picture beside a name. */
export function PartThumb({ product }: { product: Pictured }) {
  return (
    <span className={styles.thumb}>
      <PartPicture product={product} place="thumb" />
    </span>
  )
}
