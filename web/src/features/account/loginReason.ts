/** Why a page asks for a login, by the first segment of its address. */
const REASONS = {
  '': 'build',
  build: 'build',
  'build-for': 'alert',
  'my-builds': 'builds',
  favorites: 'favorites',
  product: 'product',
  settings: 'settings',
  admin: 'admin',
} as const

type LoginReason = (typeof REASONS)[keyof typeof REASONS] | 'other'

/** Returns what the user will do after the login: the page at `next` asked for it. */
export function loginReason(next: string): LoginReason {
  const segment = /^\/([^/?#]*)/.exec(next)?.[1] ?? ''
  return isKnown(segment) ? REASONS[segment] : 'other'
}

const isKnown = (segment: string): segment is keyof typeof REASONS => Object.hasOwn(REASONS, segment)
