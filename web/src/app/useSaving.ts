import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '~/api/accounts'

/** Keeps the build in the account of whoever is signed in. Nobody else needs the code of it. */
export function useSaving() {
  const queryClient = useQueryClient()
  const id = useSession().user?.id
  useEffect(() => {
    if (id === undefined) return
    let stop: (() => void) | undefined
    let over = false
    const start = async () => {
      const { startSaving } = await import('~/lib/saving')
      if (!over) stop = startSaving(queryClient)
    }
    void start()
    return () => {
      over = true
      stop?.()
    }
  }, [id, queryClient])
}
