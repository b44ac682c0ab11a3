import { useNavigate } from '@tanstack/react-router'
import { categoryInfo } from '~/lib/categories'
import { usePreferences } from '~/lib/preferences'
import type { Entry } from './entries'

/** Returns a function that opens the page of a line. */
export function useOpenEntry(done: () => void): (entry: Entry) => void {
  const navigate = useNavigate()
  const { rememberSearch: remember, forgetSearches: forget } = usePreferences()
  return (entry) => {
    if (entry.kind === 'forget') return forget()
    done()
    if (entry.kind === 'page') return void navigate({ to: entry.page })
    if (entry.kind === 'product')
      return void navigate({ to: '/product/$productId', params: { productId: entry.product.id } })
    if (entry.kind === 'category') {
      const { slug } = categoryInfo(entry.category)
      if (slug) return void navigate({ to: '/$category', params: { category: slug } })
      return void navigate({ to: '/products', search: { category: [entry.category] } })
    }
    remember(entry.q)
    void navigate({ to: '/search', search: { q: entry.q } })
  }
}
