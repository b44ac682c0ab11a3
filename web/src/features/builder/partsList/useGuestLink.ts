import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { client, readBody } from '~/api/client'
import { addressToShare } from '~/i18n/language'
import { toWireComponents, type Components } from '~/lib/build'

/** The short link to a guest's build. */
export type GuestLink = {
  /** Null while the server has not answered, and where it refused. */
  address: string | null
  /** Whether the server wants a proof of the bot check first: only for a list that has no link yet. */
  needsProof: boolean
  failed: boolean
  acceptProof: (proof: string | null) => void
}

/** Requests the short link to a list of parts. `name`: the build's, unless it has none of its own. */
export function useGuestLink(name: string | undefined, components: Components): GuestLink {
  const [proof, setProof] = useState<string | null>(null)
  // A check that ends tells so with null: the proof that was sent stays.
  const acceptProof = useCallback((found: string | null) => setProof((sent) => found ?? sent), [])
  const list = { name, components: toWireComponents(components) }
  const { data, error } = useQuery({
    queryKey: ['guestLink', list, proof],
    queryFn: ({ signal }) =>
      readBody(client.POST('/api/guest-builds', { body: { ...list, turnstileToken: proof ?? '' }, signal })),
    // A dialog that opens again asks again: the list may have got its link.
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })
  const code = data?.code ?? null
  return {
    address: code === null ? null : addressToShare(`/b/${code}`),
    needsProof: data !== undefined && code === null,
    failed: error !== null,
    acceptProof,
  }
}
