import { createContext } from 'react'

/** Ids of the page's products, whose fit is requested in a single call. */
export const PageProductIds = createContext<string[]>([])
