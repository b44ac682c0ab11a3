import { classNames } from '~/ui/classNames'
import styles from '~/ui/Part.module.css'
import { chooseDrawing, isClosed, isRgb, type Drawable } from './partDrawing'
import parts from './parts.svg?url'

/**
 * The drawing of a part: its category, size and number of pieces, white or warm where its colour is known, and lit
 * where it has lighting.
 */
export function DrawnPart({ product }: { product: Drawable }) {
  return (
    <svg
      className={classNames(
        styles.part,
        toneOf(product),
        isRgb(product) && styles.rgb,
        isClosed(product) && styles.closed,
      )}
      viewBox="0 0 200 140"
      aria-hidden="true"
    >
      <use href={`${parts}#${chooseDrawing(product)}`} />
    </svg>
  )
}

function toneOf({ specs }: Drawable): string | undefined {
  const color = specs?.color
  const first = Array.isArray(color) ? color[0] : color
  if (typeof first !== 'string') return undefined
  if (/white|silver|snow/i.test(first)) return styles.white
  if (/brown|gold|orange|beige|wood/i.test(first)) return styles.warm
  return undefined
}
