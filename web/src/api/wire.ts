import type { components } from './schema'

type Schemas = components['schemas']

/** The kinds of product, as sent. */
export type Category = Schemas['Category']
/** A product on a card or a page. */
export type Product = Schemas['Product']
/** A product's picture. */
export type Picture = Schemas['Picture']
/** One shop's listing of a product. */
export type Offer = Schemas['Offer']
/** A product with its offers. */
export type ProductDetail = Schemas['ProductDetail']
/** A page of a listing. */
export type ProductList = Schemas['ProductList']
/** A listing of one category with one filter, at an address of its own. */
export type LandingPage = Schemas['LandingPage']
/** Values with counts, or a range with its histogram. */
export type Facet = Schemas['Facet']
/** What a query was understood to mean. */
export type Understood = Schemas['Understood']
/** A product's past prices. */
export type PriceHistory = Schemas['PriceHistory']
/** What the search field proposes. */
export type Suggestions = Schemas['Suggestions']
/** What somebody says of a product. */
export type Review = Schemas['Review']
/** How a product was judged. */
export type ReviewStats = Schemas['Stats']
/** The person who is signed in. */
export type User = Schemas['User']
/** All shops. */
export type RetailerList = Schemas['RetailerList']
/** A shop. */
export type Retailer = Schemas['Retailer']
/** Where facts come from. */
export type Source = Schemas['Source']
/** One fact's value. */
export type SpecValue = Product['specs'][string]
