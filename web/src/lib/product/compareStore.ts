import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Product } from '~/api/wire'

/** Maximum number of products in a comparison. */
export const MAX_COMPARED = 4
/** Minimum number of products in a comparison. */
export const MIN_COMPARED = 2

/** The part of a product that the comparison tray shows. */
type ComparedProduct = Pick<Product, 'id' | 'name' | 'nameAr' | 'category' | 'picture'>

type CompareState = {
  products: ComparedProduct[]
  /** Adds a product, or removes one that is in the comparison. A fifth product is not added. */
  toggle: (product: ComparedProduct) => void
  clear: () => void
}

/** The products selected for comparison, persisted in this browser. */
export const useCompare = create<CompareState>()(
  persist(
    (set) => ({
      products: [],
      toggle: ({ id, name, nameAr, category, picture }) =>
        set(({ products }) => {
          const rest = products.filter((one) => one.id !== id)
          if (rest.length < products.length) return { products: rest }
          if (products.length >= MAX_COMPARED) return {}
          return { products: [...products, { id, name, nameAr, category, picture }] }
        }),
      clear: () => set({ products: [] }),
    }),
    {
      name: 'tajmeea.compare',
      version: 1,
      migrate: () => ({ products: [] }),
      partialize: ({ products }) => ({ products }),
    },
  ),
)
