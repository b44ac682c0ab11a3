import { useState } from 'react'
import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'
import { toAlertListing } from '~/lib/alerts/listingFilters'
import { RepeatChoice } from '~/lib/alerts/RepeatChoice'
import { TargetField } from '~/lib/alerts/TargetField'
import styles from '~/lib/alerts/TargetField.module.css'
import { findTargetProblem, readTarget } from '~/lib/alerts/targetPrice'
import { useAlertErrorText } from '~/lib/alerts/useAlertErrorText'
import { useCreateAlert } from '~/lib/alerts/useCreateAlert'
import { useListingName } from '~/lib/alerts/useListingName'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { LoginLink } from '~/lib/LoginLink'
import type { ListingSearch } from '~/lib/listingSearch'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Segmented } from '~/ui/product/Segmented'

/** Time for which the page shows the success, in milliseconds. */
const SUCCESS_TIME = 4000

type Kind = 'LISTING_NEW_MATCH' | 'LISTING_AT_OR_BELOW'

type ListingAlertDialogProps = {
  /** The words and filters of the page. */
  search: ListingSearch
  /** The category that the page's path names. */
  category?: string
  onClose: () => void
}

/** Dialog that creates an alert on a listing: something new in it, or a price in it. */
export function ListingAlertDialog({ search, category, onClose }: ListingAlertDialogProps) {
  const listing = toAlertListing(search, category)
  const { t } = useText()
  const listingName = useListingName()
  const { fields, problem, change, create, send } = useListingAlert(listing, onClose)
  const { kind, target, repeats } = fields
  return (
    <Dialog title={t('alert.listingTitle')} closeLabel={t('alert.close')} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <p>{t('alert.listingLead', { name: listingName(listing) })}</p>
        <Segmented<Kind>
          label={t('alert.type')}
          value={kind}
          options={[
            { value: 'LISTING_NEW_MATCH', label: t('alert.newMatch') },
            { value: 'LISTING_AT_OR_BELOW', label: t('alert.target') },
          ]}
          onChange={(next) => change({ kind: next })}
        />
        <p className={styles.hint}>{t(kind === 'LISTING_NEW_MATCH' ? 'alert.newMatchText' : 'alert.atOrBelowText')}</p>
        {kind === 'LISTING_AT_OR_BELOW' && (
          <TargetField
            label={t('alert.targetLabel')}
            typed={target}
            price={null}
            problem={problem}
            onChange={(typed) => change({ target: typed })}
          />
        )}
        <RepeatChoice repeats={repeats} kind={kind} onChange={(next) => change({ repeats: next })} />
        {create.error && <CreateError error={create.error} />}
        <DialogActions>
          <Button onClick={onClose}>{t('alert.cancel')}</Button>
          <Button type="submit" kind="filled" disabled={create.isPending}>
            {create.isPending ? t('alert.sending') : t('alert.create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function CreateError({ error }: { error: Error }) {
  const { t } = useText()
  const errorText = useAlertErrorText()
  const isAboutFilters =
    error instanceof ApiError && Object.keys(error.fields).some((field) => /^listing\b/.test(field))
  return (
    <>
      <ErrorAlert text={isAboutFilters ? t('alert.listingWide') : errorText(error)} />
      {error instanceof ApiError && error.status === 401 && <LoginLink wide>{t('nav.login')}</LoginLink>}
    </>
  )
}

type Fields = { kind: Kind; target: string; repeats: boolean }

/** The fields of a new alert, and `send`, which creates it when they are valid and then calls `onCreated`. */
function useListingAlert(listing: string, onCreated: () => void) {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const [fields, setFields] = useState<Fields>({ kind: 'LISTING_NEW_MATCH', target: '', repeats: true })
  const [problem, setProblem] = useState<'invalid' | 'tooHigh' | null>(null)
  const create = useCreateAlert()

  function change(changed: Partial<Fields>) {
    setFields((before) => ({ ...before, ...changed }))
    if (changed.kind) setProblem(null)
  }

  function send() {
    const { kind, target, repeats } = fields
    const hasTarget = kind === 'LISTING_AT_OR_BELOW'
    // The api compares the target with the prices of the whole listing.
    const found = hasTarget ? findTargetProblem(target, null) : null
    setProblem(found)
    if (found || create.isPending) return
    create.mutate(
      { alertType: kind, listing, repeats, ...(hasTarget ? { targetPrice: readTarget(target) } : {}) },
      {
        onSuccess: () => {
          showToast(t('alert.done'), SUCCESS_TIME)
          onCreated()
        },
      },
    )
  }

  return { fields, problem, change, create, send }
}
