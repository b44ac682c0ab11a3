import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, expectSuccess, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import type { CsvRow } from '../table/CsvButton'
import { withPasswordPrompt } from '../shared/passwordPrompt'

/** A text that visitors search. */
export type SearchedText = components['schemas']['SearchedText']
/** An administrator's rule about searches. */
export type SearchRule = components['schemas']['SearchRule']
/** A rule to create or to preview. */
export type SearchRuleRequest = components['schemas']['SearchRuleRequest']
/** Differences that a rule would make. */
export type SearchRulePreview = components['schemas']['SearchRulePreview']

/** Which texts are listed. */
export const searchLists = ['all', 'no_results', 'no_click', 'unknown_words'] as const
/** The kinds of rules. */
export const ruleKinds = ['SYNONYM', 'REDIRECT', 'PIN', 'BURY'] as const

/** Which texts are listed, of which days. */
export type SearchFilter = { list: (typeof searchLists)[number]; from: string | undefined; until: string | undefined }

/** Number of texts on a page. */
export const SEARCHES_PER_PAGE = 50

const searchesKey = ['ofUser', 'admin', 'searches']
/** Selects the cached query of the rules, to invalidate after a change. */
export const allRuleQueries = { queryKey: [...searchesKey, 'rules'] }

const loadPage = ({ list, from, until }: SearchFilter, page: number, limit: number, signal?: AbortSignal) =>
  withPasswordPrompt(() =>
    readBody(
      client.GET('/api/admin/searches', { params: { query: { view: list, from, until, page, limit } }, signal }),
      { searches: [{ understood: [], unknownWords: [], nextTexts: [] }] },
    ),
  )

/** A page of the texts that visitors search. */
export const searchesQuery = (filter: SearchFilter, page: number) =>
  queryOptions({
    queryKey: [...searchesKey, 'list', filter, page],
    queryFn: ({ signal }) => loadPage(filter, page, SEARCHES_PER_PAGE, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Loads the texts of a filter, one per line. */
export const loadSearchRows = (filter: SearchFilter) => async (number: number, limit: number) => {
  const { searches, total } = await loadPage(filter, number, limit)
  return { rows: searches.map(toRow), total }
}

const toRow = ({ understood, unknownWords, nextTexts, ...counts }: SearchedText): CsvRow => ({
  ...counts,
  understood: understood.map(({ kind, label }) => `${kind}: ${label}`).join('; '),
  unknownWords: unknownWords.join('; '),
  nextTexts: nextTexts.join('; '),
})

/** The rules that hold, and those that were deleted within the last hour. */
export const searchRulesQuery = queryOptions({
  queryKey: allRuleQueries.queryKey,
  queryFn: ({ signal }) =>
    withPasswordPrompt(() => readBody(client.GET('/api/admin/searches/rules', { signal }), { rules: [{}] })),
  staleTime: 0,
})

/** Creates a rule. */
export const createSearchRule = (body: SearchRuleRequest) =>
  withPasswordPrompt(() => expectSuccess(client.POST('/api/admin/searches/rules', { body })))
/** Tells what a rule would change; stores nothing. */
export const previewSearchRule = (body: SearchRuleRequest) =>
  withPasswordPrompt(() =>
    readBody(client.POST('/api/admin/searches/rules/preview', { body }), { differences: [{ before: {}, after: {} }] }),
  )
/** Deletes a rule. */
export const deleteSearchRule = (id: string) =>
  withPasswordPrompt(() => expectSuccess(client.DELETE('/api/admin/searches/rules/{id}', { params: { path: { id } } })))
/** Restores a rule that was deleted within the last hour. */
export const restoreSearchRule = (id: string) =>
  withPasswordPrompt(() =>
    expectSuccess(client.POST('/api/admin/searches/rules/{id}/restore', { params: { path: { id } } })),
  )
