// Generated from openapi.json by `npm run generate`. Do not edit.

/** The price classes, cheapest first; the specification calls them performance tiers. */
export const TIERS = ['budget', 'mid-range', 'high-end', 'enthusiast'] as const
/** The time ranges of a price history. */
export const HISTORY_RANGES = ['30d', '60d', '90d', '180d', '1y', 'all'] as const
/** The uses for which builds can be requested. */
export const BUILD_USES = ['gaming-1080p', 'gaming-1440p', 'gaming-4k', 'rendering', 'office'] as const
/** Number of products on a page of a listing. */
export const PAGE_SIZE = 20
/** Maximum page number of a listing. */
export const MAX_PAGE = 10000
/** Maximum number of stars of a review. */
export const MAX_RATING = 5
/** Maximum length of the comment of a review, in characters. */
export const MAX_COMMENT_LENGTH = 2000
