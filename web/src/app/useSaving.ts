import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '~/api/accounts'
import { loadCode } from '~/api/loadCode'

/** Time until the code that saves builds is loaded again where that has failed, in ms. */
const RETRY_PAUSE = 30_000

/** Saves the build to the account of the signed-in user. Visitors without a session never load this code. */
export function useSaving() {
  const queryClient = useQueryClient()
  const id = useSession().user?.id
  useEffect(() => {
    if (id === undefined) return
    let stop: (() => void) | undefined
    let isStopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = async () => {
      const saver = await loadCode(() => import('~/lib/accountSaver')).catch(() => null)
      if (isStopped) return
      if (saver) stop = saver.startSaving(queryClient, id)
      // Until then the build is stored in this browser only.
      else timer = setTimeout(() => void start(), RETRY_PAUSE)
    }
    void start()
    return () => {
      isStopped = true
      clearTimeout(timer)
      stop?.()
    }
  }, [id, queryClient])
}
