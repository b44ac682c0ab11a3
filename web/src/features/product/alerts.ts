import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '~/api/accounts'
import { ApiError } from '~/api/client'
import { differenceKwd, toFils, toKwd } from '~/lib/money'

/** What somebody wants to be told of. */
export type AlertDraft =
  | { alertType: 'ANY_DROP' }
  | { alertType: 'TARGET_PRICE'; targetPrice: number }
  | { alertType: 'PERCENTAGE_DROP'; percentage: number }

/** The percentages there are: from 5 to 25 in steps of 5. */
export const percentages = { least: 5, most: 25, step: 5, usual: 10 } as const

/** What is wrong with a target price, by the text's key; nothing when it can be taken. */
export function targetProblem(typed: string, current: number): 'invalid' | 'tooHigh' | null {
  const target = readTarget(typed)
  if (target === null) return 'invalid'
  return target < current ? null : 'tooHigh'
}

/** A target price as typed: above 0, at most three decimals. */
export function readTarget(typed: string): number | null {
  const text = typed.trim().replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit))).replace('٫', '.')
  if (!/^\d{1,7}(\.\d{0,3})?$/.test(text)) return null
  const target = Number(text)
  return target > 0 ? target : null
}

/** The price that lies so many percent under another, to the fils. */
export function priceUnder(current: number, percentage: number): number {
  return toKwd(Math.floor((toFils(current) * (100 - percentage)) / 100))
}

/** How far a target lies under the price. */
export function under(current: number, target: number): number {
  return differenceKwd(current, target)
}

/** Has the server watch a price. */
export function useCreateAlert(productId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: AlertDraft) => post('/api/user/price-alerts', { productId, ...draft }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['mine', 'alerts'] }),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) queryClient.setQueryData(sessionQuery.queryKey, null)
    },
  })
}

// The generated client learns this call with the accounts.
async function post(path: string, body: unknown): Promise<void> {
  const response = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }).catch((cause: unknown) => {
    throw new ApiError(0, 'UNREACHABLE', String(cause))
  })
  if (response.ok) return
  const problem = (await response.json().catch(() => ({}))) as { code?: string; error?: string }
  throw new ApiError(response.status, problem.code ?? 'UNKNOWN', problem.error ?? '')
}
