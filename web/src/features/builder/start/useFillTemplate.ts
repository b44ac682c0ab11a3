import { useEffect, useRef, useState } from 'react'
import { loadCode } from '~/api/loadCode'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import type { BuildTemplate } from '~/lib/buildTemplates'
import { useErrorText } from '~/lib/useErrorText'
import { useUndoable } from '~/lib/useUndoable'
import { loadFilledBuildComponents } from '../parts/loadFilledBuildComponents'

/** The template whose parts are being chosen, and the progress. */
type Filling = { id: BuildTemplate['id']; done: number; all: number }

/** Fills a template with parts that fit and are in stock. One at a time; leaving the page cancels it. */
export function useFillTemplate() {
  const { t, format, language } = useText()
  const errorText = useErrorText()
  const undoable = useUndoable()
  const [filling, setFilling] = useState<Filling | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function fill(template: BuildTemplate): Promise<void> {
    if (running.current) return
    const control = new AbortController()
    running.current = control
    setFailure(null)
    setFilling({ id: template.id, done: 0, all: 1 })
    try {
      const [{ chooseTemplateParts }] = await Promise.all([
        loadCode(() => import('./chooseTemplateParts')),
        loadFilledBuildComponents(),
      ])
      const { parts, unchecked } = await chooseTemplateParts(template, control.signal, (done, all) =>
        setFilling({ id: template.id, done, all }),
      )
      // Parts that were chosen meanwhile, in another tab, are not discarded.
      const { currentBuild, replaceParts } = useBuild.getState()
      if (parts.length === 0 || Object.keys(currentBuild.components).length > 0) setFailure(t('visit.fillFailed'))
      else {
        const rules = format.list(unchecked.map((rule) => (language === 'ar' ? rule.nameAr : rule.name)))
        const done = unchecked.length > 0 ? t('visit.filledUnchecked', { rules }) : t('visit.filled')
        undoable(() => replaceParts(parts, template.name, template.id), done)
      }
    } catch (error) {
      if (!control.signal.aborted) setFailure(errorText(error, t('visit.fillFailed')))
    } finally {
      running.current = null
      if (!control.signal.aborted) setFilling(null)
    }
  }
  return { fill, filling, failure }
}
