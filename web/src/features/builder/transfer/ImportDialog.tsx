import { useEffect, useId, useRef, useState } from 'react'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { mayReplaceBuild } from '~/lib/mayReplaceBuild'
import { useToasts } from '~/lib/toasts'
import { useSubmit } from '~/lib/useSubmit'
import type { Category } from '~/api/wire'
import { slots } from '~/lib/categories'
import { Button } from '~/ui/Button'
import styles from './Import.module.css'
import { normaliseName, readImport, type ParsedImport } from './importBuild'
import { ImportReview, type ImportedPart } from './ImportReview'

/** Maximum size of a file, in bytes; a larger one is no build. */
const MAX_FILE_SIZE = 1_000_000

/**
 * Imports a build from an exported file, or from a list with one part per line; the user reviews the result before it
 * is used.
 */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const source = useImportSource()
  const importing = useSubmit({
    mutationFn: async ({ parts, name }: { parts: ImportedPart[]; name: string | undefined }) => {
      const { saver, replaceParts } = useBuild.getState()
      // The review has told a guest what becomes of the parts.
      if (saver !== null && !(await mayReplaceBuild(t('builds.replaceConfirm')))) return
      replaceParts(parts, name)
      showToast(t('import.done', { count: parts.length, n: String(parts.length) }))
      onClose()
    },
  })

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{t(source.parsed ? 'import.review' : 'import.title')}</h2>
      {source.parsed ? (
        <ImportReview
          parsed={source.parsed}
          onBack={source.back}
          onConfirm={(parts, name) => importing.mutate({ parts, name })}
        />
      ) : (
        <SourceForm source={source} onClose={onClose} />
      )}
    </dialog>
  )
}

/** The form for a file or a pasted list. */
function SourceForm({
  source: { text, setText, problem, submitText, submitFile },
  onClose,
}: {
  source: ReturnType<typeof useImportSource>
  onClose: () => void
}) {
  const { t } = useText()
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        submitText(text)
      }}
    >
      <p>{t('import.lead')}</p>
      <label>
        <span>{t('import.file')}</span>
        <input
          type="file"
          accept=".json,.csv,.txt,.md,application/json,text/csv,text/plain"
          onChange={(event) => void submitFile(event.target.files?.[0])}
        />
      </label>
      <label>
        <span>{t('import.paste')}</span>
        <textarea
          dir="auto"
          rows={8}
          value={text}
          placeholder={t('import.example')}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button kind="quiet" onClick={onClose}>
          {t('import.cancel')}
        </Button>
        <Button type="submit" kind="filled" disabled={text.trim() === ''}>
          {t('import.look')}
        </Button>
      </div>
    </form>
  )
}

/** Returns the text to import and what was read from it; null before it is read, and where nothing was found. */
function useImportSource() {
  const { t } = useText()
  const [text, setText] = useState('')
  const [parsed, setParsed] = useState<ParsedImport | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  function submitText(source: string) {
    const names = new Map<string, Category>(
      slots.flatMap(({ type }) => [
        [normaliseName(t(`category.${type}.one`)), type],
        [normaliseName(english[type] ?? type), type],
      ]),
    )
    const result = readImport(source, names)
    const isRead = result.kind === 'build' || result.kind === 'list'
    setProblem(isRead ? null : t(`import.${result.kind}`))
    setParsed(isRead ? result : null)
  }

  async function submitFile(file: File | undefined) {
    if (!file) return
    if (file.size > MAX_FILE_SIZE) return setProblem(t('import.tooLarge'))
    const content = await file.text()
    setText(content)
    submitText(content)
  }

  return { text, setText, parsed, back: () => setParsed(null), problem, submitText, submitFile }
}

/** English names of the slots: lists from English forums are pasted into the Arabic page, too. */
const english: Partial<Record<Category, string>> = {
  CPU: 'CPU',
  CPU_COOLER: 'CPU Cooler',
  MOTHERBOARD: 'Motherboard',
  RAM: 'Memory',
  STORAGE: 'Storage',
  GPU: 'Video Card',
  CASE: 'Case',
  CASE_FAN: 'Case Fan',
  PSU: 'Power Supply',
  MONITOR: 'Monitor',
}
