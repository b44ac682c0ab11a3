import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { retailersQuery } from '~/api/queries'
import type { Retailer, RetailerList } from '~/api/wire'
import { noRetailers, RetailersContext } from '~/ui/RetailerLabel'

/** Requests the retailers once, for every component inside that shows one. */
export function RetailersProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery({ ...retailersQuery, select: bySlug })
  return <RetailersContext value={data ?? noRetailers}>{children}</RetailersContext>
}

const bySlug = ({ retailers }: RetailerList): ReadonlyMap<string, Retailer> =>
  new Map(retailers.map((retailer) => [retailer.slug, retailer]))
