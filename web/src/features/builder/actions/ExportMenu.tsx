import { Suspense, useRef, useState } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import styles from '../shared/Builder.module.css'
import type { BuildLine } from '../shared/buildLines'
import { ExportList } from '../parts/loadFilledBuildComponents'

/** The button that opens the export formats. */
export function ExportMenu({ lines }: { lines: BuildLine[] }) {
  const { t } = useText()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  /** Closes the list and returns the focus to the button: the focused item is gone. */
  const leave = () => {
    opener.current?.focus()
    close()
  }
  return (
    <div
      role="presentation"
      className={styles.export}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
      onKeyDown={(event) => event.key === 'Escape' && leave()}
    >
      <Button
        ref={opener}
        icon="export"
        disabled={lines.length === 0}
        aria-expanded={open}
        aria-label={t('build.exportTitle')}
        onClick={() => setOpen(!open)}
      >
        {t('build.export')}
      </Button>
      <Suspense>{open && <ExportList lines={lines} onChosen={leave} />}</Suspense>
    </div>
  )
}
