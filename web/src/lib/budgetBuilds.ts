import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError, client, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { toBudgetRequest, type BudgetInput } from './budgetInput'

type Schemas = components['schemas']

/** Builds for a sum. */
export type BudgetBuilds = Schemas['BudgetBuilds']
/** One of them. */
export type BuildOption = Schemas['BuildOption']
/** A build with its prices. */
export type PricedBuild = Schemas['PricedBudgetBuild']
/** A product that an answer names. */
export type BudgetProduct = Schemas['BudgetProduct']
/** Index over budget. */
export type BudgetCurve = Schemas['BudgetCurve']

/** Builds for an input. The previous answer stays until the next one arrives, whose request cancels the previous one. */
export const budgetBuildsQuery = (input: BudgetInput) => {
  const body = toBudgetRequest(input)
  return queryOptions({
    queryKey: ['budget-builds', body],
    queryFn: ({ signal }) => readBody(client.POST('/api/budget-builds', { body, signal })),
    staleTime: 15_000,
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    placeholderData: keepPreviousData,
  })
}

/** Query of the curve: the index over the budget. */
export const budgetCurveQuery = ({ use, on }: Pick<BudgetInput, 'use' | 'on'>) => {
  const query = { use, allowUnknown: !on.has('confirmed') }
  return queryOptions({
    queryKey: ['budget-builds', 'curve', query],
    queryFn: ({ signal }) => readBody(client.GET('/api/budget-builds/curve', { params: { query }, signal })),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}
