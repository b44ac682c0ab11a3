import { useText } from '~/i18n/useText'
import { countFilledRequired, type Components } from '~/lib/buildStore'
import { requiredSlots } from '~/lib/categories'
import type { Verdict } from '~/lib/verdict'
import { Chip } from '~/ui/Chip'
import { BuildActions } from '../actions/BuildActions'
import styles from '../shared/Builder.module.css'
import type { BuildLine } from '../shared/buildLines'
import { BuildName } from '../shared/BuildName'

type BuildHeadProps = {
  components: Components
  verdict: Verdict | undefined
  lines: BuildLine[]
  empty: boolean
  isFirstVisit: boolean
}

/**
 * Name of the build, its missing parts, and its tools. On a first visit the page has another heading above, and this
 * one is an h2.
 */
export function BuildHead({ components, verdict, lines, empty, isFirstVisit }: BuildHeadProps) {
  const { t, format } = useText()
  const missing =
    verdict?.neededCategories ?? requiredSlots.map(({ type }) => type).filter((type) => !components[type]?.length)
  const neededText =
    missing.length === 0
      ? t('build.allChosen')
      : t('build.needed', { parts: format.list(missing.map((type) => t(`category.${type}.one`))) })
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        <div className={styles.title}>
          {isFirstVisit ? <h2>{t('visit.yourBuild')}</h2> : <BuildName empty={empty} />}
          <Chip kind="accent">
            {t('build.required', {
              done: format.count(countFilledRequired(components)),
              all: format.count(requiredSlots.length),
            })}
          </Chip>
        </div>
        <p>{neededText}</p>
      </div>
      <BuildActions lines={lines} />
    </div>
  )
}
