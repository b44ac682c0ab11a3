import { useQuery } from '@tanstack/react-query'
import { useText } from '~/i18n/useText'
import { savedToWireComponents, toBuild, savedCompatibilityQuery, type SavedBuild } from '~/lib/accountBuilds'
import { missingCategory, readVerdict } from '~/lib/verdict'
import { Chip } from '~/ui/Chip'
import styles from './Builds.module.css'

/**
 * The verdict of a build: whether the parts fit together, and the issues where they do not. A missing part is no
 * conflict: the chip names it.
 */
export function Verdict({ build }: { build: SavedBuild }) {
  const { t, language } = useText()
  const { data } = useQuery(savedCompatibilityQuery(savedToWireComponents(build)))
  const verdict = data && readVerdict(data, toBuild(build).components)
  const lines = [
    ...(verdict?.errors ?? []).map((issue) => ({ issue, look: styles.problem })),
    ...(verdict?.needs ?? []).map((issue) => ({ issue, look: undefined })),
    ...(verdict?.warnings ?? []).map((issue) => ({ issue, look: missingCategory(issue) ? undefined : styles.warning })),
  ]
  return (
    <section className={styles.verdict} aria-label={t('builds.verdict')}>
      <p className={styles.chips}>
        <VerdictChip build={build} />
      </p>
      {lines.length > 0 && (
        <ul>
          {lines.map(({ issue, look }) => (
            <li key={`${issue.code}-${issue.componentIds.join()}`} className={look}>
              {language === 'ar' ? issue.messageAr : issue.message}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The verdict in a few words: conflicts, missing parts, warnings, unchecked rules. */
export function VerdictChip({ build }: { build: SavedBuild }) {
  const { t, format } = useText()
  const { data, isError } = useQuery(savedCompatibilityQuery(savedToWireComponents(build)))
  if (isError) return <Chip kind="unknown">{t('builds.notJudged')}</Chip>
  if (!data) return <Chip>{t('builds.judging')}</Chip>
  const verdict = readVerdict(data, toBuild(build).components)
  const [problems, warnings, unchecked] = [verdict.errors.length, verdict.warnings.length, verdict.unchecked.length]
  return (
    <>
      {problems > 0 && (
        <Chip kind="error" icon="error">
          {t('builds.problems', { count: problems, n: format.count(problems) })}
        </Chip>
      )}
      {verdict.allCompatible && (
        <Chip kind="ok" icon="ok">
          {t('builds.compatible')}
        </Chip>
      )}
      {verdict.neededCategories.length > 0 && (
        <Chip icon="info">
          {t('builds.incomplete', {
            parts: format.list(verdict.neededCategories.map((type) => t(`category.${type}.one`))),
          })}
        </Chip>
      )}
      {warnings > 0 && (
        <Chip kind="warning" icon="warning">
          {t('builds.warnings', { count: warnings, n: format.count(warnings) })}
        </Chip>
      )}
      {unchecked > 0 && (
        <Chip kind="unknown" icon="unknown">
          {t('builds.unchecked', { count: unchecked, n: format.count(unchecked) })}
        </Chip>
      )}
    </>
  )
}
