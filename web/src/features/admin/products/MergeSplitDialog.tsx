import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { Dialog } from '~/lib/dialog/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Segmented } from '~/ui/product/Segmented'
import { Spinner } from '~/ui/Spinner'
import { MergeForm } from './MergeForm'
import { catalogueProductQuery } from '../shared/products'
import styles from './Products.module.css'
import { SplitForm } from './SplitForm'
import { useAdminErrorText } from '../shared/useAdminErrorText'

/** Merges two products or splits one, where the matcher or an administrator assigned offers wrongly. */
export function MergeSplitDialog({ productId, onClose }: { productId: string; onClose: () => void }) {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const [kind, setKind] = useState<'merge' | 'split'>('merge')
  const { data, error, refetch } = useQuery(catalogueProductQuery(productId))
  return (
    <Dialog title={t('admin.products.remakeTitle')} closeLabel={t('admin.close')} onClose={onClose} wide>
      <div className={styles.kinds}>
        <Segmented
          label={t('admin.products.remakeTitle')}
          value={kind}
          options={[
            { value: 'merge', label: t('admin.products.merge') },
            { value: 'split', label: t('admin.products.split') },
          ]}
          onChange={setKind}
        />
      </div>
      {error && <ErrorAlert text={errorText(error, t('admin.products.failed'))} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data && kind === 'merge' && <MergeForm detail={data} onClose={onClose} />}
      {data && kind === 'split' && <SplitForm detail={data} onClose={onClose} />}
    </Dialog>
  )
}
