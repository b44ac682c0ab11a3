import type { CSSProperties, ReactNode } from 'react'
import styles from './RetailerLabel.module.css'

// Retailers are told apart by shape as well as by colour, in the order of tokens.css.
const shapes: ReactNode[] = [
  <circle key="1" cx="6" cy="6" r="5" />,
  <path key="2" d="M1.5 1.5h9v9h-9z" />,
  <path key="3" d="m6 0 6 6-6 6-6-6z" />,
  <path key="4" d="M6 .8 12 11H0z" />,
  <path key="5" d="M3.2 1h5.6L12 6 8.8 11H3.2L0 6z" />,
  <path key="6" d="M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1zm0 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4z" />,
]

const dashes = ['7 3', '', '2 3', '9 3 2 3', '4 4', '1 4']

/**
 * Returns a retailer's colour by its position among the retailers, from 0. Retailers from the seventh on have no colour
 * of their own.
 */
export function retailerColor(position: number | undefined): string {
  return position !== undefined && position < shapes.length ? `var(--retailer-${position + 1})` : 'var(--text-2)'
}

/** Returns the dash pattern of a retailer's line in a chart. */
export function retailerDash(position: number | undefined): string {
  return (position !== undefined && dashes[position]) || '5 3'
}

/** A retailer's shape in its colour; from the seventh retailer on, an outline that its slug decides. */
export function RetailerMark({ position, slug }: { position: number | undefined; slug: string | null }) {
  const own = position === undefined ? undefined : shapes[position]
  if (!own && !slug) return null
  const drawn = numberOf(slug ?? '')
  return (
    <svg
      className={own ? styles.glyph : `${styles.glyph} ${styles.outline}`}
      viewBox="0 0 12 12"
      aria-hidden="true"
      style={
        {
          '--retailer-color': own
            ? retailerColor(position)
            : `var(--retailer-${(Math.floor(drawn / shapes.length) % shapes.length) + 1})`,
        } as CSSProperties
      }
    >
      {own ?? shapes[drawn % shapes.length]}
    </svg>
  )
}

/** Returns a number that a slug always has, and that differs between most slugs. */
function numberOf(slug: string): number {
  let number = 7
  for (const letter of slug) number = (number * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return number
}

/** Returns the shape alone, to draw it inside another SVG. */
export function retailerShape(position: number | undefined): ReactNode {
  return (position !== undefined && shapes[position]) || shapes[0]
}
