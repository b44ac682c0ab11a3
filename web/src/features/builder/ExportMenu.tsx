import { Suspense, useState } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import styles from './Builder.module.css'
import type { BuildLine } from './buildLines'
import { ExportList } from './loadFilledBuild'

/** The button that opens the formats a build can be taken along in. */
export function ExportMenu({ lines, say }: { lines: BuildLine[]; say: (text: string) => void }) {
  const { t } = useText()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div
      role="presentation"
      className={styles.export}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <Button icon="export" disabled={lines.length === 0} aria-expanded={open} aria-label={t('build.exportTitle')} onClick={() => setOpen(!open)}>
        {t('build.export')}
      </Button>
      <Suspense>{open && <ExportList lines={lines} say={say} onChosen={close} />}</Suspense>
    </div>
  )
}
