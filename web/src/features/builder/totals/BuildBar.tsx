import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { productsQuery } from '~/api/productsQuery'
import { retailersQuery } from '~/api/queries'
import { useText } from '~/i18n/useText'
import { chosenParts, useBuild } from '~/lib/buildStore'
import { readVerdict } from '~/lib/verdict'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import { Price } from '~/ui/Price'
import { compatibilityQuery } from '../shared/api'
import styles from './BuildBar.module.css'
import { buildLines, sumLines } from '../shared/buildLines'
import { VerdictChips } from '../checks/VerdictChips'
import { useVerdictText } from '../checks/VerdictLine'

/**
 * The bar of the build on pages where shoppers look for parts: number of parts, verdict, price, and a link back to the
 * build.
 */
export function BuildBar() {
  const { t, format } = useText()
  const verdictText = useVerdictText()
  const { components } = useBuild((state) => state.currentBuild)
  const chosen = chosenParts(components)
  const today = useQuery(productsQuery(chosen.map((one) => one.product.id)))
  const retailers = useQuery(retailersQuery)
  const checked = useQuery(compatibilityQuery(components))
  const lines = buildLines(
    components,
    today.isPlaceholderData ? undefined : today.data,
    retailers.data?.retailers ?? [],
  )
  const verdict = checked.data && readVerdict(checked.data, components)
  const parts = chosen.reduce((sum, one) => sum + one.quantity, 0)
  const kind = !verdict
    ? undefined
    : verdict.errors.length > 0
      ? 'error'
      : verdict.warnings.length > 0
        ? 'warning'
        : verdict.unchecked.length > 0
          ? 'unknown'
          : 'ok'
  return (
    <section className={styles.bar} aria-label={t('fit.bar')}>
      <Link to="/" className={styles.build}>
        <Icon name="builds" />
        <span className={styles.name}>{t('fit.bar')}</span>
        <span className={styles.count}>{t('build.partsCount', { count: parts, n: format.count(parts) })}</span>
      </Link>
      {verdict && kind !== 'ok' && (
        <span className={styles.chips} aria-hidden="true">
          <VerdictChips verdict={verdict} />
        </span>
      )}
      <span className={classNames(styles.verdict, kind && styles[kind])}>
        {kind && <Icon name={kind === 'ok' ? 'check' : kind} size="s" />}
        <span>{verdict ? verdictText(verdict) : checked.isError ? '' : t('build.checking')}</span>
      </span>
      <span className={styles.total}>
        <Price value={sumLines(lines)} size="lg" />
      </span>
    </section>
  )
}
