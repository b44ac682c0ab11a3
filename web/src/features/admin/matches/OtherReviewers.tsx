import { queryOptions, useQuery } from '@tanstack/react-query'
import { client, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import styles from './Matches.module.css'

/** Interval at which the shown match is claimed again, in milliseconds. A claim holds for two minutes. */
const CLAIM_INTERVAL = 20_000

/** Claims a match for this administrator, and returns the names of the others who look at it. */
const claimQuery = (id: string) =>
  queryOptions({
    queryKey: ['ofUser', 'admin', 'match-claims', id],
    queryFn: async ({ signal }) =>
      (await readBody(client.POST('/api/admin/match-claims', { body: { id }, signal }), { otherReviewers: [] }))
        .otherReviewers,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: CLAIM_INTERVAL,
  })

/** Says who else looks at this match. */
export function OtherReviewers({ matchId }: { matchId: string }) {
  const { t, format } = useText()
  const { data = [] } = useQuery(claimQuery(matchId))
  return (
    <p role="status" className={data.length > 0 ? styles.claimed : 'sr'}>
      {data.length > 0 &&
        t(data.length === 1 ? 'admin.match.claimed' : 'admin.match.claimedBySeveral', { names: format.list(data) })}
    </p>
  )
}
