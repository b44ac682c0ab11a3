import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { markRead, notificationsQuery, type Notification } from '~/api/alerts'
import { useText } from '~/i18n/useText'
import { toBudgetSearchOfAlert } from '~/lib/alerts/budgetAlertSearch'
import { useCloseOnLeave } from '~/lib/useCloseOnLeave'
import { Button } from '~/ui/Button'
import { classNames } from '~/ui/classNames'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Icon } from '~/ui/Icon'
import { useProductName } from '~/ui/ProductName'
import { useErrorText } from '~/lib/useErrorText'
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
function findTextKey({ build, price, priceBefore }: Notification) {
  if (!build) return 'notifications.fell'
  return priceBefore > price ? 'notifications.buildFell' : 'notifications.buildReached'
}

function Entry({ notification, onFollow }: { notification: Notification; onFollow: () => void }) {
  const { t, format } = useText()
  const productName = useProductName()
  const { product, build, budgetBuild, price, priceBefore, firedAt, read } = notification
  const name = product ? productName(product) : (build?.name ?? '')
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
      })
  const inside = (
    <>
      <span>
        {!read && <span className="sr">{t('notifications.isUnread')}: </span>}
        {text}
      </span>
      <time dateTime={firedAt} title={format.fullDay(firedAt)}>
        {format.ago(firedAt)}
      </time>
    </>
  )
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
    </li>
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
