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
/** How often a retailer's price before a reduction was true. */
export type JudgedReductions = Schemas['JudgedReductions']
/** A product with its offers. */
export type ProductDetail = Schemas['ProductDetail']
/** Whether a product's price is a good one, with the evidence. */
export type PriceVerdict = Schemas['PriceVerdict']
/** What a card says about a product's price. */
export type CardVerdict = Schemas['CardVerdict']
/** A page of the products in stock below their usual price. */
export type DealList = Schemas['DealList']
/** A page of a listing. */
export type ProductList = Schemas['ProductList']
/** A line of a pasted parts list, with the products that it may name. */
export type ListedPart = Schemas['ListedPart']
/** A listing of one category with one filter, at an address of its own. */
export type LandingPage = Schemas['LandingPage']
/** A filter's values with their counts, or its range with a histogram. */
export type Facet = Schemas['Facet']
/** A part of a query and the filter that the server read it as. */
export type Understood = Schemas['Understood']
/** A product's past prices. */
export type PriceHistory = Schemas['PriceHistory']
/** A time range of a price history. */
export type HistoryRange = Schemas['HistoryRange']
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
/** A category of which a retailer lists products. */
export type RetailerCategory = Schemas['RetailerCategory']
/** A source of product facts. */
export type Source = Schemas['Source']
/** What the pages about the site say of this installation. */
export type SiteFacts = Schemas['SiteFacts']
/** The value of one fact. */
export type SpecValue = Product['specs'][string]
