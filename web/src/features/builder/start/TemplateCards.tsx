import { Suspense, useId } from 'react'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { buildTemplates, listTemplateParts, recommendedTemplate, type BuildTemplate } from '~/lib/buildTemplates'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { classNames } from '~/ui/classNames'
import { EmptyDrawing } from '~/ui/PartPicture'
import { Price } from '~/ui/Price'
import styles from './TemplateCards.module.css'
import { useFillTemplate } from './useFillTemplate'
import { lazyPiece } from '~/ui/lazyPiece'

// The drawings come after the words; their space is reserved.
const TemplateDrawing = lazyPiece(
  () => import('./TemplateDrawing'),
  'TemplateDrawing',
  () => <EmptyDrawings />,
)

/** Templates to start from: one press fills them with parts sold today, or loads them as an empty build. */
export function TemplateCards() {
  const { t, format } = useText()
  const heading = useId()
  const { fill, filling, failure } = useFillTemplate()
  const loadTemplate = useBuild((state) => state.loadTemplate)
  return (
    <section className={styles.templates} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{t('templates.title')}</h2>
        {/* Progress and errors replace the sentence, so that nothing moves. */}
        <p role="status" className={classNames(failure !== null && styles.problem)}>
          {failure ??
            (filling
              ? t('visit.filling', { done: format.count(filling.done), all: format.count(filling.all) })
              : t('visit.readyLead'))}
        </p>
      </div>
      <ul className={styles.cards}>
        {buildTemplates.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            onFill={() => void fill(template)}
            onPick={() => {
              loadTemplate(template.id)
              // The table moves up to where the cards were: scroll so that its name is read next.
              requestAnimationFrame(() => window.scrollTo({ top: 0 }))
            }}
            busy={filling !== null}
            progress={
              filling?.id === template.id
                ? t('visit.filling', { done: format.count(filling.done), all: format.count(filling.all) })
                : null
            }
          />
        ))}
      </ul>
    </section>
  )
}

type ReadyCardProps = {
  template: BuildTemplate
  onFill: () => void
  onPick: () => void
  busy: boolean
  progress: string | null
}

function TemplateCard({ template, onFill, onPick, busy, progress }: ReadyCardProps) {
  const { t, format } = useText()
  const { id, category, estimatedPrice } = template
  const name = t(`templates.${id}.name`)
  const recommended = id === recommendedTemplate
  return (
    <li className={classNames(styles.card, recommended && styles.recommended)}>
      <div className={styles.stage} aria-hidden="true">
        <Suspense fallback={<EmptyDrawings />}>
          <TemplateDrawing id={id} />
        </Suspense>
      </div>
      <div className={styles.words}>
        <h3>{name}</h3>
        <Chip kind={recommended ? 'accent' : undefined}>
          {t(recommended ? 'templates.recommended' : `templates.category.${category}`)}
        </Chip>
        <p className={styles.description}>{t(`templates.${id}.description`)}</p>
        <p className={styles.price}>
          {t('templates.about')} <Price value={estimatedPrice} size="lg" />
        </p>
        <p className={styles.parts}>
          {format.list(listTemplateParts(template).map((type) => t(`category.${type}.one`)))}
        </p>
      </div>
      <div className={styles.buttons}>
        <Button
          kind={recommended ? 'filled' : 'outline'}
          wide
          disabled={busy}
          aria-label={t('visit.fillNamed', { name })}
          onClick={onFill}
        >
          {progress ?? t('visit.fill')}
        </Button>
        <Button kind="quiet" disabled={busy} aria-label={t('visit.pickNamed', { name })} onClick={onPick}>
          {t('visit.pick')}
        </Button>
      </div>
    </li>
  )
}

/** The space of a template's drawings. */
function EmptyDrawings() {
  return (
    <>
      <EmptyDrawing />
      <EmptyDrawing />
      <EmptyDrawing />
    </>
  )
}
