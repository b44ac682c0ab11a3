import { createContext } from 'react'

/** Which parts have to be in the build, and a function that adds a part to them or removes it. */
type FixedPartsControl = { isFixed: (productId: string) => boolean; toggle: (productId: string) => void }

/** Lets a row of a shown build require its part; null on pages that only show builds. */
export const FixedPartsContext = createContext<FixedPartsControl | null>(null)
