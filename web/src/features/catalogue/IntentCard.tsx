import { Suspense } from 'react'
import type { ProductList } from '~/api/wire'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/lib/ButtonLink'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'
import { Panel } from '~/ui/Panel'
import { Price } from '~/ui/Price'
import styles from './Listing.module.css'
import { toBudgetSearchOfQuery } from './budgetLink'
import { isKnownUse } from './partUses'

const IntentBuilds = lazyPiece(
  withTexts(['budget'], () => import('./IntentBuilds')),
  'IntentBuilds',
  renderNothing,
)

/** Card for a query that asks for more than a list of products: a comparison, a verdict whether things fit, or a whole PC. */
export function IntentCard({ intent }: { intent: ProductList['intent'] }) {
  const { t, format } = useText()
  if (intent?.kind === 'comparison') {
    const ids = intent.sides.flatMap(({ product }) => (product ? [product] : []))
    if (ids.length < 2) return null
    return (
      <Panel title={t('search.compareTitle')}>
        <div className={styles.intent}>
          <p className={styles.understood}>{t('search.compareText')}</p>
          <ButtonLink kind="filled" to="/compare" search={{ ids }}>
            {t('search.compareOpen')}
          </ButtonLink>
        </div>
      </Panel>
    )
  }
  if (intent?.kind === 'fit') return <FitCard intent={intent} />
  if (intent?.kind !== 'build') return null
  const { budget } = intent
  const uses = intent.uses.filter(isKnownUse).map((name) => t(`search.uses.${name}`))
  return (
    <Panel title={t('search.buildTitle')}>
      <div className={styles.intent}>
        <p className={styles.understood}>
          {budget !== null && (
            <strong>
              {t('search.budget')} <Price value={budget} />
            </strong>
          )}
          {uses.length > 0 && <span>{format.list(uses)}</span>}
          <span>{t('search.buildText')}</span>
        </p>
        <Suspense>{budget !== null && <IntentBuilds search={toBudgetSearchOfQuery(budget, intent.uses)} />}</Suspense>
        <ButtonLink kind="filled" to="/build-for" search={toBudgetSearchOfQuery(budget, intent.uses)}>
          {t('search.buildOpen')}
        </ButtonLink>
      </div>
    </Panel>
  )
}

type FitIntent = Extract<NonNullable<ProductList['intent']>, { kind: 'fit' }>

/** Verdict whether the things of a query fit together, with the rule that decides and the facts that it compares. */
function FitCard({ intent: { sides, answer, reason } }: { intent: FitIntent }) {
  const { t, format, language } = useText()
  const facts = (reason?.facts ?? []).flatMap(({ asked, allowed, unit }) =>
    [asked, allowed].flatMap(({ thing, values }) => {
      const value = [values.join(' / '), unit].filter(Boolean).join(' ')
      return values.length === 0 ? [] : [thing === null ? value : t('search.fitFact', { thing, value })]
    }),
  )
  const unknown = [...new Set((reason?.missing ?? []).map(({ thing }) => thing))]
  return (
    <Panel title={format.list(sides.map(({ words }) => words))}>
      <div className={styles.intent}>
        <p className={styles.understood}>
          <strong>{t(reason === null ? 'search.fitAnswer.noRule' : `search.fitAnswer.${answer}`)}</strong>
          {reason !== null && <span>{language === 'ar' ? reason.messageAr : reason.message}</span>}
        </p>
        {facts.length > 0 && (
          <p className={styles.understood}>
            <bdi>{facts.join(' · ')}</bdi>
          </p>
        )}
        {unknown.length > 0 && (
          <p className={styles.understood}>{t('search.fitMissing', { things: format.list(unknown) })}</p>
        )}
      </div>
    </Panel>
  )
}
