import type { IconName } from '~/ui/iconName'

/** The pages that the palette finds by name. */
export const PAGES = {
  '/': 'builds',
  '/products': 'grid',
  '/compare': 'compare',
  '/parts-list': 'list',
} as const satisfies Record<string, IconName>

export type PageName = keyof typeof PAGES
