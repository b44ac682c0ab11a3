import type { Offer, PriceVerdict, Product, ProductDetail, ProductList, Retailer, Review, User } from '~/api/wire'
import type { Compatibility } from '~/lib/verdict'

export const retailers: Retailer[] = [
  {
    slug: 'dhow-digital',
    name: 'Dhow Digital',
    nameAr: 'داو ديجيتال',
    url: 'http://shop.test',
    tabby: true,
    affiliate: false,
    shipping: { flat: 1, freeOver: 50 },
    position: 0,
    crawledAt: null,
  },
  {
    slug: 'safat-tech',
    name: 'Safat Tech',
    nameAr: 'الصفاة تك',
    url: 'http://shop.test',
    tabby: false,
    affiliate: false,
    shipping: { flat: null, freeOver: null },
    position: 1,
    crawledAt: null,
  },
]

/** Returns a video card with the given changes. */
export function product(change: Partial<Product> = {}): Product {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'ASUS PRIME GeForce RTX 5070 Ti OC 16GB',
    nameAr: null,
    category: 'GPU',
    componentType: 'GPU',
    manufacturer: 'ASUS',
    model: 'PRIME RTX 5070 Ti',
    price: 279.9,
    deliveredPrice: 280.9,
    deliveredRetailer: 'Safat Tech',
    deliveredRetailerSlug: 'safat-tech',
    currency: 'KWD',
    inStock: true,
    preOrder: false,
    retailer: 'Safat Tech',
    retailerSlug: 'safat-tech',
    url: 'http://shop.test/1',
    checked: { at: new Date().toISOString(), byCrawls: true },
    deliveredChecked: { at: new Date().toISOString(), byCrawls: true },
    picture: null,
    rating: null,
    reviewCount: 0,
    retailerCount: 2,
    listPrice: null,
    lowest30d: 279.9,
    dropPercent: null,
    trend: [],
    specs: { gpuVram: 16, memoryType: 'GDDR7', tdp: 300, length: 304 },
    ...change,
  }
}

/** Returns a retailer's offer with the given changes. */
export function offer(change: Partial<Offer> = {}): Offer {
  return {
    id: '00000000-0000-4000-8000-0000000000a1',
    retailer: 'Safat Tech',
    retailerSlug: 'safat-tech',
    title: 'ASUS PRIME 5070 Ti',
    price: 279.9,
    listPrice: null,
    listPriceCheck: null,
    currency: 'KWD',
    inStock: true,
    stock: 'in',
    stockLeft: null,
    url: 'http://shop.test/1',
    shipping: 1,
    shippingFreeOver: null,
    tabby: false,
    updatedAt: new Date().toISOString(),
    age: 'FRESH',
    ...change,
  }
}

/** Returns a verdict about a price. */
export function priceVerdict(change: Partial<PriceVerdict> = {}): PriceVerdict {
  return {
    code: 'NOT_ENOUGH_HISTORY',
    price: 279.9,
    stockDays: 3,
    neededDays: 14,
    evidence: null,
    raisedBeforeFall: [],
    ...change,
  }
}

/** Returns the response for one product. */
export function detail(change: Partial<ProductDetail> = {}): ProductDetail {
  return {
    product: product(),
    retailers: [offer()],
    priceRange: null,
    verdict: priceVerdict(),
    matchedProductsCount: 1,
    specSources: {},
    sources: [],
    landingPages: [],
    ...change,
  }
}

/** Returns a page of a listing. */
export function list(change: Partial<ProductList> = {}): ProductList {
  return {
    products: [product()],
    total: 1,
    totalIsExact: true,
    category: 'GPU',
    page: 1,
    limit: 20,
    facets: {},
    hidden: 0,
    hiddenBy: [],
    understood: [],
    corrected: null,
    dropped: [],
    relaxed: [],
    nearby: [],
    intent: null,
    redirect: null,
    ...change,
  }
}

/** Returns the response of the compatibility check for an incomplete build without findings. */
export function compatibility(change: Partial<Compatibility> = {}): Compatibility {
  return {
    compatible: true,
    currency: 'KWD',
    estimatedWatts: 0,
    isComplete: false,
    issues: [],
    lineItems: [],
    notFound: [],
    passed: [],
    recommendedPsu: null,
    refused: [],
    requiredWatts: 0,
    totalPrice: 0,
    unchecked: [],
    unpriced: [],
    wattsKnown: true,
    ...change,
  }
}

/** Returns a signed-in user. */
export function user(change: Partial<User> = {}): User {
  return {
    id: '00000000-0000-4000-8000-0000000000e1',
    name: 'Sara',
    email: 'sara@example.com',
    role: 'USER',
    emailVerified: true,
    ...change,
  }
}

/** Returns a user's review of a product. */
export function review(change: Partial<Review> = {}): Review {
  const at = new Date(Date.now() - 86_400_000).toISOString()
  return {
    id: '00000000-0000-4000-8000-0000000000f1',
    rating: 4,
    comment: 'Quiet.',
    createdAt: at,
    updatedAt: at,
    user: { id: '00000000-0000-4000-8000-0000000000e2', username: 'Noura' },
    ...change,
  }
}

/** Returns a page of reviews, with the review statistics. */
export function reviewList(reviews: Review[] = []) {
  const distribution = Object.fromEntries(
    [1, 2, 3, 4, 5].map((stars) => [stars, reviews.filter(({ rating }) => rating === stars).length]),
  )
  const sum = reviews.reduce((all, { rating }) => all + rating, 0)
  const total = reviews.length
  return {
    reviews,
    stats: { total, averageRating: total === 0 ? null : sum / total, distribution },
    total,
    page: 1,
    limit: 10,
  }
}
