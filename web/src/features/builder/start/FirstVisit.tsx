import { Suspense } from 'react'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import styles from './FirstVisit.module.css'
import { SiteFacts } from './SiteFacts'
import { TemplateCards } from './TemplateCards'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'

// Space is reserved while the code loads.
const load = withTexts(['budget'], () => import('./firstVisitPieces'))
const BudgetEntry = lazyPiece(load, 'BudgetEntry')
const ExampleBuild = lazyPiece(load, 'ExampleBuild', renderNothing)
const HowItWorks = lazyPiece(load, 'HowItWorks', renderNothing)
const PriceDropList = lazyPiece(load, 'PriceDropList', renderNothing)

/**
 * Welcome for new visitors, above the empty table: the purpose of the site, its figures, an example, builds to start
 * from, how it works, and price drops.
 */
export function FirstVisit({ afterFirstRender }: { afterFirstRender: boolean }) {
  const { t } = useText()
  return (
    <div className={styles.visit}>
      <header className={styles.hero}>
        <div>
          <h1>{t('build.heading')}</h1>
          <p>{t('build.lead')}</p>
          <SiteFacts />
        </div>
        <div className={styles.exampleSpace}>
          <Suspense>{afterFirstRender && <ExampleBuild />}</Suspense>
        </div>
      </header>
      <TemplateCards />
      <div className={styles.budgetSpace}>
        <Suspense>{afterFirstRender && <BudgetEntry />}</Suspense>
      </div>
      <div className={styles.second}>
        <div className={styles.howSpace}>
          <Suspense>{afterFirstRender && <HowItWorks />}</Suspense>
        </div>
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
