import { saveFile } from '~/lib/saveFile'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { Button, IconButton } from '~/ui/Button'
import type { BuildLine } from '../shared/buildLines'
import { exportFormats, type ExportFormat } from './exportBuild'
import { useExport } from './useExport'

/** The export formats: each as a file, those for pasting also to the clipboard; and printing. */
export function ExportList({ lines, onChosen }: { lines: BuildLine[]; onChosen: () => void }) {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const made = useExport(lines)

  function attempt(format: ExportFormat, act: (file: ReturnType<typeof made>) => void | Promise<void>) {
    onChosen()
    void (async () => {
      try {
        await act(made(format))
        showToast(t('build.exported', { format }))
      } catch {
        showToast(t('build.unsupportedExport'))
      }
    })()
  }

  return (
    <ul>
      {exportFormats.map((format) => (
        <li key={format}>
          <Button kind="quiet" onClick={() => attempt(format, saveFile)}>
            <bdi>{format}</bdi>
          </Button>
          {format !== 'JSON' && format !== 'CSV' && (
            <IconButton
              icon="copy"
              label={t('build.copyAs', { format })}
              onClick={() => attempt(format, ({ text }) => navigator.clipboard.writeText(text))}
            />
          )}
        </li>
      ))}
      <li>
        <Button
          kind="quiet"
          onClick={() => {
            onChosen()
            window.print()
          }}
        >
          {t('partsList.print')}
        </Button>
      </li>
    </ul>
  )
}
