import { useQuery } from '@tanstack/react-query'
import { retailersQuery } from '~/api/queries'
import { Shop, useShopName } from '~/ui/Shop'

/** A shop known by its English name only: its shape, its colour, its name in the reader's language. */
export function NamedShop({ name }: { name: string }) {
  return <Shop slug={useSlugOf()(name)} name={name} />
}

/** The name in the reader's language of a shop known by its English one. */
export function useNamedShop(): (name: string) => string {
  const slug = useSlugOf()
  const shopName = useShopName()
  return (name) => shopName(slug(name), name)
}

function useSlugOf(): (name: string) => string | null {
  const { data } = useQuery(retailersQuery)
  return (name) => data?.retailers.find((one) => one.name === name)?.slug ?? null
}
