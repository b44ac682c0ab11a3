import type { MouseEvent } from 'react'
import { client } from '~/api/client'
import type { Category } from '~/api/wire'

/**
 * Returns the handlers of a link to an offer at its shop: they count that a shopper leaves for the shop, from a category. The
 * server keeps the day's number alone.
 */
export function clickOutHandlers(retailerSlug: string, category: Category) {
  const count = () => {
    // The page may be left at once.
    client.POST('/api/click-outs', { body: { retailerSlug, category }, keepalive: true }).catch(() => undefined)
  }
  return {
    onClick: count,
    // The middle button opens the link in another tab; the right one opens a menu.
    onAuxClick: ({ button }: MouseEvent) => {
      if (button === 1) count()
    },
  }
}
