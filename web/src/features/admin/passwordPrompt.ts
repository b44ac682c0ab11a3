import { create } from 'zustand'
import { ApiError } from '~/api/client'

type Question = {
  /** Answers the open question; null when none is open. */
  settle: ((confirmed: boolean) => void) | null
  answer: Promise<boolean> | null
}

/** The open question for an administrator's password. */
export const usePasswordQuestion = create<Question>()(() => ({ settle: null, answer: null }))

/** Asks for the password once, however many calls wait for the answer. */
function ask(): Promise<boolean> {
  const open = usePasswordQuestion.getState().answer
  if (open) return open
  const answer = new Promise<boolean>((resolve) => {
    usePasswordQuestion.setState({
      settle: (yes) => {
        usePasswordQuestion.setState({ settle: null, answer: null })
        resolve(yes)
      },
    })
  })
  usePasswordQuestion.setState({ answer })
  return answer
}

/** Makes an administrator's call; where the server requires the password again, asks for it and repeats the call. */
export async function confirmed<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PASSWORD_REQUIRED' || !(await ask())) throw error
    return call()
  }
}
