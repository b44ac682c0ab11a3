import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'
import { categories } from '~/lib/categories'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Dialog, DialogActions } from '~/ui/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { SelectField } from '~/ui/Field'
import { TextField } from '~/ui/TextField'
import styles from './Admin.module.css'
import { CanonicalPicker } from './CanonicalPicker'
import { PinNote } from './PinNote'
import { changeOf, formOf, formProblems, type PinnedField, type ProductForm } from './productForm'
import { allProducts, editProduct, type AdminProduct, type ProductChange } from './products'
import { messageTime } from './messageTime'
import { useProblem } from './useProblem'

/** Changes an offer. Only what was changed is sent; what is set stays set, whatever crawls bring. */
export function EditProductDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const { t } = useText()
  const [form, setForm] = useState(() => formOf(product))
  const [tried, setTried] = useState(false)
  const [unchanged, setUnchanged] = useState(false)
  const save = useSave(product, onClose)
  const wrong = tried ? formProblems(form, product) : {}
  const refused = save.error instanceof ApiError ? save.error.fields : {}
  const set = (change: Partial<ProductForm>) => {
    setUnchanged(false)
    setForm({ ...form, ...change })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(formProblems(form, product)).length > 0) return
    const change = changeOf(form, product)
    setUnchanged(change === null)
    if (change) save.mutate(change)
  }
  const pin = (field: PinnedField) => (
    <PinNote
      field={field}
      pinned={product.pinned.includes(field)}
      released={form.unpin.has(field)}
      onRelease={(released) => set({ unpin: new Set(released ? [...form.unpin, field] : [...form.unpin].filter((one) => one !== field)) })}
    />
  )
  return (
    <Dialog title={t('admin.products.editTitle')} closeLabel={t('admin.close')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField label={t('admin.products.id')} value={product.id} dir="ltr" readOnly onChange={() => undefined} />
        <TextField label={t('admin.products.retailer')} value={product.retailer} readOnly onChange={() => undefined} />
        <TextField
          label={t('admin.products.name')}
          value={form.name}
          disabled={form.unpin.has('name')}
          problem={wrong.name ? t('admin.products.nameWrong') : refused.name}
          onChange={(name) => set({ name })}
        />
        {pin('name')}
        <SelectField
          label={t('admin.products.category')}
          value={form.category}
          options={[...(form.category === '' ? [{ value: '', label: t('admin.products.noCategory') }] : []), ...categories.map(({ type }) => ({ value: type as string, label: t(`category.${type}.one`) }))]}
          onChange={(category) => set({ category })}
          className={styles.whole}
        />
        {pin('category')}
        <TextField
          label={t('admin.products.manufacturer')}
          value={form.manufacturer}
          disabled={form.unpin.has('manufacturer')}
          problem={wrong.manufacturer ? t('admin.products.manufacturerWrong') : refused.manufacturer}
          onChange={(manufacturer) => set({ manufacturer })}
        />
        {pin('manufacturer')}
        <TextField
          label={t('admin.products.priceField')}
          type="number"
          inputMode="decimal"
          step={0.001}
          min={0}
          dir="ltr"
          value={form.price}
          disabled={form.unpin.has('price')}
          problem={wrong.price ? t('admin.products.priceWrong') : refused.price}
          onChange={(price) => set({ price })}
        />
        {pin('price')}
        <CanonicalPicker value={form.canonicalId} category={form.category || null} name={form.canonicalId === product.canonicalId ? product.canonicalName : null} onChange={(canonicalId) => set({ canonicalId })} />
        {unchanged && <p role="status">{t('admin.products.noChanges')}</p>}
        {save.error && <SaveProblem error={save.error} />}
        <DialogActions>
          <Button onClick={onClose}>{t('admin.cancel')}</Button>
          <Button kind="filled" type="submit" disabled={save.isPending}>
            {t('admin.products.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function SaveProblem({ error }: { error: Error }) {
  const { t } = useText()
  return <ErrorAlert text={useProblem()(error, t('admin.products.updateFailed'))} />
}

function useSave(product: AdminProduct, onDone: () => void) {
  const { t } = useText()
  const say = useToasts((state) => state.say)
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: ProductChange) => editProduct(product.id, change),
    onSuccess: async () => {
      say(t('admin.products.updated'), messageTime)
      onDone()
      await queryClient.invalidateQueries(allProducts)
    },
    // Deleted by somebody else meanwhile: the list is old.
    onError: (error) => error instanceof ApiError && [404, 410].includes(error.status) && void queryClient.invalidateQueries(allProducts),
  })
}
