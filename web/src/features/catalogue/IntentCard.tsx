import type { ProductList } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/lib/ButtonLink'
import { Panel } from '~/ui/Panel'
import { Price } from '~/ui/Price'
import styles from './Listing.module.css'
import { toBudgetSearchOfQuery } from './budgetLink'
import { isKnownUse } from './partUses'

/** Card for a query that asks for more than a list of products: a comparison, or a whole PC. */
export function IntentCard({ intent }: { intent: ProductList['intent'] }) {
  const { t, format } = useText()
  if (intent?.kind === 'comparison') {
    const ids = intent.sides.flatMap(({ product }) => (product ? [product] : []))
    if (ids.length < 2) return null
    return (
      <Panel title={t('search.compareTitle')}>
        <p className={styles.understood}>{t('search.compareText')}</p>
        <ButtonLink kind="filled" to="/compare" search={{ ids }}>
          {t('search.compareOpen')}
        </ButtonLink>
      </Panel>
    )
  }
  if (intent?.kind !== 'build') return null
  const { budget } = intent
  const uses = intent.uses.filter(isKnownUse).map((name) => t(`search.uses.${name}`))
  return (
    <Panel title={t('search.buildTitle')}>
      <p className={styles.understood}>
        {budget !== null && (
          <strong>
            {t('search.budget')} <Price value={budget} />
          </strong>
        )}
        {uses.length > 0 && <span>{format.list(uses)}</span>}
        <span>{t('search.buildText')}</span>
      </p>
      <ButtonLink kind="filled" to="/build-for" search={toBudgetSearchOfQuery(budget, intent.uses)}>
        {t('search.buildOpen')}
      </ButtonLink>
    </Panel>
  )
}
