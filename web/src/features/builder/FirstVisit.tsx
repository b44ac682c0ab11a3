import { Suspense, useId } from 'react'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { Icon } from '~/ui/Icon'
import type { IconName } from '~/ui/iconShapes'
import styles from './FirstVisit.module.css'
import { TemplateCards } from './TemplateCards'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'

// Space is reserved while the code loads.
const BudgetEntry = lazyPiece(
  withTexts(['budget'], () => import('./BudgetEntry')),
  'BudgetEntry',
)
const PriceDropList = lazyPiece(() => import('./PriceDropList'), 'PriceDropList', renderNothing)

/**
 * Welcome for new visitors, above the empty table: the purpose of the site, builds to start from, how it works, and
 * price drops.
 */
export function FirstVisit({ afterFirstRender }: { afterFirstRender: boolean }) {
  const { t } = useText()
  return (
    <div className={styles.visit}>
      <header className={styles.hero}>
        <h1>{t('build.heading')}</h1>
        <p>{t('build.lead')}</p>
      </header>
      <TemplateCards />
      <div className={styles.budgetSpace}>
        <Suspense>{afterFirstRender && <BudgetEntry />}</Suspense>
      </div>
      <div className={styles.second}>
        <Steps />
        {!areDropsBelowTable && <Drops afterFirstRender={afterFirstRender} />}
      </div>
    </div>
  )
}

/** Whether the price drops stand below the table: on phones the parts come first. */
export const areDropsBelowTable = !window.matchMedia('(min-width: 48rem)').matches

/** The price drops, in space that is reserved for them. */
export function Drops({ afterFirstRender }: { afterFirstRender: boolean }) {
  return (
    <div className={styles.dropsSpace}>
      <Suspense>{afterFirstRender && <PriceDropList />}</Suspense>
    </div>
  )
}

const steps: readonly { id: 'choose' | 'check' | 'buy'; icon: IconName }[] = [
  { id: 'choose', icon: 'plus' },
  { id: 'check', icon: 'check' },
  { id: 'buy', icon: 'basket' },
]

function Steps() {
  const { t, format } = useText()
  const heading = useId()
  return (
    <section className={styles.how} aria-labelledby={heading}>
      <h2 id={heading}>{t('visit.how')}</h2>
      <ol>
        {steps.map(({ id, icon }, index) => (
          <li key={id}>
            <span className={styles.number} aria-hidden="true">
              {format.count(index + 1)}
            </span>
            <span>
              <b>
                <Icon name={icon} size="s" />
                {t(`visit.step.${id}.title`)}
              </b>
              {t(`visit.step.${id}.text`)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
