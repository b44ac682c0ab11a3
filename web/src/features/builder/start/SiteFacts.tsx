import { useQuery } from '@tanstack/react-query'
import { categoriesQuery, retailersQuery } from '~/api/queries'
import { useText } from '~/i18n/useText'
import { RetailerLabel } from '~/ui/RetailerLabel'
import styles from './FirstVisit.module.css'

/**
 * The site in figures: how many parts, which shops, and when prices were last checked. The server sends both responses
 * along with the page, so that the figures cost no request. Their space is reserved.
 */
export function SiteFacts() {
  const { t, format } = useText()
  const { data: catalogue } = useQuery(categoriesQuery)
  const { data: shops } = useQuery(retailersQuery)
  const retailers = shops?.retailers ?? []
  const parts = catalogue?.categories.reduce((sum, { count }) => sum + count, 0) ?? 0
  // ISO times in UTC: the last in the alphabet is the newest.
  const checkedAt = retailers
    .flatMap(({ crawledAt }) => crawledAt ?? [])
    .toSorted()
    .at(-1)
  const facts = [
    ['parts', parts > 0 && format.count(parts)],
    ['shops', retailers.length > 0 && format.count(retailers.length)],
    ['checked', checkedAt !== undefined && format.ago(checkedAt)],
  ] as const
  return (
    <div className={styles.site}>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value !== false && (
              <div key={name}>
                <dt>{t(`visit.facts.${name}`)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <ul className={styles.shops} aria-label={t('visit.facts.shops')}>
        {retailers.map(({ slug, name }) => (
          <li key={slug}>
            <RetailerLabel slug={slug} name={name} />
          </li>
        ))}
      </ul>
    </div>
  )
}
