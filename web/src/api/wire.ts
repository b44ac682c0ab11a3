import type { components } from './schema'

type Schemas = components['schemas']

/** The product categories, as sent. */
export type Category = Schemas['Category']
/** A product on a card or a page. */
export type Product = Schemas['Product']
/** A product's picture. */
export type Picture = Schemas['Picture']
/** One retailer's offer of a product. */
export type Offer = Schemas['Offer']
/** A product with its offers. */
export type ProductDetail = Schemas['ProductDetail']
/** A page of a listing. */
export type ProductList = Schemas['ProductList']
/** A listing of one category with one filter, at an address of its own. */
export type LandingPage = Schemas['LandingPage']
/** A filter's values with their counts, or its range with a histogram. */
export type Facet = Schemas['Facet']
/** A part of a query and the filter that the server read it as. */
export type Understood = Schemas['Understood']
/** A product's past prices. */
export type PriceHistory = Schemas['PriceHistory']
/** Suggestions of the search field. */
export type Suggestions = Schemas['Suggestions']
/** A user's review of a product. */
export type Review = Schemas['Review']
/** A product's review statistics: their number, the mean stars, and the count of each number of stars. */
export type ReviewStats = Schemas['Stats']
/** The signed-in user. */
export type User = Schemas['User']
/** All retailers. */
export type RetailerList = Schemas['RetailerList']
/** A retailer with its delivery fees and payment options. */
export type Retailer = Schemas['Retailer']
/** A source of product facts. */
export type Source = Schemas['Source']
/** The value of one fact. */
export type SpecValue = Product['specs'][string]
