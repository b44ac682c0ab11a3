import { useText } from '~/i18n/useText'
import styles from './Admin.module.css'
import { useFailure, type Failure } from './useProblem'

type FailedListProps = {
  done: number
  failed: Failure[]
  names: ReadonlyMap<string, string>
  /** What is said when all was done, and when some could not be. */
  allDone: 'admin.match.bulkDone' | 'admin.match.rejectDone' | 'admin.products.linkDone' | 'admin.products.unlinkDone'
  partly: 'admin.match.bulkPartly' | 'admin.match.rejectPartly' | 'admin.products.linkPartly' | 'admin.products.unlinkPartly'
}

/** What became of several wishes: how many were met, and which were not and why. */
export function FailedList({ done, failed, names, allDone, partly }: FailedListProps) {
  const { t, format } = useText()
  const reason = useFailure()
  if (failed.length === 0) return <p role="status">{t(allDone, { n: format.count(done) })}</p>
  return (
    <>
      <p role="status">{t(partly, { n: format.count(done), m: format.count(failed.length) })}</p>
      <ul className={styles.failed}>
        {failed.map((failure) => (
          <li key={failure.id}>
            <bdi dir="auto">{names.get(failure.id) ?? failure.id}</bdi>
            <small>
              <bdi>{reason(failure)}</bdi>
            </small>
          </li>
        ))}
      </ul>
    </>
  )
}
