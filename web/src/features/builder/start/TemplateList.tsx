import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { buildTemplates, listTemplateParts, recommendedTemplate } from '~/lib/buildTemplates'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { classNames } from '~/ui/classNames'
import { Panel } from '~/ui/Panel'
import { Price } from '~/ui/Price'
import styles from './Templates.module.css'

/** The templates that an empty build offers; the recommended one is labelled. */
export function TemplateList() {
  const { t, format } = useText()
  const loadTemplate = useBuild((state) => state.loadTemplate)
  const current = useBuild((state) => state.currentBuild.templateId)
  return (
    <Panel title={t('templates.title')}>
      <p className={styles.lead}>{t('templates.lead')}</p>
      <ul className={styles.templates}>
        {buildTemplates.map(({ id, category, estimatedPrice, requiredComponents }) => (
          <li key={id} className={classNames(id === current && styles.current)}>
            <h3>
              {t(`templates.${id}.name`)}
              {id === recommendedTemplate && <Chip kind="accent">{t('templates.recommended')}</Chip>}
            </h3>
            <p>{t(`templates.${id}.description`)}</p>
            <p className={styles.facts}>
              <span>{t(`templates.category.${category}`)}</span>
              <span>
                {t('templates.about')} <Price value={estimatedPrice} />
              </span>
            </p>
            <p className={styles.parts}>
              {format.list(listTemplateParts({ requiredComponents }).map((type) => t(`category.${type}.one`)))}
            </p>
            <Button kind="outline" small wide aria-pressed={id === current} onClick={() => loadTemplate(id)}>
              {t(id === current ? 'templates.chosen' : 'templates.use', { name: t(`templates.${id}.name`) })}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
