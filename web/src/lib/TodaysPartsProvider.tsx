import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, type ReactNode } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { productsQuery } from '~/api/productsQuery'
import type { RequestedProducts } from '~/api/requestedProducts'
import { chosenParts, useBuild } from './buildStore'

/** Today's products of the build; undefined before the server has answered. A part that it lacks has left the catalogue. */
type TodaysParts = RequestedProducts | undefined

const TodayContext = createContext<TodaysParts>(undefined)

/**
 * Requests today's products of the build once for everything inside. `enabled`: whether the page compares products with
 * the build.
 */
export function TodaysPartsProvider({ enabled, children }: { enabled: boolean; children: ReactNode }) {
  const ids = useBuild(
    useShallow(({ currentBuild }) => chosenParts(currentBuild.components).map((one) => one.product.id)),
  )
  const { data, isPlaceholderData } = useQuery({ ...productsQuery(ids), enabled: enabled && ids.length > 0 })
  return <TodayContext value={isPlaceholderData ? undefined : data}>{children}</TodayContext>
}

/** Returns today's products of the build. */
export const useTodaysParts = (): TodaysParts => useContext(TodayContext)
