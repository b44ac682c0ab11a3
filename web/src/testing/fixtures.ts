import type { Offer, Product, ProductDetail, ProductList, Retailer } from '~/api/wire'

/** Two shops. */
export const retailers: Retailer[] = [
  { slug: 'dhow-digital', name: 'Dhow Digital', nameAr: 'داو ديجيتال', url: 'http://shop.test', tabby: true, shipping: { flat: 1, freeOver: 50 }, position: 0 },
  { slug: 'safat-tech', name: 'Safat Tech', nameAr: 'الصفاة تك', url: 'http://shop.test', tabby: false, shipping: { flat: null, freeOver: null }, position: 1 },
]

/** A video card, with what a test changes about it. */
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
    currency: 'KWD',
    inStock: true,
    retailer: 'Safat Tech',
    retailerSlug: 'safat-tech',
    url: 'http://shop.test/1',
    imageUrl: null,
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

/** A shop's offer, with what a test changes about it. */
export function offer(change: Partial<Offer> = {}): Offer {
  return {
    id: '00000000-0000-4000-8000-0000000000a1',
    retailer: 'Safat Tech',
    retailerSlug: 'safat-tech',
    title: 'ASUS PRIME 5070 Ti',
    price: 279.9,
    listPrice: null,
    currency: 'KWD',
    inStock: true,
    stock: 'in',
    stockLeft: null,
    url: 'http://shop.test/1',
    shipping: 1,
    shippingFreeOver: null,
    tabby: false,
    updatedAt: new Date().toISOString(),
    ...change,
  }
}

/** A product's answer. */
export function detail(change: Partial<ProductDetail> = {}): ProductDetail {
  return { product: product(), retailers: [offer()], priceRange: null, matchedProductsCount: 1, specSources: {}, sources: [], ...change }
}

/** A page of a listing. */
export function list(change: Partial<ProductList> = {}): ProductList {
  return {
    products: [product()],
    total: 1,
    category: 'GPU',
    page: 1,
    limit: 20,
    facets: {},
    hidden: 0,
    understood: [],
    corrected: null,
    dropped: [],
    nearby: [],
    ...change,
  }
}
