import { useState, type FormEvent } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { SearchField, SelectField } from '~/ui/Field'
import styles from '../shared/Admin.module.css'
import { loadAuditRows, type AuditAuthor, type AuditFilter } from './audit'
import { CountNote } from '../table/CountNote'
import { CsvButton } from '../table/CsvButton'
import { targets, useActionName, useTargetName } from './auditNames'

type AuditToolsProps = {
  filter: AuditFilter
  actionTypes: string[]
  admins: AuditAuthor[]
  total: number | undefined
  refreshing: boolean
  onRefresh: () => void
  onChange: (change: Partial<AuditFilter>) => void
}

/** Filters of the audit log. */
export function AuditTools({ filter, actionTypes, admins, total, refreshing, onRefresh, onChange }: AuditToolsProps) {
  const { t, format } = useText()
  const actionName = useActionName()
  const targetName = useTargetName()
  const all = { value: '', label: t('admin.all') }
  return (
    <div className={styles.tools}>
      <SelectField
        label={t('admin.audit.actionFilter')}
        value={filter.action ?? ''}
        options={[all, ...withValue(actionTypes, filter.action).map((value) => ({ value, label: actionName(value) }))]}
        onChange={(action) => onChange({ action: action || undefined })}
      />
      <SelectField
        label={t('admin.audit.targetFilter')}
        value={filter.target ?? ''}
        options={[all, ...withValue(targets, filter.target).map((value) => ({ value, label: targetName(value) }))]}
        onChange={(target) => onChange({ target: target || undefined })}
      />
      <SelectField
        label={t('admin.audit.adminFilter')}
        value={filter.admin ?? ''}
        options={[
          all,
          { value: 'PEOPLE', label: t('admin.audit.people') },
          { value: 'SYSTEM', label: t('admin.audit.system') },
          ...admins.map((one) => ({ value: one.id, label: one.name || (one.email ?? one.id) })),
        ]}
        onChange={(admin) => onChange({ admin: admin || undefined })}
      />
      {(['from', 'until'] as const).map((end) => (
        <label key={end} className={styles.option}>
          {t(`admin.audit.${end}`)}
          <input
            type="date"
            className={styles.input}
            value={filter[end] ?? ''}
            onChange={(event) => onChange({ [end]: event.target.value || undefined })}
          />
        </label>
      ))}
      <TextFilter label={t('admin.audit.search')} value={filter.q} onChange={(q) => onChange({ q })} />
      <TextFilter label={t('admin.audit.idFilter')} value={filter.id} onChange={(id) => onChange({ id })} />
      <span className={styles.grow} />
      <CountNote loaded={total !== undefined}>
        {t('admin.audit.count', { count: total ?? 0, n: format.count(total ?? 0) })}
      </CountNote>
      <CsvButton name="audit-log" load={(page, limit) => loadAuditRows(filter, page, limit)} />
      <Button icon="swap" disabled={refreshing} onClick={onRefresh}>
        {t('admin.refresh')}
      </Button>
    </div>
  )
}

type TextFilterProps = { label: string; value: string | undefined; onChange: (value: string | undefined) => void }

function TextFilter({ label, value, onChange }: TextFilterProps) {
  const [typed, setTyped] = useState(value ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onChange(typed.trim() || undefined)
  }
  return (
    <form onSubmit={submit} role="search" className={styles.search}>
      <SearchField
        label={label}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          if (text === '' && value !== undefined) onChange(undefined)
        }}
      />
    </form>
  )
}

/** Adds the URL's value to the choices, even where no entry has it. */
const withValue = (known: readonly string[], value: string | undefined) =>
  value === undefined || known.includes(value) ? known : [...known, value]
