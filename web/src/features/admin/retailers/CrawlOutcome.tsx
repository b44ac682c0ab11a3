import { useText } from '~/i18n/useText'
import styles from '../shared/Admin.module.css'
import { useCrawlProblemText } from './crawlProblems'
import type { CrawlReport } from './retailerCrawls'

const states = ['RUNNING', 'COMPLETE', 'PARTIAL', 'HELD', 'FAILED'] as const

/** The end of a crawl, and why it did not complete. */
export function CrawlOutcome({ crawl: { state, error, problem } }: { crawl: CrawlReport }) {
  const { t } = useText()
  const problemText = useCrawlProblemText()
  const known = states.find((one) => one === state)
  return (
    <>
      {known ? t(`admin.operations.crawlOf.${known}`) : state}
      {error !== null && (
        <small className={styles.reason}>
          <bdi dir="auto">{problemText(problem, error)}</bdi>
        </small>
      )}
    </>
  )
}
