import { Suspense, useEffect, useId, type ReactNode } from 'react'
import { useText } from '~/i18n/useText'
import { useModal } from '~/lib/dialog/useModal'
import { Button, IconButton } from '~/ui/Button'
import { Loading, Skeleton } from '~/ui/Skeleton'
import styles from './FilterDrawer.module.css'

type FilterDrawerProps = {
  total: number | undefined
  isFiltered: boolean
  onClear: () => void
  onClose: () => void
  children: ReactNode
}

/**
 * The filters on narrow screens: a tick takes effect at once, and the button at the foot shows the number of results.
 * The browser's own dialog element keeps the focus inside, closes on Escape and returns the focus.
 */
export function FilterDrawer({ total, isFiltered, onClear, onClose, children }: FilterDrawerProps) {
  const { t, format } = useText()
  const modal = useModal(onClose)
  const heading = useId()
  useEffect(() => {
    const { overflow } = document.documentElement.style
    // Keep the page below from scrolling along with the filters.
    document.documentElement.style.overflow = 'hidden'
    return () => {
      document.documentElement.style.overflow = overflow
    }
  }, [])
  return (
    <dialog {...modal} className={styles.drawer} aria-labelledby={heading}>
      <div className={styles.frame}>
        <div className={styles.head}>
          <h2 id={heading}>{t('filters.title')}</h2>
          <IconButton icon="x" label={t('facet.close')} onClick={onClose} />
        </div>
        <div className={styles.scroll}>
          <Suspense fallback={<FiltersLoading />}>{children}</Suspense>
        </div>
        <div className={styles.foot}>
          <Button kind="quiet" disabled={!isFiltered} onClick={onClear}>
            {t('filters.clear')}
          </Button>
          <Button kind="filled" onClick={onClose} className={styles.show}>
            {total === undefined ? t('listing.loading') : t('facet.show', { count: total, n: format.count(total) })}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

function FiltersLoading() {
  const { t } = useText()
  return (
    <Loading label={t('listing.loading')}>
      <Skeleton height="24rem" />
    </Loading>
  )
}
