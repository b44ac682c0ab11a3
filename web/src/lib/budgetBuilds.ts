import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError, client, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { toBudgetRequest, type BudgetInput } from './budgetInput'

type Schemas = components['schemas']

/** Response to a request for builds: up to three builds, and the products in them. */
export type BudgetBuilds = Schemas['BudgetBuilds']
/** A build, with its swaps. */
export type BuildOption = Schemas['BuildOption']
/** A build with its parts, prices and utility index (0 to 100: how well the whole build serves its use). */
export type PricedBuild = Schemas['PricedBudgetBuild']
/** A product of a response. */
export type BudgetProduct = Schemas['BudgetProduct']
/** The best utility index for each budget, today and 90 days ago. */
export type BudgetCurve = Schemas['BudgetCurve']

/** The builds for an input; until they arrive, the last response is shown. A new request cancels the running one. */
export const budgetBuildsQuery = (input: BudgetInput) => {
  const body = toBudgetRequest(input)
  return queryOptions({
    queryKey: ['budget-builds', body],
    queryFn: ({ signal }) =>
      readBody(client.POST('/api/budget-builds', { body, signal }), { builds: [], products: [], retailers: [] }),
    staleTime: 15_000,
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    placeholderData: keepPreviousData,
  })
}

/** The curve of the best utility index over the budget. `confirmed` requires that every rule could be checked. */
export const budgetCurveQuery = ({ use, switchedOn }: Pick<BudgetInput, 'use' | 'switchedOn'>) => {
  const query = { use, allowUnknown: !switchedOn.has('confirmed') }
  return queryOptions({
    queryKey: ['budget-builds', 'curve', query],
    queryFn: ({ signal }) =>
      readBody(client.GET('/api/budget-builds/curve', { params: { query }, signal }), { before: [], today: [] }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}
