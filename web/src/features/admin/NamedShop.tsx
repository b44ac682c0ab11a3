import { useQuery } from '@tanstack/react-query'
import { retailersQuery } from '~/api/queries'
import { Shop, useShopName } from '~/ui/Shop'

/** A retailer of which only the English name is given: its mark, its colour, its name in the reader's language. */
export function NamedShop({ name }: { name: string }) {
  return <Shop slug={useSlugOf()(name)} name={name} />
}

/** Returns a function that finds a retailer's name in the reader's language by its English name. */
export function useNamedShop(): (name: string) => string {
  const slug = useSlugOf()
  const shopName = useShopName()
  return (name) => shopName(slug(name), name)
}

function useSlugOf(): (name: string) => string | null {
  const { data } = useQuery(retailersQuery)
  return (name) => data?.retailers.find((one) => one.name === name)?.slug ?? null
}
