import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { secondFactorQuery } from '~/api/ownData'
import { ApiError, client, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { useSubmit } from '~/lib/useSubmit'
import { answerChallenge, isOnDomain, passkeysSupported } from './passkeyCalls'

/** The user's second factors. */
export type Factors = components['schemas']['SecondFactorState']
/** Proof of the user's identity before a change: the password, and with two-step sign-in a code or a passkey. */
export type Proof = components['schemas']['IdentityProof']

type ProofOptions = {
  /** Undefined while they are not known: the server asks for a second factor where it needs one. */
  factors: Factors | undefined
  /** The error of the last attempt. */
  error: Error | null
  onProof: (proof: Proof) => void
}

/**
 * Holds what the user types to prove the identity. `send` sends it; `sendPasskey` asks for a passkey in place of a code, and
 * sends that.
 */
export function useProof({ factors, error, onProof }: ProofOptions) {
  const queryClient = useQueryClient()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const passkeyUse = useSubmit({
    mutationFn: async () => {
      const { options } = await readBody(client.POST('/api/user/second-factor/passkeys/challenge'), { options: {} })
      return answerChallenge(options)
    },
    onSuccess: (passkey) => onProof({ password, passkey }),
  })
  // Two-step sign-in was switched on in another tab: show the field.
  const isFactorMissing = error instanceof ApiError && error.code === 'SECOND_FACTOR_MISSING'
  useEffect(() => {
    if (isFactorMissing) void queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
  }, [isFactorMissing, queryClient])
  const asksForFactor = factors?.enabled ?? false
  return {
    factors,
    fields: { password, setPassword, code, setCode },
    /** The error of the passkey, or that of the last attempt. */
    error: passkeyUse.error ?? error,
    isBlocked: password === '' || passkeyUse.isPending,
    isCodeMissing: asksForFactor && code === '',
    send: () => {
      passkeyUse.reset()
      onProof({ password, ...(asksForFactor && { code }) })
    },
    sendPasskey: factors && canUsePasskey(factors) ? passkeyUse.mutate : null,
    clear: () => {
      setPassword('')
      setCode('')
    },
  }
}

/** Whether this browser can use one of the user's passkeys on this page. */
function canUsePasskey({ passkeys, passkeyDomain }: Factors): boolean {
  return passkeys.length > 0 && passkeyDomain !== null && isOnDomain(passkeyDomain) && passkeysSupported()
}
