import { create } from 'zustand'
import { ApiError } from '~/api/client'

type PasswordPrompt = {
  /** Closes the open prompt; null when none is open. */
  close: ((isConfirmed: boolean) => void) | null
  /** Pending while the prompt is open; then true after the right password, false where the prompt was closed. */
  confirmed: Promise<boolean> | null
}

/** The open prompt for an administrator's password. */
export const usePasswordPrompt = create<PasswordPrompt>()(() => ({ close: null, confirmed: null }))

/** Asks for the password once, however many calls wait for it. */
function promptForPassword(): Promise<boolean> {
  const openPrompt = usePasswordPrompt.getState().confirmed
  if (openPrompt) return openPrompt
  const confirmed = new Promise<boolean>((resolve) => {
    usePasswordPrompt.setState({
      close: (isConfirmed) => {
        usePasswordPrompt.setState({ close: null, confirmed: null })
        resolve(isConfirmed)
      },
    })
  })
  usePasswordPrompt.setState({ confirmed })
  return confirmed
}

/** Makes an administrator's call; where the server requires the password again, asks for it and repeats the call. */
export async function withPasswordPrompt<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PASSWORD_REQUIRED' || !(await promptForPassword())) throw error
    return call()
  }
}
