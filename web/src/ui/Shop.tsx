import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, type ReactNode } from 'react'
import { retailersQuery } from '~/api/queries'
import type { Retailer, RetailerList } from '~/api/wire'
import type { Language } from '~/i18n/language'
import { useText } from '~/i18n/useText'
import { classNames } from './classNames'
import styles from './Shop.module.css'
import { ShopMark } from './shopMarks'

const ShopsContext = createContext<ReadonlyMap<string, Retailer>>(new Map())

/** Requests the retailers once, for every component inside that shows one. */
export function ShopsProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery({ ...retailersQuery, select: bySlug })
  return <ShopsContext value={data ?? noShops}>{children}</ShopsContext>
}

const noShops: ReadonlyMap<string, Retailer> = new Map()
const bySlug = ({ retailers }: RetailerList): ReadonlyMap<string, Retailer> => new Map(retailers.map((shop) => [shop.slug, shop]))

/** Returns a function that finds a retailer by slug, once the retailers have loaded. */
export function useShops(): (slug: string | null | undefined) => Retailer | undefined {
  const shops = useContext(ShopsContext)
  return (slug) => shops.get(slug ?? '')
}

/** Returns a function that names a retailer in the reader's language. */
export function useShopName(): (slug: string | null | undefined, fallback?: string | null) => string {
  const { language } = useText()
  const shops = useShops()
  return (slug, fallback) => nameOf(shops(slug), language) ?? fallback ?? slug ?? ''
}

/** A retailer: its mark, its colour, its name. */
export function Shop({ slug, name, className }: { slug: string | null; name?: string | null; className?: string }) {
  const { language } = useText()
  const shops = useContext(ShopsContext)
  const shop = shops.get(slug ?? '')
  return (
    <span className={classNames(styles.shop, className)}>
      {/* Space is reserved until the retailers have loaded. */}
      {shops.size === 0 ? <span className={styles.glyph} /> : <ShopMark position={shop?.position} />}
      <bdi className={styles.name}>{nameOf(shop, language) ?? name ?? slug ?? ''}</bdi>
    </span>
  )
}

function nameOf(shop: Retailer | undefined, language: Language): string | undefined {
  return (language === 'ar' && shop?.nameAr) || shop?.name
}
