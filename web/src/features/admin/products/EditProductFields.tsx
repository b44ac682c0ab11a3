import { useText } from '~/i18n/useText'
import { categories } from '~/lib/categories'
import { SelectField } from '~/ui/Field'
import { TextField } from '~/ui/form/TextField'
import styles from '../shared/Admin.module.css'
import { ProductField } from './ProductField'
import { PinNote } from './PinNote'
import { findFormProblems, pinnedFields, type PinnedField, type ProductForm } from './productForm'
import type { AdminProduct } from '../shared/products'

type FieldsProps = {
  product: AdminProduct
  form: ProductForm
  /** Whether the form's errors are shown. */
  checked: boolean
  /** The server's errors, by field. */
  refused: Record<string, string>
  onChange: (change: Partial<ProductForm>) => void
}

/** The fields of an offer, each with a mark where an administrator has set it. */
export function EditProductFields({ product, form, checked, refused, onChange }: FieldsProps) {
  const { t } = useText()
  const formErrors = checked ? findFormProblems(form, product) : {}
  const { canonicalId, canonicalName } = product
  return (
    <>
      <TextField label={t('admin.products.id')} value={product.id} dir="ltr" readOnly onChange={() => undefined} />
      <TextField label={t('admin.products.retailer')} value={product.retailer} readOnly onChange={() => undefined} />
      {pinnedFields.map((field) => {
        const released = form.unpin.has(field)
        return (
          <div key={field} className={styles.form}>
            {field === 'category' ? (
              <CategoryField category={form.category} onChange={(category) => onChange({ category })} />
            ) : (
              <TextField
                {...(field === 'price' ? priceInput : {})}
                label={t(field === 'price' ? 'admin.products.priceField' : `admin.products.${field}`)}
                value={form[field]}
                disabled={released}
                problem={formErrors[field] ? t(problems[field]) : refused[field]}
                onChange={(value) => onChange({ [field]: value })}
              />
            )}
            <PinNote
              field={field}
              pinned={product.pinned.includes(field)}
              released={released}
              onRelease={(yes) => onChange({ unpin: withField(form.unpin, field, yes) })}
            />
          </div>
        )
      })}
      <ProductField
        value={form.canonicalId}
        category={form.category || null}
        name={form.canonicalId === canonicalId ? canonicalName : null}
        help={t('admin.products.canonicalHelp')}
        problem={formErrors.canonicalId ? t('admin.problem.CANONICAL_UNKNOWN') : undefined}
        onChange={(value) => onChange({ canonicalId: value })}
      />
    </>
  )
}

const problems = {
  name: 'admin.products.nameWrong',
  manufacturer: 'admin.products.manufacturerWrong',
  price: 'admin.products.priceWrong',
} as const

const priceInput = { type: 'number', inputMode: 'decimal', step: 0.001, min: 0, dir: 'ltr' } as const

function withField(fields: ReadonlySet<PinnedField>, field: PinnedField, yes: boolean): ReadonlySet<PinnedField> {
  return new Set(yes ? [...fields, field] : [...fields].filter((one) => one !== field))
}

function CategoryField({ category, onChange }: { category: string; onChange: (category: string) => void }) {
  const { t } = useText()
  const unknown = category === '' ? [{ value: '', label: t('admin.products.noCategory') }] : []
  return (
    <SelectField
      label={t('admin.products.category')}
      value={category}
      options={[
        ...unknown,
        ...categories.map(({ type }) => ({ value: type as string, label: t(`category.${type}.one`) })),
      ]}
      onChange={onChange}
      className={styles.whole}
    />
  )
}
