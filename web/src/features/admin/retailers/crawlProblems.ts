import type { components } from '~/api/schema'
import { useText } from '~/i18n/useText'

type CrawlProblem = components['schemas']['CrawlProblem']

/** The codes by which the server says why a crawl did not complete. */
const codes = [
  'DISALLOWED',
  'ROBOTS_UNREADABLE',
  'PRIVATE_ADDRESS',
  'LEAVES_DOMAIN',
  'BAD_ADDRESS',
  'TOO_MANY_REDIRECTS',
  'STATUS',
  'NOT_MODIFIED',
  'WAIT_TOO_LONG',
  'TOO_LARGE',
  'TIMED_OUT',
  'UNREACHABLE',
  'CIRCUIT_OPEN',
  'UNREADABLE',
  'NO_OFFERS',
  'NOTHING_READABLE',
  'MISSED_OFFERS',
  'MOVED_PRICES',
  'MORE_REJECTED',
  'PAGES_CHANGED',
  'PAGES_UNREAD',
  'LIST_LIMIT',
  'STOPPED',
  'WORKER_DIED',
] as const

/**
 * Returns a function that words why a crawl or a job failed: on English pages by the server's sentence, which says most,
 * on others by the problem's code, and by a general sentence where there is none.
 */
export function useCrawlProblemText(): (problem: CrawlProblem | null, sentence: string) => string {
  const { t, language } = useText()
  return (problem, sentence) => {
    if (language === 'en') return sentence
    const known = codes.find((one) => one === problem?.code)
    return known
      ? t(`admin.operations.crawlProblem.${known}`, problem?.values)
      : t('admin.operations.crawlProblem.OTHER')
  }
}
