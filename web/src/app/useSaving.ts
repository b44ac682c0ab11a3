import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '~/api/accounts'

/** Saves the build to the account of the signed-in user. Visitors without a session never load this code. */
export function useSaving() {
  const queryClient = useQueryClient()
  const id = useSession().user?.id
  useEffect(() => {
    if (id === undefined) return
    let stop: (() => void) | undefined
    let over = false
    const start = async () => {
      const { startSaving } = await import('~/lib/accountSaver')
      if (!over) stop = startSaving(queryClient)
    }
    void start()
    return () => {
      over = true
      stop?.()
    }
  }, [id, queryClient])
}
