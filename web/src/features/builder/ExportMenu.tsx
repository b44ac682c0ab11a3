import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { useProductName } from '~/ui/Name'
import { Button, IconButton } from '~/ui/Button'
import styles from './Builder.module.css'
import type { BuildLine } from './buildLines'
import { exportBuild, exportFormats, type ExportFormat } from './exportBuild'

/** The formats a build can be taken along in: as a file, and those that are pasted somewhere also by the clipboard; and on paper. */
export function ExportMenu({ lines, say }: { lines: BuildLine[]; say: (text: string) => void }) {
  const { t } = useText()
  const productName = useProductName()
  const build = useBuild((state) => state.currentBuild)
  const [open, setOpen] = useState(false)

  const made = (format: ExportFormat) =>
    exportBuild(build, lines, format, {
      label: (category) => t(`category.${category}.one`),
      total: t('build.total'),
      name: productName,
      link: (id) => `${window.location.origin}/product/${id}`,
    })

  function attempt(format: ExportFormat, act: (file: ReturnType<typeof made>) => void | Promise<void>) {
    setOpen(false)
    void (async () => {
      try {
        await act(made(format))
        say(t('build.exported', { format }))
      } catch {
        say(t('build.unsupportedExport'))
      }
    })()
  }

  return (
    <div
      role="presentation"
      className={styles.export}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
    >
      <Button icon="export" disabled={lines.length === 0} aria-expanded={open} aria-label={t('build.exportTitle')} onClick={() => setOpen(!open)}>
        {t('build.export')}
      </Button>
      {open && (
        <ul>
          {exportFormats.map((format) => (
            <li key={format}>
              <Button kind="quiet" onClick={() => attempt(format, save)}>
                <bdi>{format}</bdi>
              </Button>
              {format !== 'JSON' && format !== 'CSV' && (
                <IconButton icon="list" label={t('build.copyAs', { format })} onClick={() => attempt(format, ({ text }) => navigator.clipboard.writeText(text))} />
              )}
            </li>
          ))}
          <li>
            <Button
              kind="quiet"
              onClick={() => {
                setOpen(false)
                window.print()
              }}
            >
              {t('partsList.print')}
            </Button>
          </li>
        </ul>
      )}
    </div>
  )
}

function save({ name, type, text }: { name: string; type: string; text: string }) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
