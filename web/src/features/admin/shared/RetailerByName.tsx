import { useQuery } from '@tanstack/react-query'
import { retailersQuery } from '~/api/queries'
import { RetailerLabel, useRetailerName } from '~/ui/RetailerLabel'

/** A retailer of which only the English name is given: its mark, its colour, its name in the reader's language. */
export function RetailerByName({ name }: { name: string }) {
  return <RetailerLabel slug={useFindSlug()(name)} name={name} />
}

/** Returns a function that finds a retailer's name in the reader's language by its English name. */
export function useRetailerNameByEnglish(): (name: string) => string {
  const slug = useFindSlug()
  const retailerName = useRetailerName()
  return (name) => retailerName(slug(name), name)
}

function useFindSlug(): (name: string) => string | null {
  const { data } = useQuery(retailersQuery)
  return (name) => data?.retailers.find((one) => one.name === name)?.slug ?? null
}
