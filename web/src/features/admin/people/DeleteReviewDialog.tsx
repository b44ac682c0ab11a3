import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useText } from '~/i18n/useText'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { useToasts } from '~/lib/toasts'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import styles from '../shared/Admin.module.css'
import { focusFirst } from '../shared/focusFirst'
import { MESSAGE_TIME } from '../shared/messageTime'
import { allReviewQueries, deleteReview, type ListedReview } from './reviews'
import { useAdminErrorText } from '../shared/useAdminErrorText'

/** Maximum length of a reason, in characters. */
const MAX_REASON_LENGTH = 500

/** Asks for a reason, and deletes a review. */
export function DeleteReviewDialog({ review, onClose }: { review: ListedReview; onClose: () => void }) {
  const { t } = useText()
  const id = useId()
  const errorText = useAdminErrorText()
  const queryClient = useQueryClient()
  const showToast = useToasts((state) => state.show)
  const [reason, setReason] = useState('')
  const remove = useSubmit({
    mutationFn: () => deleteReview(review.id, reason.trim()),
    onSuccess: async () => {
      showToast(t('admin.reviews.deleted'), MESSAGE_TIME)
      onClose()
      await queryClient.invalidateQueries(allReviewQueries)
    },
  })
  return (
    <Dialog title={t('admin.reviews.deleteTitle')} closeLabel={t('admin.close')} onClose={onClose}>
      <p>
        <bdi dir="auto">{review.comment ?? t('admin.reviews.noComment')}</bdi>
      </p>
      <p>{t('admin.reviews.reasonText')}</p>
      <label className={styles.label} htmlFor={id}>
        {t('admin.reviews.reason')}
      </label>
      <textarea
        ref={focusFirst}
        id={id}
        className={styles.textarea}
        dir="auto"
        rows={2}
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {remove.error && <ErrorAlert text={errorText(remove.error, t('admin.reviews.deleteFailed'))} />}
      <DialogActions>
        <Button onClick={onClose}>{t('admin.cancel')}</Button>
        <Button
          kind="danger"
          icon="trash"
          disabled={remove.isPending || reason.trim() === ''}
          onClick={() => remove.mutate()}
        >
          {t('admin.reviews.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
