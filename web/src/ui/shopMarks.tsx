import type { CSSProperties, ReactNode } from 'react'
import styles from './Shop.module.css'

// Told apart by shape as well as by colour; the order is that of tokens.css.
const shapes: ReactNode[] = [
  <circle key="1" cx="6" cy="6" r="5" />,
  <path key="2" d="M1.5 1.5h9v9h-9z" />,
  <path key="3" d="m6 0 6 6-6 6-6-6z" />,
  <path key="4" d="M6 .8 12 11H0z" />,
  <path key="5" d="M3.2 1h5.6L12 6 8.8 11H3.2L0 6z" />,
  <path key="6" d="M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1zm0 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4z" />,
]

const dashes = ['7 3', '', '2 3', '9 3 2 3', '4 4', '1 4']

/** The colour of a shop by its place among the shops, from 0. The seventh and on have none of their own. */
export function shopColor(position: number | undefined): string {
  return position !== undefined && position < shapes.length ? `var(--retailer-${position + 1})` : 'var(--text-2)'
}

/** The dash of a shop's line in a chart. */
export function shopDash(position: number | undefined): string {
  return (position !== undefined && dashes[position]) || '5 3'
}

/** A shop's shape in its colour; nothing for the seventh shop and on. */
export function ShopMark({ position }: { position: number | undefined }) {
  const shape = position === undefined ? undefined : shapes[position]
  if (!shape) return null
  return (
    <svg className={styles.glyph} viewBox="0 0 12 12" aria-hidden="true" style={{ '--shop': shopColor(position) } as CSSProperties}>
      {shape}
    </svg>
  )
}

/** The shape alone, to be drawn inside another picture. */
export function shopShape(position: number | undefined): ReactNode {
  return (position !== undefined && shapes[position]) || shapes[0]
}
