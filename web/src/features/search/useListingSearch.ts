import { useLocation, useNavigate } from '@tanstack/react-router'
import { categoryBySlug } from '~/lib/categories'
import { readListingSearch, withoutEmpty } from '~/lib/listingSearch'
import { useMediaQuery } from '~/lib/useMediaQuery'

/**
 * The listing that the header's field searches: on phones the one of the page, which has no field of its own there.
 * Undefined on other pages and on wide screens, where the field searches everything.
 */
export function useListingSearch() {
  const narrow = useMediaQuery('(max-width: 47.9375rem)')
  const navigate = useNavigate()
  const slug = useLocation({ select: ({ pathname }) => pathname.split('/')[1] ?? '' })
  const isListing = useLocation({ select: ({ pathname }) => /^\/[^/]+\/?$/.test(pathname) })
  const words = useLocation({ select: ({ search }) => search.q ?? '' })
  const info = categoryBySlug(slug)
  if (!narrow || !info) return undefined
  return {
    category: info.type,
    words: isListing ? words : '',
    /** Searches the listing; its filters stay. */
    search: (text: string) => {
      const q = text.trim() || undefined
      void navigate({
        to: '/$category',
        params: { category: slug },
        search: (search) => (isListing ? withoutEmpty({ ...readListingSearch(search), q, page: undefined }) : { q }),
        resetScroll: true,
      })
    },
  }
}
