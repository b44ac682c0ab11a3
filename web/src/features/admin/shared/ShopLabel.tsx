import { useQuery } from '@tanstack/react-query'
import { useText } from '~/i18n/useText'
import { RetailerLabel } from '~/ui/RetailerLabel'
import { operationsQuery } from './operations'

/** A retailer of which only the slug is given. Shoppers' pages do not know the name of one that is switched off. */
export function ShopLabel({ slug }: { slug: string }) {
  return <RetailerLabel slug={slug} name={useShopName()(slug)} />
}

/** Returns a function that names any retailer in the reader's language, also one that is switched off. */
export function useShopName(): (slug: string) => string | undefined {
  const { language } = useText()
  const { data } = useQuery({ ...operationsQuery, refetchInterval: false, staleTime: Infinity })
  return (slug) => {
    const retailer = data?.retailers.find((one) => one.slug === slug)
    return language === 'ar' ? retailer?.nameAr : retailer?.name
  }
}
