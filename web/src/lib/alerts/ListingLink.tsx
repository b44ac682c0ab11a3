import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { toListingSearch } from './listingFilters'

type ListingLinkProps = { listing: string; className?: string; children: ReactNode }

/** Link to the products of an alert's listing. */
export function ListingLink({ listing, className, children }: ListingLinkProps) {
  const search = toListingSearch(listing)
  return (
    <Link to={search.q === undefined ? '/products' : '/search'} search={search} className={className}>
      {children}
    </Link>
  )
}
