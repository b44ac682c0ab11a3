import { useText } from '~/i18n/useText'
import styles from '../shared/Admin.module.css'
import type { SearchRulePreview } from './searches'

type Difference = SearchRulePreview['differences'][number]

/** Number of products named of each answer. */
const NAMED_PRODUCTS = 3

/** Differences that a rule would make, text by text. */
export function SearchRuleDifferences({ preview: { texts, changed, differences } }: { preview: SearchRulePreview }) {
  const { t, format } = useText()
  return (
    <section aria-label={t('admin.searches.rules.differences')}>
      <p role="status">
        {t('admin.searches.rules.changed', { changed: format.count(changed), texts: format.count(texts) })}
      </p>
      <ul className={styles.changes}>
        {differences.map((one) => (
          <li key={`${one.language ?? ''} ${one.text}`}>
            <bdi dir="auto">{one.text}</bdi>{' '}
            {one.searches > 0 && (
              <small>
                {t('admin.searches.rules.searched', { count: one.searches, n: format.count(one.searches) })}
              </small>
            )}
            <Answer name="before" answer={one.before} />
            <Answer name="after" answer={one.after} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Answer({ name, answer }: { name: 'before' | 'after'; answer: Difference['before'] }) {
  const { t, format } = useText()
  const { total, products, redirect } = answer
  return (
    <small className={styles.below}>
      {redirect !== null
        ? t(`admin.searches.rules.${name}Redirect`, { path: redirect })
        : t(`admin.searches.rules.${name}`, {
            n: format.count(total),
            products: products.length === 0 ? t('admin.nothing') : format.list(products.slice(0, NAMED_PRODUCTS)),
          })}
    </small>
  )
}
