import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { changeSession } from '~/lib/session/changeSession'
import { ApiError, client, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { safePath } from '~/lib/safePath'
import { answerChallenge, type PasskeyJson } from '~/lib/proof/passkeyCalls'
import { useSubmit } from '~/lib/useSubmit'

type Credentials = components['schemas']['Credentials']
type Choices = components['schemas']['SecondFactorChoices']

/**
 * Logs the user in and then opens `next`. `choices`: the second factors that the server has asked for after the right
 * password. `passkeyLogin` answers with a passkey.
 */
export function useLogin(next: string | undefined) {
  const onSuccess = useSignedIn(next)
  const [choices, setChoices] = useState<Choices | null>(null)
  // Each challenge is answered once: a second attempt asks for a new one.
  const [challenge, setChallenge] = useState<PasskeyJson | null>(null)
  const login = useSubmit({
    mutationFn: (credentials: Credentials) => signIn(credentials),
    onError: (error) => {
      if (!(error instanceof SecondFactorRequired)) return
      setChoices(error.choices)
      setChallenge(error.choices.passkey)
    },
    onSuccess,
  })
  const passkeyLogin = useSubmit({
    mutationFn: async (credentials: Credentials) => {
      const options = challenge ?? (await requestChallenge(credentials))
      setChallenge(null)
      return signIn({ ...credentials, passkey: await answerChallenge(options) })
    },
    onSuccess,
  })
  return { login, passkeyLogin, choices }
}

/** Returns what follows a login: the session is read again, and `next` opens. */
export function useSignedIn(next: string | undefined) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return async () => {
    await changeSession(queryClient)
    await navigate({ href: safePath(next), replace: true })
  }
}

/** Error of a login with the right password whose second factor is still to be proved. */
class SecondFactorRequired extends Error {
  readonly choices: Choices

  constructor(choices: Choices) {
    super('second factor required')
    this.choices = choices
  }
}

/** Whether the password was right and the server asks for a second factor. */
export const asksForSecondFactor = (error: Error) => error instanceof SecondFactorRequired

async function signIn(credentials: Credentials) {
  const call = client.POST('/api/auth/login', { body: credentials })
  try {
    return await readBody(call, { user: {} })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED')) throw error
    const { error: body } = await call
    throw new SecondFactorRequired(body?.secondFactor ?? { app: true, passkey: null })
  }
}

/** Asks the server for a new challenge by sending the password alone. */
async function requestChallenge(credentials: Credentials): Promise<PasskeyJson> {
  try {
    await signIn(credentials)
  } catch (error) {
    if (error instanceof SecondFactorRequired && error.choices.passkey !== null) return error.choices.passkey
    throw error
  }
  throw new DOMException('the account has no passkey any more', 'NotAllowedError')
}
