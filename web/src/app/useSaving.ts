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
    let isStopped = false
    const start = async () => {
      const { startSaving } = await import('~/lib/accountSaver')
      if (!isStopped) stop = startSaving(queryClient)
    }
    void start()
    return () => {
      isStopped = true
      stop?.()
    }
  }, [id, queryClient])
}
