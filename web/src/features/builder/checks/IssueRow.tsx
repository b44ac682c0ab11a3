import { useQuery } from '@tanstack/react-query'
import { useText } from '~/i18n/useText'
import { findPartsToFit } from '~/lib/build'
import { useBuild, type Components } from '~/lib/buildStore'
import { categoryInfo } from '~/lib/categories'
import { listingQuery } from '~/lib/listingQueries'
import { readListingSearch } from '~/lib/listingSearch'
import { ButtonLink } from '~/lib/ButtonLink'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import styles from './Checks.module.css'
import { EvidenceRuler } from './EvidenceRuler'
import { findingElementId, missingCategory, type Issue } from '~/lib/verdict'

const icons = { error: 'error', warning: 'warning', info: 'info' } as const

/** An issue: its sentence, the compared facts, and links to listings of parts that fit. */
export function IssueRow({
  issue,
  components,
  inGroup = false,
}: {
  issue: Issue
  components: Components
  /** Whether the issue stands below the name of the part that causes it. */
  inGroup?: boolean
}) {
  const { language } = useText()
  const Heading = inGroup ? 'h4' : 'h3'
  // A missing part is no conflict between the chosen ones.
  const isMissingPart = issue.type === 'error' && missingCategory(issue) !== undefined
  const kind = !isMissingPart && (issue.type === 'error' || issue.type === 'warning') ? issue.type : 'info'
  return (
    <article className={classNames(styles.issue, styles[kind])} id={findingElementId(issue)} tabIndex={-1}>
      <Icon name={icons[kind]} />
      <div className={styles.body}>
        <div className={styles.two}>
          <Heading>{language === 'ar' ? issue.messageAr : issue.message}</Heading>
          <div className={styles.evidence}>
            {issue.evidence.map((evidence) => (
              <EvidenceRuler
                key={`${evidence.asked.key}-${evidence.allowed.key}`}
                evidence={evidence}
                kind={kind}
                components={components}
              />
            ))}
          </div>
        </div>
        {issue.fixes.length > 0 && (
          <div className={styles.fixes}>
            {issue.fixes.map((fix) => (
              <FixLink key={JSON.stringify(fix)} fix={fix} issue={issue} components={components} />
            ))}
          </div>
        )}
      </div>
    </article>
  )
}

/** A link to a listing of parts that fit, with their number; a sentence without a link where there are none. */
function FixLink({ fix, issue, components }: { fix: Issue['fixes'][number]; issue: Issue; components: Components }) {
  const { t, format } = useText()
  const setTarget = useBuild((state) => state.setTarget)
  const info = categoryInfo(fix.category)
  const clashingPart = components[fix.category]?.find((one) => issue.componentIds.includes(one.product.id))
  const target = { category: fix.category, replaces: clashingPart?.product.id ?? null }
  const search = readListingSearch(Object.fromEntries(fix.filters.map(([name = '', value = '']) => [name, value])))
  const partsToFit = findPartsToFit(components, fix.category, target)
  const filtered = useQuery(listingQuery({ ...search, category: [fix.category] }, partsToFit))
  // A filter excludes products whose fact is unknown: where it leaves none, show all products that fit.
  const noneFiltered = filtered.data?.total === 0
  const unfiltered = useQuery({ ...listingQuery({ category: [fix.category] }, partsToFit), enabled: noneFiltered })
  const total = (noneFiltered ? unfiltered : filtered).data?.total
  if (!info.slug) return null
  if (total === 0) return <p>{t('checks.none', { category: t(`category.${fix.category}.many`) })}</p>
  const label = clashingPart
    ? t(`category.${fix.category}.others`)
    : t('checks.choose', { category: t(`category.${fix.category}.many`) })
  return (
    <ButtonLink
      to="/$category"
      params={{ category: info.slug }}
      search={noneFiltered ? {} : search}
      kind="outline"
      small
      icon={info.icon}
      onClick={() => setTarget(fix.category, target.replaces)}
    >
      {label}
      {total !== undefined && (
        <>
          {' '}
          <bdi dir="ltr">({format.count(total)})</bdi>
        </>
      )}
    </ButtonLink>
  )
}
