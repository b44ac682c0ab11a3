import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { productsQuery } from '~/api/queries'
import type { Product } from '~/api/wire'
import { chosenParts, useBuild } from './buildStore'

/**
 * Today's products of the build by id; undefined before the server has answered. A part without an entry has left the
 * catalogue.
 */
type TodaysParts = ReadonlyMap<string, Pick<Product, 'price' | 'inStock'>> | undefined

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
  const today = useMemo(
    () => (data && !isPlaceholderData ? new Map(data.map((product) => [product.id, product])) : undefined),
    [data, isPlaceholderData],
  )
  return <TodayContext value={today}>{children}</TodayContext>
}

/** Returns today's products of the build. */
export const useTodaysParts = (): TodaysParts => useContext(TodayContext)
