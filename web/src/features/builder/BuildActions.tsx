import { useState } from 'react'
import type { Category } from '~/api/wire'
import { useText } from '~/i18n/useText'
import type { SelectedComponent } from '~/lib/buildStore'
import { slots } from '~/lib/categories'
import { Button, ButtonLink } from '~/ui/Button'
import styles from './Builder.module.css'
import { exportBuild, exportFormats, type ExportFormat } from './exportBuild'

/** Share, Export and Save Build: nothing to do while the build is empty. */
export function BuildActions({ components }: { components: Partial<Record<Category, SelectedComponent>> }) {
  const { t } = useText()
  const chosen = slots.flatMap(({ type }) => components[type] ?? [])
  const empty = chosen.length === 0
  return (
    <div className={styles.actions}>
      {/* Sharing and saving need an account: that page says what can be done without one. */}
      <ButtonLink to="/login" icon="share" disabled={empty}>
        {t('build.share')}
      </ButtonLink>
      <ExportButton chosen={chosen} />
      <ButtonLink to="/login" icon="save" disabled={empty}>
        {t('build.save')}
      </ButtonLink>
    </div>
  )
}

function ExportButton({ chosen }: { chosen: SelectedComponent[] }) {
  const { t } = useText()
  const [open, setOpen] = useState(false)
  const [done, setDone] = useState<ExportFormat | null>(null)

  function save(format: ExportFormat) {
    const { name, type, text } = exportBuild(chosen, format, (category) => t(`category.${category}.one`))
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type }))
    link.download = name
    link.click()
    URL.revokeObjectURL(link.href)
    setOpen(false)
    setDone(format)
  }

  return (
    <div
      role="presentation"
      className={styles.export}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
    >
      <Button icon="export" disabled={chosen.length === 0} aria-expanded={open} aria-label={t('build.exportTitle')} onClick={() => setOpen(!open)}>
        {t('build.export')}
      </Button>
      {open && (
        <ul>
          {exportFormats.map((format) => (
            <li key={format}>
              <Button kind="quiet" wide onClick={() => save(format)}>
                <bdi>{format}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <span className="sr" role="status">
        {done ? t('build.exported', { format: done }) : ''}
      </span>
    </div>
  )
}
