import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/lib/ButtonLink'
import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import styles from './Pager.module.css'

/**
 * Returns the page numbers to show: the first, the last, the current one and its neighbours; null stands for pages left
 * out. Page 5 of 10 gives 1, null, 4, 5, 6, null, 10.
 */
export function pagesAround(page: number, pages: number): (number | null)[] {
  const numbers = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages)
  const sorted = [...new Set(numbers)].toSorted((a, b) => a - b)
  return sorted.flatMap((one, index) => {
    const before = sorted[index - 1]
    if (before === undefined || one - before === 1) return [one]
    // A single number takes no more space than the dots.
    return one - before === 2 ? [one - 1, one] : [null, one]
  })
}

/**
 * Links to the pages of a listing. The page number is in the URL; the first page has none. `leaving` names a parameter of
 * the shown page that does not go along.
 */
export function Pager({ page, pages, leaving }: { page: number; pages: number; leaving?: string }) {
  const { t, format } = useText()
  if (pages < 2) return null
  return (
    <nav className={styles.pager} aria-label={t('listing.pages')}>
      <PageLink to={page - 1} leaving={leaving} disabled={page <= 1} label={t('listing.previous')}>
        <Icon name="prev" size="s" flip />
      </PageLink>
      {pagesAround(page, pages).map((one, index) =>
        one === null ? (
          // oxlint-disable-next-line react/no-array-index-key -- a gap has no other name
          <span key={`gap-${index}`} className={styles.gap} aria-hidden="true">
            …
          </span>
        ) : (
          <PageLink
            key={one}
            to={one}
            leaving={leaving}
            current={one === page}
            label={t('listing.page', { n: format.count(one) })}
          >
            <bdi dir="ltr">{format.count(one)}</bdi>
          </PageLink>
        ),
      )}
      <PageLink to={page + 1} leaving={leaving} disabled={page >= pages} label={t('listing.next')}>
        <Icon name="next" size="s" flip />
      </PageLink>
    </nav>
  )
}

type PageLinkProps = {
  to: number
  leaving: string | undefined
  label: string
  current?: boolean
  disabled?: boolean
  children: React.ReactNode
}

function PageLink({ to, leaving, label, current = false, disabled = false, children }: PageLinkProps) {
  // A disabled step is a button: a link without a target would still lead to this page.
  if (disabled) {
    return (
      <Button disabled aria-label={label}>
        {children}
      </Button>
    )
  }
  return (
    <ButtonLink
      to="."
      search={(search: Record<string, unknown>) => ({
        ...search,
        ...(leaving !== undefined && { [leaving]: undefined }),
        page: to > 1 ? to : undefined,
      })}
      activeOptions={{ exact: true }}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
    >
      {children}
    </ButtonLink>
  )
}
