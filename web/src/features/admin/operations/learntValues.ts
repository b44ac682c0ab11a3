import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, expectSuccess, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { withPasswordPrompt } from '../shared/passwordPrompt'

/** A chip, socket or kind of memory that titles name and no table lists. */
export type LearntValue = components['schemas']['LearntValue']

/** The states of a learnt value. */
export const learntStates = ['UNCONFIRMED', 'CONFIRMED', 'REJECTED'] as const

/** The facts whose values are learnt. */
export const learntSpecs = ['gpuChipset', 'cpuChipset', 'motherboardChipset', 'socket', 'ramType'] as const

/** Number of learnt values on a page. */
export const LEARNT_VALUES_PER_PAGE = 50
/** Selects the cached queries of all pages of learnt values, to invalidate after a decision. */
export const allLearntValueQueries = { queryKey: ['ofUser', 'admin', 'learntValues'] }

/** A page of learnt values, those that wait for a decision first. */
export const learntValuesQuery = (page: number) =>
  queryOptions({
    queryKey: [...allLearntValueQueries.queryKey, page],
    queryFn: ({ signal }) => {
      const query = { page, limit: LEARNT_VALUES_PER_PAGE }
      return withPasswordPrompt(() =>
        readBody(client.GET('/api/admin/learnt-values', { params: { query }, signal }), { values: [] }),
      )
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Confirms or rejects a learnt value. */
export const decideLearntValue = ({ spec, value }: LearntValue, decision: 'confirm' | 'reject') =>
  withPasswordPrompt(() => expectSuccess(client.POST('/api/admin/learnt-values', { body: { spec, value, decision } })))
