import { create } from 'zustand'

/** Time that a short message stays, in ms. */
const usual = 3000
/** Time that a message with a button stays, in ms: it has to be read and reached. */
export const toastWithAction = 8000

/** Action that a short message offers, for as long as it is there. */
type ToastAction = { label: string; act: () => void }

type Toasts = {
  text: string
  action: ToastAction | null
  count: number
  say: (text: string, milliseconds?: number, action?: ToastAction) => void
  dismiss: () => void
  /** The dialogs that are open, the foremost last: nothing outside of it is read out or seen well. */
  dialogs: string[]
  /** Says that a dialog is open; answers how to say that it no longer is. */
  opened: (dialog: string) => () => void
}

let timer: ReturnType<typeof setTimeout> | undefined

/** The short message of what was just done: one at a time, the newest. */
export const useToasts = create<Toasts>()((set) => ({
  text: '',
  action: null,
  // The same words said again are announced again.
  count: 0,
  say: (text, milliseconds = usual, action) => {
    clearTimeout(timer)
    set(({ count }) => ({ text, action: action ?? null, count: count + 1 }))
    timer = setTimeout(() => set({ text: '', action: null }), milliseconds)
  },
  dismiss: () => {
    clearTimeout(timer)
    set({ text: '', action: null })
  },
  dialogs: [],
  opened: (dialog) => {
    set(({ dialogs }) => ({ dialogs: [...dialogs, dialog] }))
    return () => set(({ dialogs }) => ({ dialogs: dialogs.filter((other) => other !== dialog) }))
  },
}))
