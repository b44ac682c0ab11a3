import { create } from 'zustand'

/** Time for which a short message stays, in ms. */
const TOAST_TIME = 3000
/** Time for which a message with a button stays, in ms: longer, because it must be read and reached. */
export const ACTION_TOAST_TIME = 8000

/** Action that a short message offers while it is shown. */
type ToastAction = { label: string; act: () => void }

type Toasts = {
  text: string
  action: ToastAction | null
  count: number
  show: (text: string, milliseconds?: number, action?: ToastAction) => void
  dismiss: () => void
  /** The open dialogs, the foremost last: content outside of it is not read out and hardly visible. */
  dialogs: string[]
  /** Registers an open dialog; returns a function that removes it. */
  registerDialog: (dialog: string) => () => void
}

let timer: ReturnType<typeof setTimeout> | undefined

/** The short message about the last action: one at a time, the newest. */
export const useToasts = create<Toasts>()((set) => ({
  text: '',
  action: null,
  // Counts messages, so that the same words are announced again.
  count: 0,
  show: (text, milliseconds = TOAST_TIME, action) => {
    clearTimeout(timer)
    set(({ count }) => ({ text, action: action ?? null, count: count + 1 }))
    timer = setTimeout(() => set({ text: '', action: null }), milliseconds)
  },
  dismiss: () => {
    clearTimeout(timer)
    set({ text: '', action: null })
  },
  dialogs: [],
  registerDialog: (dialog) => {
    set(({ dialogs }) => ({ dialogs: [...dialogs, dialog] }))
    return () => set(({ dialogs }) => ({ dialogs: dialogs.filter((other) => other !== dialog) }))
  },
}))
