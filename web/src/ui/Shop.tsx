import { useQuery } from '@tanstack/react-query'
import { retailersQuery } from '~/api/queries'
import type { Retailer } from '~/api/wire'
import type { Language } from '~/i18n/language'
import { useText } from '~/i18n/useText'
import { classNames } from './classNames'
import styles from './Shop.module.css'
import { ShopMark } from './shopMarks'

/** The shops by slug, once they are known. */
export function useShops(): (slug: string | null | undefined) => Retailer | undefined {
  const { data } = useQuery(retailersQuery)
  return (slug) => data?.retailers.find((shop) => shop.slug === slug)
}

/** A shop's name in the reader's language. */
export function useShopName(): (slug: string | null | undefined, fallback?: string | null) => string {
  const { language } = useText()
  const shops = useShops()
  return (slug, fallback) => nameOf(shops(slug), language) ?? fallback ?? slug ?? ''
}

/** A shop: its shape, its colour, its name. */
export function Shop({ slug, name, className }: { slug: string | null; name?: string | null; className?: string }) {
  const { language } = useText()
  const shop = useShops()(slug)
  return (
    <span className={classNames(styles.shop, className)}>
      <ShopMark position={shop?.position} />
      <bdi className={styles.name}>{nameOf(shop, language) ?? name ?? slug ?? ''}</bdi>
    </span>
  )
}

function nameOf(shop: Retailer | undefined, language: Language): string | undefined {
  return (language === 'ar' && shop?.nameAr) || shop?.name
}
