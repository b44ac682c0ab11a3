import { useText } from '~/i18n/useText'
import styles from './Admin.module.css'
import { useFailureText, type Failure } from './useAdminErrorText'

type FailedListProps = {
  doneCount: number
  failed: Failure[]
  names: ReadonlyMap<string, string>
  /** Text keys for the case that all items succeeded, and for the case that some failed. */
  allDone: 'admin.match.bulkDone' | 'admin.match.rejectDone' | 'admin.products.linkDone' | 'admin.products.unlinkDone'
  partly:
    | 'admin.match.bulkPartly'
    | 'admin.match.rejectPartly'
    | 'admin.products.linkPartly'
    | 'admin.products.unlinkPartly'
}

/** Outcome of an action on several items: the number that succeeded, and the failed ones with their reasons. */
export function FailedList({ doneCount, failed, names, allDone, partly }: FailedListProps) {
  const { t, format } = useText()
  const failureText = useFailureText()
  if (failed.length === 0) return <p role="status">{t(allDone, { n: format.count(doneCount) })}</p>
  return (
    <>
      <p role="status">{t(partly, { n: format.count(doneCount), m: format.count(failed.length) })}</p>
      <ul className={styles.failed}>
        {failed.map((failure) => (
          <li key={failure.id}>
            <bdi dir="auto">{names.get(failure.id) ?? failure.id}</bdi>
            <small>
              <bdi>{failureText(failure)}</bdi>
            </small>
          </li>
        ))}
      </ul>
    </>
  )
}
