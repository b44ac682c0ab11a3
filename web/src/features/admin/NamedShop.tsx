import { useQuery } from '@tanstack/react-query'
import { retailersQuery } from '~/api/queries'
import { Shop } from '~/ui/Shop'

/** A shop known by its English name only: its shape, its colour, its name in the reader's language. */
export function NamedShop({ name }: { name: string }) {
  const { data } = useQuery(retailersQuery)
  return <Shop slug={data?.retailers.find((one) => one.name === name)?.slug ?? null} name={name} />
}
