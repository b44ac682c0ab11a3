import { useText } from '~/i18n/useText'

/** The kinds of jobs, by the names that the API uses. */
export const jobKinds = [
  'crawl',
  'refresh',
  'link',
  'history',
  'verdicts',
  'popularity',
  'upkeep',
  'expiry',
  'figures',
  'pictures',
  'hand-in',
] as const

/** Returns a function that names a kind of job in the reader's language. */
export function useJobKindName(): (kind: string) => string {
  const { t } = useText()
  return (kind) => {
    const known = jobKinds.find((one) => one === kind)
    return known ? t(`admin.operations.jobKind.${known}`) : kind
  }
}
