import type { Category, Product } from '~/api/wire'
import type { SavedBuild, SavedPart } from '~/lib/accountBuilds'

/** Returns a saved build with the given changes. */
export function savedBuild(changes: Partial<SavedBuild>): SavedBuild {
  return {
    id: '00000000-0000-4000-8000-0000000000aa',
    name: 'Mine',
    description: null,
    components: {},
    totalPrice: 140,
    todayTotal: 145,
    unpriced: 0,
    currency: 'KWD',
    isComplete: false,
    isPublic: false,
    viewCount: 0,
    shareToken: 'AAAAAAAAAAAAAAAAAAAAAA',
    version: 1,
    user: null,
    isOwn: true,
    pricedAt: '2026-11-20T10:00:00Z',
    createdAt: '2026-11-20T10:00:00Z',
    updatedAt: '2026-11-21T10:00:00Z',
    ...changes,
  }
}

/** Returns a part of a saved build, chosen at a price of 140 KWD. */
export function savedPart(product: Product, componentType: Category = product.category): SavedPart {
  const {
    id,
    name,
    nameAr,
    manufacturer,
    model,
    price,
    listPrice,
    currency,
    inStock,
    preOrder,
    retailer,
    retailerSlug,
    url,
    picture,
  } = product
  return {
    componentType,
    quantity: 1,
    price: 140,
    state: 'sold',
    product: {
      id,
      name,
      nameAr,
      category: componentType,
      manufacturer,
      model,
      price,
      listPrice,
      currency,
      inStock,
      preOrder,
      retailer,
      retailerSlug,
      url,
      picture,
    },
  }
}
