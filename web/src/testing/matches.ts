import type { components } from '~/api/schema'

type Match = components['schemas']['Match']
type Side = Match['referenceProduct']

/** Returns one side of a match: a product of the catalogue, or an offer. */
export function matchSide(change: Partial<Side> = {}): Side {
  return {
    id: '00000000-0000-4000-8000-0000000000c1',
    name: 'GIGABYTE GeForce RTX 5070 Ti WINDFORCE OC 16G',
    nameAr: null,
    category: 'GPU',
    manufacturer: 'GIGABYTE',
    model: 'RTX 5070 Ti WINDFORCE OC',
    picture: null,
    retailer: 'Dhow Digital',
    price: 269.9,
    currency: 'KWD',
    url: 'http://shop.test/reference',
    stock: null,
    partNumbers: ['GV-N507TWF3OC-16GD'],
    specs: { length: 304, gpuVram: 16, boostClock: 2497 } as unknown as Side['specs'],
    productId: '00000000-0000-4000-8000-0000000000c1',
    offers: [
      {
        title: 'GIGABYTE RTX 5070 Ti WINDFORCE OC',
        retailer: 'Dhow Digital',
        price: 271.25,
        stock: 'in',
        url: 'http://shop.test/reference',
      },
    ],
    offerCount: 1,
    ...change,
  }
}

/** Returns a pending match with the given changes. */
export function match(change: Partial<Match> = {}): Match {
  return {
    id: '00000000-0000-4000-8000-0000000000d1',
    status: 'PENDING',
    decision: 'NEEDS_REVIEW',
    confidence: 0.72,
    worth: 3.4,
    rationale: [
      { code: 'MAKER_SAME', product: 'GIGABYTE' },
      { code: 'VARIANT_DIFFERS', offer: 'v2' },
      { code: 'WORDS_ONLY_OFFER', offer: 'gaming card' },
      { code: 'FACT_DIFFERS', key: 'length', offer: '261', product: '304' },
      { code: 'FACT_SAME', key: 'gpuVram', offer: '16', product: '16' },
      { code: 'PRICE_CLOSE' },
    ],
    flagNote: null,
    decidedBy: null,
    decidedAt: null,
    referenceProduct: matchSide(),
    candidateProduct: matchSide({
      id: '00000000-0000-4000-8000-0000000000e1',
      name: 'Gigabyte RTX5070Ti Windforce OC V2 16GB Gaming Card',
      retailer: 'Safat Tech',
      price: 248.5,
      url: 'http://shop.test/candidate',
      stock: 'in',
      partNumbers: ['GV-N507TWF3OCV2-16GD'],
      specs: { length: 261, gpuVram: 16 } as unknown as Side['specs'],
      productId: '00000000-0000-4000-8000-0000000000f1',
      offers: [
        {
          title: 'Gigabyte RTX5070Ti Windforce OC V2',
          retailer: 'Safat Tech',
          price: 248.5,
          stock: 'in',
          url: 'http://shop.test/candidate',
        },
        {
          title: 'RTX 5070 Ti Windforce V2',
          retailer: 'Dhow Digital',
          price: 255,
          stock: 'out',
          url: 'http://shop.test/sibling',
        },
      ],
      offerCount: 9,
    }),
    ...change,
  }
}
