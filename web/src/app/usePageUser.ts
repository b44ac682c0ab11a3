import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { sessionQuery } from '~/api/accounts'
import { pageUser } from '~/api/client'

/**
 * Names the signed-in user to the client, for the calls of this page. Returns a key that changes when another user takes
 * the place of the one before: what the page shows, and what its forms hold, is of that one.
 */
export function usePageUser(): number {
  const { data: id } = useQuery({ ...sessionQuery, select: (user) => user?.id })
  const [last, setLast] = useState({ id, changes: 0 })
  if (id !== undefined && id !== last.id)
    setLast({ id, changes: last.id === undefined ? last.changes : last.changes + 1 })
  // Before the effects of the page, which send its first calls.
  useLayoutEffect(() => {
    pageUser.id = id
    return () => {
      pageUser.id = undefined
    }
  }, [id])
  return last.changes
}
