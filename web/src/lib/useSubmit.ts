import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'
import { countPress } from './presses'
import { useStableCallback } from './useStableCallback'

type SubmitOptions<Data, Variables, Context> = UseMutationOptions<Data, Error, Variables, Context> & {
  /** Subject of a request: requests about different subjects do not wait for each other. All are about one by default. */
  about?: (variables: Variables) => unknown
}

/**
 * A change that a form, a button or a switch sends, as react-query's `useMutation`. It counts one press while it waits for
 * the response: `mutate` ignores all others. The button's `disabled` state follows too late for that. Of a double click,
 * the second press does not count either, also where the response has come between the two.
 */
export function useSubmit<Data, Variables = void, Context = unknown>({
  about = () => 0,
  ...options
}: SubmitOptions<Data, Variables, Context>) {
  const waiting = useRef(new Set<unknown>())
  const { mutationFn, onSettled } = options
  const mutation = useMutation<Data, Error, Variables, Context>({
    ...options,
    mutationFn: async (variables, context) => {
      try {
        // oxlint-disable-next-line typescript/no-non-null-assertion -- every change has a request
        return await mutationFn!(variables, context)
      } finally {
        waiting.current.delete(about(variables))
      }
    },
    // Also where the request was not even sent.
    onSettled: (data, error, variables, ...rest) => {
      waiting.current.delete(about(variables))
      return onSettled?.(data, error, variables, ...rest)
    },
  })
  const mutate: typeof mutation.mutate = useStableCallback((...given: Parameters<typeof mutation.mutate>) => {
    const subject = about(given[0] as Variables)
    if (waiting.current.has(subject)) return
    waiting.current.add(subject)
    countPress()
    mutation.mutate(...given)
  })
  /** Forgets the last change: its form begins anew, and waits for it no longer. */
  const reset = useStableCallback(() => {
    waiting.current.clear()
    mutation.reset()
  })
  return { ...mutation, mutate, reset }
}
