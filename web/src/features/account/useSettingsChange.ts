import { useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '~/api/accounts'
import { client, readBody } from '~/api/client'
import { settingsQuery } from '~/api/ownData'
import type { components } from '~/api/schema'
import { useSubmit } from '~/lib/useSubmit'

export type Settings = components['schemas']['Settings']
type Patch = components['schemas']['SettingsPatch']

/** Changes settings: a switch or choice shows its new state at once, and goes back when the change failed. */
export function useSettingsChange() {
  const queryClient = useQueryClient()
  return useSubmit({
    // A second choice does not wait for the first: with the keyboard, each step on the way is one.
    about: (patch: Patch) => JSON.stringify(patch),
    mutationFn: (patch: Patch) => readBody(client.PUT('/api/user/settings', { body: patch })),
    onMutate: async (patch) => {
      await queryClient.cancelQueries({ queryKey: settingsQuery.queryKey })
      const before = queryClient.getQueryData(settingsQuery.queryKey)
      if (before) queryClient.setQueryData(settingsQuery.queryKey, { ...before, ...switches(patch) })
      return { before }
    },
    onError: (_, __, context) => queryClient.setQueryData(settingsQuery.queryKey, context?.before),
    onSuccess: (settings) => {
      queryClient.setQueryData(settingsQuery.queryKey, settings)
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
}

const SWITCHES = ['priceDropAlerts', 'publicProfile', 'allowBuildSharing', 'alertMails', 'quietHours'] as const

/** Returns the switches and choices that the change sets. */
const switches = (patch: Patch): Partial<Settings> =>
  Object.fromEntries(SWITCHES.flatMap((key) => (key in patch ? [[key, patch[key]]] : [])))
