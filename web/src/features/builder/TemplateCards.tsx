import { useId } from 'react'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { buildTemplates, recommendedTemplate, type BuildTemplate } from '~/lib/buildTemplates'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { classNames } from '~/ui/classNames'
import { PartDrawing } from '~/ui/PartPicture'
import { Price } from '~/ui/Price'
import styles from './TemplateCards.module.css'
import { useFillTemplate } from './useFillTemplate'

/** Number of templates that are large cards; the others stand beside the heading. */
const LARGE_CARDS = 3

type Drawn = Pick<Product, 'category' | 'specs'> & { picture: null }
const draw = (category: Product['category'], specs: Product['specs'] = {}): Drawn => ({
  category,
  specs,
  picture: null,
})

/** The parts that a template's picture shows. */
const drawings: Record<BuildTemplate['id'], Drawn[]> = {
  'budget-office': [
    draw('CPU'),
    draw('CASE', { caseFormFactor: 'Mini ITX Desktop' }),
    draw('STORAGE', { storageFormFactor: '2.5-SATA' }),
  ],
  'gaming-mid': [
    draw('RAM', { modules: 2, rgb: true }),
    draw('CASE', { caseFormFactor: 'ATX Mid Tower' }),
    draw('GPU', { cooling: '2 Fans' }),
  ],
  'gaming-high': [
    draw('CPU_COOLER', { radiatorSize: 360, lighting: 'RGB' }),
    draw('CASE', { caseFormFactor: 'ATX Full Tower' }),
    draw('GPU', { cooling: '3 Fans', length: 340, lighting: 'RGB' }),
  ],
  workstation: [
    draw('MOTHERBOARD', { formFactor: 'ATX' }),
    draw('CASE', { caseFormFactor: 'ATX Full Tower' }),
    draw('GPU', { cooling: '3 Fans' }),
  ],
}

/** Templates to start from: one press fills them with parts sold today, or loads them as an empty build. */
export function TemplateCards() {
  const { t, format } = useText()
  const heading = useId()
  const { fill, filling, failure } = useFillTemplate()
  const loadTemplate = useBuild((state) => state.loadTemplate)
  return (
    <section className={styles.ready} aria-labelledby={heading}>
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
        {buildTemplates.slice(0, LARGE_CARDS).map((template) => (
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
      <div className={styles.further}>
        {buildTemplates.slice(LARGE_CARDS).map((template) => (
          <Button
            key={template.id}
            kind="outline"
            small
            disabled={filling !== null}
            onClick={() => void fill(template)}
          >
            {t('visit.fillNamed', { name: t(`templates.${template.id}.name`) })}
          </Button>
        ))}
      </div>
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

function TemplateCard({
  template: { id, category, estimatedPrice, requiredComponents },
  onFill,
  onPick,
  busy,
  progress,
}: ReadyCardProps) {
  const { t, format } = useText()
  const name = t(`templates.${id}.name`)
  const recommended = id === recommendedTemplate
  return (
    <li className={classNames(styles.card, recommended && styles.recommended)}>
      <div className={styles.stage} aria-hidden="true">
        {drawings[id].map((drawn) => (
          <PartDrawing key={drawn.category} product={drawn} />
        ))}
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
        <p className={styles.parts}>{format.list(requiredComponents.map((type) => t(`category.${type}.one`)))}</p>
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
