import { create } from 'zustand'

/** How long a short message stays, in milliseconds. */
const usual = 3000

type Toasts = {
  text: string
  count: number
  say: (text: string, milliseconds?: number) => void
  /** The dialogs that are open, the foremost last: nothing outside of it is read out or seen well. */
  dialogs: string[]
  /** Says that a dialog is open; answers how to say that it no longer is. */
  opened: (dialog: string) => () => void
}

let timer: ReturnType<typeof setTimeout> | undefined

/** The short message of what was just done: one at a time, the newest. */
export const useToasts = create<Toasts>()((set) => ({
  text: '',
  // The same words said again are announced again.
  count: 0,
  say: (text, milliseconds = usual) => {
    clearTimeout(timer)
    set(({ count }) => ({ text, count: count + 1 }))
    timer = setTimeout(() => set({ text: '' }), milliseconds)
  },
  dialogs: [],
  opened: (dialog) => {
    set(({ dialogs }) => ({ dialogs: [...dialogs, dialog] }))
    return () => set(({ dialogs }) => ({ dialogs: dialogs.filter((other) => other !== dialog) }))
  },
}))
