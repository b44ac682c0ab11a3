import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { addChannel, channelsQuery, removeChannel, testChannel, type Channel, type NewChannel } from '~/api/channels'
import { documentLanguage } from '~/i18n/language'
import { ownEndpoint, subscribe, unsubscribe } from '~/lib/browserPush'
import { useSubmit } from '~/lib/useSubmit'
import { browserName } from './browserName'

/** The end point of this browser's subscription; null without one. The browser may end it at any time. */
export const endpointQuery = queryOptions({
  queryKey: ['pushEndpoint'],
  staleTime: 0,
  gcTime: 0,
  queryFn: async () => ownEndpoint().catch(() => null),
})

/** Reads the channels again, and whether this browser is one of them. */
function useRefresh() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [channelsQuery, endpointQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey: [...queryKey] })),
    )
}

/** Adds a webhook or an ntfy topic, in the page's language. */
export function useAddChannel() {
  const refresh = useRefresh()
  return useSubmit({
    mutationFn: (channel: Pick<NewChannel, 'kind' | 'address'>) =>
      addChannel({ ...channel, language: documentLanguage() }),
    onSuccess: refresh,
  })
}

/** Subscribes this browser, and adds it. */
export function useSubscribe(pushKey: string) {
  const refresh = useRefresh()
  return useSubmit({
    mutationFn: async () => {
      const { endpoint = '', keys = {} } = await subscribe(pushKey)
      const { p256dh = '', auth = '' } = keys
      const device = browserName(navigator.userAgent)
      const channel = { kind: 'PUSH' as const, address: endpoint, keys: { p256dh, auth }, device }
      try {
        return await addChannel({ ...channel, language: documentLanguage() })
      } catch (error) {
        await unsubscribe()
        throw error
      }
    },
    onSuccess: refresh,
  })
}

/** Removes a channel; this browser's own subscription ends with it. */
export function useRemoveChannel({ id }: Channel, isOwn: boolean) {
  const refresh = useRefresh()
  return useSubmit({
    mutationFn: async () => {
      await removeChannel(id)
      if (isOwn) await unsubscribe().catch(() => undefined)
    },
    onSuccess: refresh,
  })
}

/** Sends a test to a channel. `onGone` is called where the server removed it, because the browser has unsubscribed. */
export function useTestChannel({ id }: Channel, onGone: () => void) {
  const refresh = useRefresh()
  return useSubmit({
    mutationFn: () => testChannel(id),
    onSuccess: (outcome) => {
      if (outcome.problem === 'GONE') onGone()
      return refresh()
    },
  })
}
