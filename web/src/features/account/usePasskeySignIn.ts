import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { client, readBody } from '~/api/client'
import {
  answerChallenge,
  domainOf,
  isOnDomain,
  passkeysPossible,
  suggestsPasskeys,
  type PasskeyJson,
} from '~/lib/proof/passkeyCalls'
import { useSubmit } from '~/lib/useSubmit'
import { useSignedIn } from './useLogin'

/** Milliseconds after which a challenge is replaced: it is good for five minutes. */
const RENEWAL = 4 * 60 * 1000

const challengeQuery = queryOptions({
  queryKey: ['passkeySignIn'],
  queryFn: async () => (await readBody(client.POST('/api/auth/passkey/options'))).options,
  staleTime: RENEWAL,
  gcTime: 0,
  refetchInterval: RENEWAL,
  refetchOnWindowFocus: true,
  retry: false,
})

/**
 * The login by a passkey alone: by a press, and by the browser's suggestions in the field for the address. `waiting`: whether
 * nothing else asks for a passkey, since browsers answer one question at a time.
 */
export function usePasskeySignIn(next: string | undefined, waiting: boolean) {
  const possible = passkeysPossible()
  const { data: challenge, isError, refetch } = useQuery({ ...challengeQuery, enabled: possible && waiting })
  const usable = challenge && isOnDomain(domainOf(challenge)) ? challenge : null
  const stopSuggesting = useRef<AbortController | null>(null)
  const signIn = useSubmit({
    // The answer of a suggestion, or the challenge that the user is asked to answer.
    mutationFn: async (given: { answer: PasskeyJson } | { challenge: PasskeyJson }) => {
      const passkey = 'answer' in given ? given.answer : await answerChallenge(given.challenge)
      return readBody(client.POST('/api/auth/passkey', { body: { passkey } }), { user: {} })
    },
    // Each challenge is answered once.
    onError: () => void refetch(),
    onSuccess: useSignedIn(next),
  })
  const { mutate } = signIn
  useEffect(() => {
    if (usable === null || !waiting) return
    const controller = new AbortController()
    stopSuggesting.current = controller
    void awaitSuggestion(usable, controller.signal, (answer) => mutate({ answer }))
    return () => controller.abort()
  }, [usable, waiting, mutate])
  const use = useCallback(() => {
    stopSuggesting.current?.abort()
    if (usable !== null) mutate({ challenge: usable })
  }, [usable, mutate])
  // Offered before the server has answered: a button that comes later would move what is below it.
  const offered = possible && waiting && (challenge === undefined ? !isError : usable !== null)
  return { offered, ready: usable !== null && !signIn.isPending, use, error: signIn.error, reset: signIn.reset }
}

/** Waits until the user chooses a passkey among the field's suggestions, which may never happen. */
async function awaitSuggestion(
  challenge: PasskeyJson,
  signal: AbortSignal,
  onAnswer: (answer: PasskeyJson) => void,
): Promise<void> {
  try {
    if (!(await suggestsPasskeys()) || signal.aborted) return
    onAnswer(await answerChallenge(challenge, { mediation: 'conditional', signal }))
  } catch {
    // Ended by the page, or closed by the user, who still has the button and the form.
  }
}
