import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useId, useRef, useState } from 'react'
import { markRead, notificationsQuery, type Notification } from '~/api/alerts'
import { addressToShare } from '~/i18n/language'
import { useText } from '~/i18n/useText'
import { toBudgetSearchOfAlert } from '~/lib/alerts/budgetAlertSearch'
import { lowDaysOf } from '~/lib/alerts/kinds'
import { PriceVerdictWord } from '~/lib/product/lazyPriceVerdict'
import { useCloseOnLeave } from '~/lib/useCloseOnLeave'
import { Button } from '~/ui/Button'
import { classNames } from '~/ui/classNames'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Icon } from '~/ui/Icon'
import { useProductName } from '~/ui/ProductName'
import { useErrorText } from '~/lib/useErrorText'
import { useSavedBuildName } from '~/lib/useSavedBuildName'
import styles from './NotificationCentre.module.css'
import { useSubmit } from '~/lib/useSubmit'

/** The bell in the header: the number of unread notifications, and the newest ones. */
export function NotificationCentre({ buttonClass }: { buttonClass: string }) {
  const { t, format } = useText()
  const { data } = useQuery(notificationsQuery)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const { href } = useLocation()
  // The list belongs to the page it was opened on: navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === href
  const unreadCount = data?.unread ?? 0
  const stateText =
    unreadCount === 0
      ? t('notifications.none')
      : t('notifications.unread', { count: unreadCount, n: format.count(unreadCount) })

  useCloseOnLeave(frame, open, (byEscape) => {
    setOpenAt(null)
    if (byEscape) button.current?.focus()
  })

  return (
    <div className={styles.frame} ref={frame}>
      <button
        ref={button}
        type="button"
        className={buttonClass}
        aria-expanded={open}
        aria-controls={id}
        aria-label={`${t('notifications.title')}: ${stateText}`}
        onClick={() => setOpenAt(open ? null : href)}
      >
        <Icon name="bell" />
        {unreadCount > 0 && (
          <bdi dir="ltr" className={styles.count} aria-hidden="true">
            {unreadCount > 99 ? '99+' : unreadCount}
          </bdi>
        )}
      </button>
      {/* Screen readers announce a new notification while the page is open. */}
      <span role="status" className="sr">
        {unreadCount > 0 ? stateText : ''}
      </span>
      <section id={id} className={styles.panel} hidden={!open} aria-label={t('notifications.centre')}>
        {open && <NewestNotifications unreadCount={unreadCount} onClose={() => setOpenAt(null)} />}
      </section>
    </div>
  )
}

function NewestNotifications({ unreadCount, onClose }: { unreadCount: number; onClose: () => void }) {
  const { t } = useText()
  const errorText = useErrorText()
  const { data, error, refetch } = useQuery(notificationsQuery)
  const markAsRead = useMarkRead()
  const notifications = data?.notifications ?? []
  return (
    <>
      <div className={styles.head}>
        <h2>{t('notifications.title')}</h2>
        {unreadCount > 0 && (
          <Button kind="quiet" small disabled={markAsRead.isPending} onClick={() => markAsRead.mutate(undefined)}>
            {t('notifications.readAll')}
          </Button>
        )}
      </div>
      {error && !data && (
        <ErrorAlert text={errorText(error, t('notifications.failed'))} onRetry={() => void refetch()} />
      )}
      {markAsRead.isError && <ErrorAlert text={errorText(markAsRead.error, t('notifications.readFailed'))} />}
      {data && notifications.length === 0 && <p className={styles.empty}>{t('notifications.empty')}</p>}
      <ul className={styles.list}>
        {notifications.map((one) => (
          <Entry
            key={one.id}
            notification={one}
            onFollow={() => {
              if (!one.read) markAsRead.mutate([one.id])
              onClose()
            }}
          />
        ))}
      </ul>
      <Link to="/settings" className={styles.settings}>
        {t('notifications.settings')}
      </Link>
    </>
  )
}

