import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { TextField } from '~/ui/form/TextField'
import styles from '../shared/Admin.module.css'
import { aliasManufacturer, allManufacturerQueries, type Manufacturer } from './manufacturers'
import { MESSAGE_TIME } from '../shared/messageTime'
import { useAdminErrorText } from '../shared/useAdminErrorText'
import { useSubmit } from '~/lib/useSubmit'

/** Marks a manufacturer's name as another name of a known manufacturer. */
export function AliasDialog({
  manufacturer: { key, name, aliasOf },
  onClose,
}: {
  manufacturer: Manufacturer
  onClose: () => void
}) {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const [of, setOf] = useState(aliasOf ?? '')
  const alias = useSubmit({
    mutationFn: () => aliasManufacturer(key, of.trim()),
    onSuccess: async () => {
      showToast(t('admin.manufacturers.aliased', { name, of: of.trim() }), MESSAGE_TIME)
      onClose()
      await queryClient.invalidateQueries(allManufacturerQueries)
    },
  })
  const isUnknown = alias.error instanceof ApiError && alias.error.status === 422
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (of.trim() !== '') alias.mutate()
  }
  return (
    <Dialog title={t('admin.manufacturers.aliasOf', { name })} closeLabel={t('admin.close')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <p>{t('admin.manufacturers.aliasText', { name })}</p>
        <TextField
          label={t('admin.manufacturers.aliasField')}
          value={of}
          maxLength={100}
          problem={isUnknown ? t('admin.manufacturers.aliasUnknown') : undefined}
          onChange={setOf}
        />
        {alias.error && !isUnknown && (
          <ErrorAlert text={errorText(alias.error, t('admin.manufacturers.decideFailed'))} />
        )}
        <DialogActions>
          <Button onClick={onClose}>{t('admin.cancel')}</Button>
          <Button type="submit" kind="filled" disabled={alias.isPending || of.trim() === ''}>
            {t('admin.manufacturers.aliasButton')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
