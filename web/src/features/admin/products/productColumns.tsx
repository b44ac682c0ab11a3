import { createColumnHelper } from '@tanstack/react-table'
import { Link } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import { useText } from '~/i18n/useText'
import { parseCategory } from '~/lib/categories'
import { IconButton } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Icon } from '~/ui/Icon'
import { PartThumb } from '~/ui/PartPicture'
import { Price } from '~/ui/Price'
import type { AdminFeatures } from '../table/adminTable'
import { RetailerByName } from '../shared/RetailerByName'
import type { AdminProduct } from '../shared/products'
import styles from './Products.module.css'
import { SelectAll, SelectOne } from '../table/SelectCells'

type Actions = {
  onEdit: (product: AdminProduct) => void
  onDelete: (product: AdminProduct) => void
  onMergeOrSplit: (productId: string) => void
  onPictures: (productId: string) => void
}

const ActionsContext = createContext<Actions>({
  onEdit: () => undefined,
  onDelete: () => undefined,
  onMergeOrSplit: () => undefined,
  onPictures: () => undefined,
})

/** The actions of each row's buttons. */
export const ProductActions = ActionsContext.Provider

const column = createColumnHelper<AdminFeatures, AdminProduct>()

/** The columns of the offers' table. */
export const productColumns = column.columns([
  column.display({
    id: 'select',
    meta: { label: 'admin.products.select', unnamed: true, head: 'own' },
    header: ({ table }) => <SelectAll table={table} />,
    cell: ({ row }) => <SelectOne row={row} name={row.original.name} />,
  }),
  column.accessor('name', {
    id: 'name',
    meta: { label: 'admin.products.name', unnamed: true },
    cell: ({ row }) => <NameCell product={row.original} />,
  }),
  column.accessor('category', {
    id: 'category',
    meta: { label: 'admin.products.category' },
    cell: ({ row }) => <CategoryCell category={row.original.category} />,
  }),
  column.accessor('manufacturer', {
    id: 'manufacturer',
    meta: { label: 'admin.products.manufacturer' },
    cell: ({ row }) => <ManufacturerCell product={row.original} />,
  }),
  column.accessor('retailer', {
    id: 'retailer',
    meta: { label: 'admin.products.retailer' },
    cell: ({ row }) => <RetailerByName name={row.original.retailer} />,
  }),
  column.accessor('price', {
    id: 'price',
    meta: { label: 'admin.products.price', amount: true },
    cell: ({ row }) => <PriceCell product={row.original} />,
  }),
  column.accessor('inStock', {
    id: 'inStock',
    meta: { label: 'admin.products.stock' },
    cell: ({ row }) => <StockCell product={row.original} />,
  }),
  column.display({
    id: 'actions',
    meta: { label: 'admin.products.actions', unnamed: true, head: 'none' },
    cell: ({ row }) => <ActionsCell product={row.original} />,
  }),
])

function NameCell({ product }: { product: AdminProduct }) {
  const { t } = useText()
  const { name, category, picture, url, canonicalId, canonicalName, ended, pinned } = product
  return (
    <span className={styles.product}>
      <PartThumb product={{ category: parseCategory(category ?? '') ?? 'OTHER', picture }} />
      <span>
        <a href={url} target="_blank" rel="noopener nofollow" aria-label={t('admin.products.openAt', { name })}>
          <bdi dir="auto">{name}</bdi>
        </a>{' '}
        <Pin shown={pinned.includes('name')} />
        <small className={styles.of}>
          {canonicalId === null ? (
            t('admin.products.ofNone')
          ) : (
            <Link to="/product/$productId" params={{ productId: canonicalId }}>
              {t('admin.products.of', { name: canonicalName ?? canonicalId })}
            </Link>
          )}
        </small>
        {ended && <Chip kind="unknown">{t('admin.products.ended')}</Chip>}
      </span>
    </span>
  )
}

function CategoryCell({ category }: { category: string | null }) {
  const { t } = useText()
  const known = parseCategory(category ?? '')
  return <span className={styles.category}>{known ? t(`category.${known}.one`) : t('admin.products.notKnown')}</span>
}

function ManufacturerCell({ product: { manufacturer, pinned } }: { product: AdminProduct }) {
  const { t } = useText()
  return (
    <span>
      <bdi>{manufacturer ?? t('admin.products.notKnown')}</bdi> <Pin shown={pinned.includes('manufacturer')} />
    </span>
  )
}

function PriceCell({ product: { price, inStock, pinned } }: { product: AdminProduct }) {
  return (
    <span>
      <Pin shown={pinned.includes('price')} /> <Price value={price} unavailable={!inStock} />
    </span>
  )
}

function StockCell({ product: { inStock } }: { product: AdminProduct }) {
  const { t } = useText()
  return <Chip kind={inStock ? 'ok' : 'fact'}>{t(inStock ? 'stock.in' : 'stock.out')}</Chip>
}

function ActionsCell({ product }: { product: AdminProduct }) {
  const { t } = useText()
  const { onEdit, onDelete, onMergeOrSplit, onPictures } = useContext(ActionsContext)
  const { canonicalId } = product
  return (
    <span className={styles.actions}>
      {canonicalId !== null && (
        <IconButton
          icon="swap"
          label={t('admin.products.remakeOf', { name: product.canonicalName ?? canonicalId })}
          onClick={() => onMergeOrSplit(canonicalId)}
        />
      )}
      {canonicalId !== null && (
        <IconButton
          icon="picture"
          label={t('admin.products.picturesOf', { name: product.canonicalName ?? canonicalId })}
          onClick={() => onPictures(canonicalId)}
        />
      )}
      <IconButton
        icon="edit"
        label={t('admin.products.editOf', { name: product.name })}
        onClick={() => onEdit(product)}
      />
      <IconButton
        icon="trash"
        label={t('admin.products.deleteOf', { name: product.name })}
        onClick={() => onDelete(product)}
      />
    </span>
  )
}

/** Pin icon on a field that an administrator has set, which crawls do not overwrite. */
function Pin({ shown }: { shown: boolean }) {
  const { t } = useText()
  if (!shown) return null
  return (
    <span className={styles.pin} title={t('admin.products.pinnedText')}>
      <Icon name="pin" size="s" />
      <span className="sr">{t('admin.products.pinned')}</span>
    </span>
  )
}