/** Returns the key of the text; that of a total without some parts, which may have been lower, names no price before. */
function findTextKey({ alertType, build, price, priceBefore }: Notification) {
  if (alertType === 'LISTING_AT_OR_BELOW') return 'notifications.found'
  if (alertType === 'LISTING_NEW_MATCH') return 'notifications.newMatch'
  if (alertType === 'BACK_IN_STOCK') return 'notifications.backInStock'
  if (alertType === 'NEW_LOW_EVER') return 'notifications.newLowEver'
  if (alertType === 'NEAR_LOW') return 'notifications.nearLow'
  if (alertType === 'PRICE_RISE') return 'notifications.rose'
  if (alertType === 'NEW_AT_SHOP') return 'notifications.newAtShop'
  if (lowDaysOf(alertType) !== null) return 'notifications.newLow'
  if (!build) return 'notifications.fell'
  return priceBefore > price ? 'notifications.buildFell' : 'notifications.buildReached'
}

function Entry({ notification, onFollow }: { notification: Notification; onFollow: () => void }) {
  const { t, format } = useText()
  const productName = useProductName()
  const buildName = useSavedBuildName()
  const id = useId()
  const { product, build, budgetBuild, price, priceBefore, firedAt, read } = notification
  const name = product ? productName(product) : build ? buildName(build) : ''
  const text = budgetBuild
    ? t('notifications.budgetFits', {
        use: t(`alert.uses.${budgetBuild.use}`),
        sum: format.money(budgetBuild.budget),
        price: format.money(price),
      })
    : t(findTextKey(notification), {
        name,
        price: format.money(price),
        before: format.money(priceBefore),
        days: lowDaysOf(notification.alertType),
      })
  const inside = (
    <>
      <span id={id}>
        {!read && <span className="sr">{t('notifications.isUnread')}: </span>}
        {text}
        {product?.priceVerdict && (
          <Suspense>
            <PriceVerdictWord verdict={product.priceVerdict} />
          </Suspense>
        )}
      </span>
      <time dateTime={firedAt} title={format.fullDay(firedAt)}>
        {format.ago(firedAt)}
      </time>
    </>
  )
  const path = product ? `/product/${product.id}` : build ? `/build/${build.shareToken}` : null
  const className = classNames(styles.entry, !read && styles.unread)
  return (
    <li>
      {budgetBuild ? (
        <Link to="/build-for" search={toBudgetSearchOfAlert(budgetBuild)} className={className} onClick={onFollow}>
          {inside}
        </Link>
      ) : product ? (
        <Link to="/product/$productId" params={{ productId: product.id }} className={className} onClick={onFollow}>
          {inside}
        </Link>
      ) : (
        <Link
          to="/build/$shareToken"
          params={{ shareToken: build?.shareToken ?? '' }}
          className={className}
          onClick={onFollow}
        >
          {inside}
        </Link>
      )}
      {path !== null && <PassOn text={text} path={path} about={id} />}
    </li>
  )
}

/** Opens WhatsApp with the find and the link to its page as the message. */
function PassOn({ text, path, about }: { text: string; path: string; about: string }) {
  const { t } = useText()
  return (
    <a
      className={styles.passOn}
      href={`https://wa.me/?text=${encodeURIComponent(`${text}\n${addressToShare(path)}`)}`}
      target="_blank"
      rel="noopener"
      aria-describedby={about}
    >
      {t('notifications.passOn')}
    </a>
  )
}

/** Marks notifications as read: on the page at once, undone when the request fails. */
function useMarkRead() {
  const queryClient = useQueryClient()
  const { queryKey } = notificationsQuery
  return useSubmit({
    mutationFn: (ids: string[] | undefined) => markRead(ids),
    about: (ids) => ids?.join(),
    onMutate: async (ids) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      if (before) {
        const notifications = before.notifications.map((one) =>
          ids === undefined || ids.includes(one.id) ? { ...one, read: true } : one,
        )
        queryClient.setQueryData(queryKey, {
          notifications,
          unread: ids === undefined ? 0 : Math.max(0, before.unread - ids.length),
        })
      }
      return { before }
    },
    onError: (_, __, context) => queryClient.setQueryData(queryKey, context?.before),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}
