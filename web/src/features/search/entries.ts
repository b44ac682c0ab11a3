import type { Category, Suggestions } from '~/api/wire'
import type { Language } from '~/i18n/language'
import type { IconName } from '~/ui/iconName'
import type { PageName } from './palettePages'

/** Line of the list below the search field. */
export type Entry =
  | { kind: 'product'; key: string; product: Suggestions['products'][number] }
  | { kind: 'category'; key: string; category: Category }
  | { kind: 'page'; key: string; page: PageName; icon: IconName }
  | { kind: 'forget'; key: 'forget' }
  | { kind: 'query'; key: string; q: string; icon: IconName; all?: boolean; spans?: number[][]; retailer?: string }

/** A titled group of lines. */
export type EntryGroup = {
  title: 'products' | 'categories' | 'brands' | 'retailers' | 'queries' | 'recent' | 'pages' | null
  entries: Entry[]
}

/**
 * Returns the lines for a response of the server, in the reader's language; the last line always searches everywhere.
 */
export function toSuggestionGroups(q: string, response: Suggestions | undefined, language: Language): EntryGroup[] {
  const groups: EntryGroup[] = [
    {
      title: 'categories',
      entries: (response?.categories ?? []).map((one) => ({ kind: 'category', key: one.type, category: one.type })),
    },
    {
      title: 'queries',
      entries: (response?.queries ?? []).map(({ text, highlights }) => toQueryEntry(text, 'search', highlights)),
    },
    {
      title: 'products',
      entries: (response?.products ?? []).map((product) => ({ kind: 'product', key: product.id, product })),
    },
    {
      title: 'brands',
      entries: (response?.brands ?? []).map(({ name, highlights }) => toQueryEntry(name, 'flag', highlights)),
    },
    {
      title: 'retailers',
      entries: (response?.retailers ?? []).map((one) =>
        language === 'ar'
          ? { ...toQueryEntry(one.nameAr, 'basket', one.highlightsAr), retailer: one.slug }
          : { ...toQueryEntry(one.name, 'basket', one.highlights), retailer: one.slug },
      ),
    },
    { title: null, entries: [toSearchEntry(q)].filter((one) => one !== null) },
  ]
  return groups.filter((group) => group.entries.length > 0)
}

/** Returns the groups with each category only once: the server suggests some that the page already lists itself. */
export function removeDuplicateCategories(groups: EntryGroup[]): EntryGroup[] {
  const named = new Set<Category>()
  const once = (entry: Entry) => {
    if (entry.kind !== 'category') return true
    if (named.has(entry.category)) return false
    named.add(entry.category)
    return true
  }
  return groups
    .map(({ title, entries }) => ({ title, entries: entries.filter(once) }))
    .filter(({ entries }) => entries.length > 0)
}

/** Returns the lines for an empty field: the recent searches. */
export function toRecentGroups(recent: string[]): EntryGroup[] {
  if (recent.length === 0) return []
  return [
    { title: 'recent', entries: [...recent.map((q) => toQueryEntry(q, 'clock')), { kind: 'forget', key: 'forget' }] },
  ]
}

/** Returns the line that searches everywhere for a text; null for an empty one. */
export function toSearchEntry(text: string): Entry | null {
  const q = text.trim()
  return q === '' ? null : { kind: 'query', key: 'all', q, icon: 'search', all: true }
}

function toQueryEntry(q: string, icon: IconName, spans: number[][] = []): Entry {
  return { kind: 'query', key: `${icon}-${q}`, q, icon, spans }
}
