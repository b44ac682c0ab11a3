import { Suspense, useState } from 'react'
import { useSession } from '~/api/accounts'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { lazyDialog } from '~/lib/dialog/lazyDialog'
import type { ListingSearch } from '~/lib/listingSearch'
import { LoginLink } from '~/lib/LoginLink'
import { Button } from '~/ui/Button'
import styles from './Listing.module.css'

const ListingAlertDialog = lazyDialog(
  withTexts(['account', 'header', 'alerts'], () => import('./ListingAlertDialog')),
  'ListingAlertDialog',
)

type ListingAlertButtonProps = {
  search: ListingSearch
  /** The category that the page's path names. */
  category?: string
}

/** Opens the dialog for an alert on the listing with its filters. Without a session, leads to the login and back. */
export function ListingAlertButton(props: ListingAlertButtonProps) {
  const { t } = useText()
  const { user } = useSession()
  const [open, setOpen] = useState(false)
  // Narrow screens have room for the icon alone.
  const label = <span className={styles.onlyIcon}>{t('listing.alertMe')}</span>
  if (!user) return <LoginLink icon="bell">{label}</LoginLink>
  return (
    <>
      <Button icon="bell" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <Suspense>
          <ListingAlertDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
