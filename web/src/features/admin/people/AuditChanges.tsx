import { useText } from '~/i18n/useText'
import { UnknownValue } from '~/ui/Price'
import styles from '../shared/Admin.module.css'
import { listChanges, type AuditAction } from './audit'

/** The changes of an action, field by field. */
export function AuditChanges({ row }: { row: AuditAction }) {
  const { t } = useText()
  const changes = listChanges(row)
  if (changes.length === 0) return <p>{t('admin.audit.none')}</p>
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <bdi dir="ltr" className={styles.field}>
            {field}
          </bdi>
          <Value name={t('admin.audit.before')} value={before} />
          <Value name={t('admin.audit.after')} value={after} />
        </li>
      ))}
    </ul>
  )
}

function Value({ name, value }: { name: string; value: string | null }) {
  return (
    <span>
      <small className={styles.below}>{name}</small>
      {value === null ? <UnknownValue /> : <bdi dir="auto">{value}</bdi>}
    </span>
  )
}
