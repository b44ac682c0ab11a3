import { useQueryClient } from '@tanstack/react-query'
import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/lib/ButtonLink'
import { DialogActions } from '~/lib/dialog/Dialog'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Price } from '~/ui/Price'
import { focusNow } from '../shared/focusFirst'
import styles from './Products.module.css'
import { invalidateProducts, splitProduct, undoSplit } from '../shared/products'
import { RetailerByName } from '../shared/RetailerByName'
import { SplitEffects } from './SplitEffects'
import { useAdminErrorText } from '../shared/useAdminErrorText'

/** An offer to split off. */
export type SplitOffer = { id: string; title: string; retailer: string; price: number; inStock: boolean }

type SplitConfirmProps = {
  productId: string
  productName: string
  offers: SplitOffer[]
  /** Why these offers cannot be split off. */
  problem?: string
  onBack: () => void
  onDone?: () => void
  onClose: () => void
}

/** Lists the offers that are about to become a product of their own, and splits them off. */
export function SplitConfirm({ productId, productName, offers, problem, onBack, onDone, onClose }: SplitConfirmProps) {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const queryClient = useQueryClient()
  const split = useSubmit({
    mutationFn: () =>
      splitProduct(
        productId,
        offers.map(({ id }) => id),
      ),
    onSuccess: async () => {
      onDone?.()
      await invalidateProducts(queryClient)
    },
  })
  if (split.data) return <SplitDone count={offers.length} newId={split.data.productId} onClose={onClose} />
  return (
    <>
      <p>
        {t('admin.products.splitConfirm', { count: offers.length, n: format.count(offers.length), name: productName })}
      </p>
      <ul className={styles.offers} aria-label={t('admin.products.splitOffers')}>
        {offers.map(({ id, title, retailer, price, inStock }) => (
          <li key={id} className={styles.splitOffer}>
            <span>
              <RetailerByName name={retailer} />
              <bdi dir="auto">{title}</bdi>
            </span>
            <Price value={price} unavailable={!inStock} />
          </li>
        ))}
      </ul>
      {problem === undefined && (
        <SplitEffects productId={productId} productName={productName} offerIds={offers.map(({ id }) => id)} />
      )}
      <p className={styles.of}>{t('admin.products.splitForGood')}</p>
      <p role="status" className={styles.of}>
        {problem ?? ''}
      </p>
      {split.error && <ErrorAlert text={errorText(split.error, t('admin.products.splitFailed'))} />}
      <DialogActions>
        <Button onClick={onBack}>{t('admin.products.splitBack')}</Button>
        <Button
          kind="filled"
          ref={focusNow}
          disabled={problem !== undefined || split.isPending}
          onClick={() => split.mutate()}
        >
          {t('admin.products.splitOff')}
        </Button>
      </DialogActions>
    </>
  )
}

/** Outcome of a split, which can be undone from here. */
function SplitDone({ count, newId, onClose }: { count: number; newId: string; onClose: () => void }) {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const queryClient = useQueryClient()
  const undo = useSubmit({
    mutationFn: () => undoSplit(newId),
    onSuccess: () => invalidateProducts(queryClient),
  })
  return (
    <>
      <p role="status">
        {undo.data ? t('admin.products.splitUndone') : t('admin.products.splitDone', { count, n: format.count(count) })}
      </p>
      {undo.error && <ErrorAlert text={errorText(undo.error, t('admin.products.splitUndoFailed'))} />}
      <DialogActions>
        {!undo.data && (
          <>
            <Button kind="quiet" disabled={undo.isPending} onClick={() => undo.mutate()}>
              {t('admin.products.splitUndo')}
            </Button>
            <ButtonLink to="/product/$productId" params={{ productId: newId }}>
              {t('admin.products.openNew')}
            </ButtonLink>
          </>
        )}
        <Button kind="filled" ref={focusNow} onClick={onClose}>
          {t('admin.close')}
        </Button>
      </DialogActions>
    </>
  )
}
