import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { PartPicture } from '~/ui/PartPicture'
import { Spinner } from '~/ui/Spinner'
import { MESSAGE_TIME } from '../shared/messageTime'
import {
  catalogueProductQuery,
  decidePicture,
  productPicturesQuery,
  invalidateProducts,
  type PictureDecision,
  type ProductPicture,
} from '../shared/products'
import styles from './Products.module.css'
import { useAdminErrorText } from '../shared/useAdminErrorText'
import { useSubmit } from '~/lib/useSubmit'

/** The pictures that retailers show of a product: chooses the one that shoppers see, and excludes others. */
export function PicturesDialog({ productId, onClose }: { productId: string; onClose: () => void }) {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const query = productPicturesQuery(productId)
  const { data, error, refetch } = useQuery(query)
  const { data: detail } = useQuery(catalogueProductQuery(productId))
  const decide = useSubmit({
    mutationFn: (decision: PictureDecision) => decidePicture(productId, decision),
    onSuccess: async (pictures) => {
      queryClient.setQueryData(query.queryKey, pictures)
      showToast(t('admin.products.pictureSaved'), MESSAGE_TIME)
      await invalidateProducts(queryClient)
    },
  })
  const isPinned = data?.pictures.some(({ pinned }) => pinned) ?? false
  return (
    <Dialog title={t('admin.products.picturesTitle')} closeLabel={t('admin.close')} onClose={onClose} wide>
      {detail && <p>{t('admin.products.picturesText', { name: detail.product.name })}</p>}
      {error && (
        <ErrorAlert text={errorText(error, t('admin.products.picturesFailed'))} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data?.pictures.length === 0 && <p>{t('admin.products.picturesNone')}</p>}
      {decide.error && <ErrorAlert text={errorText(decide.error, t('admin.products.pictureSaveFailed'))} />}
      {data && data.pictures.length > 0 && (
        <ul className={styles.pictures}>
          {data.pictures.map((candidate, index) => (
            <Choice
              key={candidate.picture.hash}
              candidate={candidate}
              number={index + 1}
              busy={decide.isPending}
              onDecide={(action) => decide.mutate({ action, hash: candidate.picture.hash })}
            />
          ))}
        </ul>
      )}
      <DialogActions>
        {isPinned && (
          <Button icon="pin" disabled={decide.isPending} onClick={() => decide.mutate({ action: 'automatic' })}>
            {t('admin.products.pictureAutomatic')}
          </Button>
        )}
        <Button onClick={onClose}>{t('admin.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

type ChoiceProps = {
  candidate: ProductPicture
  number: number
  busy: boolean
  onDecide: (action: PictureDecision['action']) => void
}

function Choice({ candidate, number, busy, onDecide }: ChoiceProps) {
  const { t, format } = useText()
  const { picture, quality, retailers, products, refused, chosen, pinned } = candidate
  const name = t('admin.products.pictureNumber', { n: format.count(number) })
  return (
    <li className={styles.picture} aria-label={name}>
      <PartPicture product={{ category: 'OTHER', picture }} place="card" />
      <div>
        <b>{name}</b>{' '}
        {chosen && <Chip kind="ok">{t(pinned ? 'admin.products.pictureChosen' : 'admin.products.pictureShown')}</Chip>}
        {refused && <Chip kind="unknown">{t('admin.products.pictureRefused')}</Chip>}
        <small className={styles.of}>
          <bdi>{retailers.length > 0 ? retailers.join(' · ') : t('admin.products.pictureOfNoShop')}</bdi>
        </small>
        <small className={styles.of}>
          {t('admin.products.pictureSize', {
            width: format.count(picture.width),
            height: format.count(picture.height),
          })}{' '}
          · {t('admin.products.pictureQuality', { n: format.count(Math.round(quality * 100)) })} ·{' '}
          {t('admin.products.pictureShared', { count: products, n: format.count(products) })}
        </small>
        <span className={styles.pictureActions}>
          {!pinned && (
            <Button
              small
              icon="check"
              disabled={busy}
              onClick={() => onDecide('choose')}
              aria-label={`${t('admin.products.pictureChoose')}: ${name}`}
            >
              {t('admin.products.pictureChoose')}
            </Button>
          )}
          <Button
            small
            disabled={busy}
            onClick={() => onDecide(refused ? 'allow' : 'refuse')}
            aria-label={`${t(refused ? 'admin.products.pictureAllow' : 'admin.products.pictureRefuse')}: ${name}`}
          >
            {t(refused ? 'admin.products.pictureAllow' : 'admin.products.pictureRefuse')}
          </Button>
        </span>
      </div>
    </li>
  )
}
