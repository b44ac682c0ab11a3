import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { CATEGORIES } from '~/api/categories'
import { useText } from '~/i18n/useText'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { SelectField } from '~/ui/Field'
import { TextField } from '~/ui/form/TextField'
import styles from '../shared/Admin.module.css'
import type { Assignment } from './offerDecisions'
import { allOperationsQueries, type BatchResult } from '../shared/operations'
import { canBeProductId } from '../products/productForm'
import { ProductField } from '../products/ProductField'
import { useAdminErrorText, useFailureText } from '../shared/useAdminErrorText'

/** An offer to decide about, with the category that it has or may have. */
export type Assignable = { id: string; name: string; category: string | null }

type AssignDialogProps = {
  title: string
  /** When the assignment takes effect, if not at once. */
  note?: string
  offers: Assignable[]
  send: (ids: string[], assignment: Assignment) => Promise<BatchResult>
  /** Called with the ids that were assigned. */
  onDone: (ids: string[]) => void
  onClose: () => void
}

const kinds = ['category', 'manufacturer', 'product', 'notPart'] as const
type Kind = (typeof kinds)[number]

/** Maximum length of a manufacturer's name, in characters. */
const MAX_MANUFACTURER_LENGTH = 100

/** Categories of parts; what is not a part has a choice of its own. */
const partCategories = CATEGORIES.filter(({ type }) => type !== 'OTHER')

/** The values of all fields, so that a field that is left and shown again keeps its value. */
type Values = { category: (typeof partCategories)[number]['type']; manufacturer: string; productId: string }

/** Asks what offers are: of which category, manufacturer or product, or not a part. */
export function AssignDialog({ title, note, offers, send, onDone, onClose }: AssignDialogProps) {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const failureText = useFailureText()
  // The offers at the time the dialog opened: the list behind it is reloaded meanwhile.
  const [chosen] = useState(offers)
  const guess = chosen[0]?.category ?? null
  const [kind, setKind] = useState<Kind>('category')
  const [values, setValues] = useState<Values>({
    category: partCategories.find(({ type }) => type === guess)?.type ?? 'CPU',
    manufacturer: '',
    productId: '',
  })
  const assignment = toAssignment(kind, values)
  const assign = useAssign(chosen, send, onDone, onClose)
  const failed = assign.data?.failed ?? []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (assignment) assign.mutate(assignment)
  }
  return (
    <Dialog title={title} closeLabel={t('admin.close')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <p>
          <bdi dir="auto">
            {chosen.length === 1
              ? chosen[0]?.name
              : t('admin.products.selected', { count: chosen.length, n: format.count(chosen.length) })}
          </bdi>
        </p>
        {note && <p>{note}</p>}
        <SelectField
          label={t('admin.operations.assignKind')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`admin.operations.assignKindOf.${value}`) }))}
          onChange={setKind}
        />
        <ValueField kind={kind} values={values} onChange={(change) => setValues({ ...values, ...change })} />
        {assign.error && <ErrorAlert text={errorText(assign.error, t('admin.operations.assignFailed'))} />}
        {failed.length > 0 && <ErrorAlert text={format.list([...new Set(failed.map(failureText))])} />}
        <DialogActions>
          <Button onClick={onClose}>{t('admin.cancel')}</Button>
          <Button kind="filled" icon="check" type="submit" disabled={assign.isPending || assignment === null}>
            {t('admin.operations.assign')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type ValueFieldProps = { kind: Kind; values: Values; onChange: (change: Partial<Values>) => void }

/** The field of what is assigned; none where it has no value. */
function ValueField({ kind, values: { category, manufacturer, productId }, onChange }: ValueFieldProps) {
  const { t } = useText()
  if (kind === 'notPart') return null
  if (kind === 'category')
    return (
      <SelectField
        label={t('admin.match.categoryFilter')}
        value={category}
        options={partCategories.map(({ type }) => ({ value: type, label: t(`category.${type}.one`) }))}
        onChange={(chosen) => onChange({ category: chosen })}
      />
    )
  if (kind === 'manufacturer')
    return (
      <TextField
        label={t('admin.operations.manufacturer')}
        value={manufacturer}
        maxLength={MAX_MANUFACTURER_LENGTH}
        onChange={(typed) => onChange({ manufacturer: typed })}
      />
    )
  return (
    <ProductField
      value={productId}
      category={null}
      name={null}
      problem={canBeProductId(productId) ? undefined : t('admin.problem.CANONICAL_UNKNOWN')}
      onChange={(typed) => onChange({ productId: typed })}
    />
  )
}

/** Returns what is sent; null while the chosen field is not filled in. */
function toAssignment(kind: Kind, values: Values): Assignment | null {
  const [manufacturer, productId] = [values.manufacturer.trim(), values.productId.trim()]
  if (kind === 'notPart') return { category: 'OTHER' }
  if (kind === 'category') return { category: values.category }
  if (kind === 'manufacturer') return manufacturer === '' ? null : { manufacturer }
  return productId === '' || !canBeProductId(productId) ? null : { canonicalId: productId }
}

/** Sends the assignment. The dialog stays open where some of the offers were refused. */
function useAssign(
  offers: Assignable[],
  send: AssignDialogProps['send'],
  onDone: AssignDialogProps['onDone'],
  onClose: () => void,
) {
  const queryClient = useQueryClient()
  return useSubmit({
    mutationFn: (assignment: Assignment) =>
      send(
        offers.map(({ id }) => id),
        assignment,
      ),
    onSuccess: ({ failed }) => {
      const refused = new Set(failed.map(({ id }) => id))
      const assigned = offers.map(({ id }) => id).filter((id) => !refused.has(id))
      if (assigned.length > 0) onDone(assigned)
      if (failed.length === 0) onClose()
    },
    onSettled: () => queryClient.invalidateQueries(allOperationsQueries),
  })
}
