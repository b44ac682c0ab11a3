import { createContext } from 'react'

/** Which parts are kept, and a function that keeps a part or no longer does. */
type Keeping = { isKept: (productId: string) => boolean; toggle: (productId: string) => void }

/** Lets every part of a build be kept; null where builds are only shown. */
export const KeepContext = createContext<Keeping | null>(null)
