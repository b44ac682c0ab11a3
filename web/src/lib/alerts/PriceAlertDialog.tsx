import { useState } from 'react'
import { ApiError } from '~/api/client'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { findTargetProblem } from './targetPrice'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { LoginLink } from '~/lib/LoginLink'
import { useProductName } from '~/ui/ProductName'
import { Price } from '~/ui/Price'
import { useAlertErrorText } from './useAlertErrorText'
import { useCreateAlert } from './useCreateAlert'
import { isOffered } from '~/lib/product/isOffered'
import { GroupChoice, KindFields } from './AlertKindFields'
import { percentageRange, toDraft, type AlertFields, type FieldProblem, type Kind } from './alertFields'
import styles from './PriceAlert.module.css'

/** Time for which the page shows the success, in milliseconds. */
const SUCCESS_TIME = 4000

/** `price`: null where nobody lists the product, which can only be waited for. */
type PriceAlertDialogProps = { product: Product; price: number | null; onClose: () => void }

/** Dialog that creates a price alert of any kind. */
export function PriceAlertDialog({ product, price, onClose }: PriceAlertDialogProps) {
  const { t } = useText()
  const productName = useProductName()
  const { fields, problem, change, create, send } = usePriceAlert(product, price, onClose)
  const { kind } = fields
  const errorText = useAlertErrorText()
  return (
    <Dialog title={t('alert.title')} closeLabel={t('alert.close')} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <p>{t(findLeadKey(kind), { name: productName(product) })}</p>
        {price !== null && (
          <>
            <p className={styles.now}>
              {t('alert.now')} <Price value={price} size="lg" unavailable={!isOffered(product)} />
            </p>
            <GroupChoice kind={kind} isSoldOut={!isOffered(product)} onChange={(next) => change({ kind: next })} />
          </>
        )}
        <KindFields product={product} price={price ?? 0} fields={fields} problem={problem} onChange={change} />
        {create.isError && (
          <>
            <ErrorAlert text={errorText(create.error)} />
            {create.error instanceof ApiError && create.error.status === 401 && (
              <LoginLink wide>{t('nav.login')}</LoginLink>
            )}
          </>
        )}
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

/** Returns the key of the first sentence: only some kinds are about a price that drops. */
function findLeadKey(kind: Kind) {
  if (kind === 'BACK_IN_STOCK') return 'alert.leadReturn'
  return kind === 'PRICE_RISE' || kind === 'NEW_AT_SHOP' ? 'alert.leadNews' : 'alert.lead'
}

/** The fields of a new alert, and `send`, which creates it when they are valid and then calls `onCreated`. */
function usePriceAlert(product: Product, price: number | null, onCreated: () => void) {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const [fields, setFields] = useState<AlertFields>({
    kind: isOffered(product) ? 'ANY_DROP' : 'BACK_IN_STOCK',
    target: '',
    percentage: percentageRange.initial,
    period: 90,
    near: '5',
    rise: '10',
    retailers: [],
    repeats: false,
  })
  const [problem, setProblem] = useState<FieldProblem | null>(null)
  const create = useCreateAlert()

  function change(changed: Partial<AlertFields>) {
    setFields((before) => ({ ...before, ...changed }))
    if (changed.kind || changed.near !== undefined || changed.rise !== undefined) setProblem(null)
  }

  function send() {
    const draft = toDraft(fields)
    const found = fields.kind === 'TARGET_PRICE' ? findTargetProblem(fields.target, price) : null
    setProblem(found ?? (draft === null ? 'percentInvalid' : null))
    if (found || draft === null || create.isPending) return
    create.mutate(
      { productId: product.id, ...draft },
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
