import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { retailersQuery } from '~/api/queries'
import type { Retailer, RetailerList } from '~/api/wire'
import { noShops, ShopsContext } from '~/ui/Shop'

/** Requests the retailers once, for every component inside that shows one. */
export function RetailersProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery({ ...retailersQuery, select: bySlug })
  return <ShopsContext value={data ?? noShops}>{children}</ShopsContext>
}

const bySlug = ({ retailers }: RetailerList): ReadonlyMap<string, Retailer> => new Map(retailers.map((shop) => [shop.slug, shop]))
