import { createContext, useContext } from 'react'
import type { Retailer } from '~/api/wire'
import type { Language } from '~/i18n/language'
import { useText } from '~/i18n/useText'
import { classNames } from './classNames'
import styles from './RetailerLabel.module.css'
import { RetailerMark } from './retailerMarks'

/** No retailers: the map before the retailers have loaded. */
export const noRetailers: ReadonlyMap<string, Retailer> = new Map()

/** The retailers by slug; `lib/RetailersProvider` requests them. */
export const RetailersContext = createContext(noRetailers)

/** Returns a function that finds a retailer by slug, once the retailers have loaded. */
export function useRetailers(): (slug: string | null | undefined) => Retailer | undefined {
  const retailers = useContext(RetailersContext)
  return (slug) => retailers.get(slug ?? '')
}

/** Returns a function that names a retailer in the reader's language. */
export function useRetailerName(): (slug: string | null | undefined, fallback?: string | null) => string {
  const { language } = useText()
  const retailers = useRetailers()
  return (slug, fallback) => nameOf(retailers(slug), language) ?? fallback ?? slug ?? ''
}

/** A retailer: its mark, its colour, its name. */
export function RetailerLabel({
  slug,
  name,
  className,
}: {
  slug: string | null
  name?: string | null
  className?: string
}) {
  const { language } = useText()
  const retailers = useContext(RetailersContext)
  const retailer = retailers.get(slug ?? '')
  return (
    <span className={classNames(styles.retailer, className)}>
      {/* Space is reserved until the retailers have loaded. */}
      {retailers.size === 0 ? (
        <span className={styles.glyph} />
      ) : (
        <RetailerMark position={retailer?.position} slug={slug} />
      )}
      <bdi className={styles.name}>{nameOf(retailer, language) ?? name ?? slug ?? ''}</bdi>
    </span>
  )
}

/** A retailer's mark alone, before words that name it. */
export function RetailerGlyph({ slug }: { slug: string }) {
  const findRetailer = useRetailers()
  return (
    <span className={styles.alone}>
      <RetailerMark position={findRetailer(slug)?.position} slug={slug} />
    </span>
  )
}

function nameOf(retailer: Retailer | undefined, language: Language): string | undefined {
  return (language === 'ar' && retailer?.nameAr) || retailer?.name
}
