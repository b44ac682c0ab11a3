import { createContext } from 'react'

/** The products of a page whose fit is asked for together, in one request. */
export const FitPage = createContext<string[]>([])
