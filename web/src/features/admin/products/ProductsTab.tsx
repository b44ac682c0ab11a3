import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTable, type RowSelectionState, type SortingState, type Updater } from '@tanstack/react-table'
import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Pager } from '~/lib/pager/Pager'
import { Spinner } from '~/ui/Spinner'
import { adminFeatures } from '../table/adminTable'
import { DataTable } from '../table/DataTable'
import { DeleteProductDialog } from './DeleteProductDialog'
import { EditProductDialog } from './EditProductDialog'
import { FirstPageLink } from '../table/FirstPageLink'
import { LinkDialog } from './LinkDialog'
import { PicturesDialog } from './PicturesDialog'
import { ProductActions, productColumns } from './productColumns'
import { ProductTools } from './ProductTools'
import {
  adminProductsQuery,
  pageSizes,
  DEFAULT_PAGE_SIZE,
  type AdminProduct,
  type ProductFilter,
} from '../shared/products'
import { MergeSplitDialog } from './MergeSplitDialog'
import { SelectionBar } from './SelectionBar'
import { SplitDialog } from './SplitDialog'
import { useAdminErrorText } from '../shared/useAdminErrorText'

const route = getRouteApi('/admin')
const none: AdminProduct[] = []

/** The open dialog, with the offers or the product it is about. */
type OpenDialog =
  | { kind: 'edit' | 'delete'; product: AdminProduct }
  | { kind: 'mergeOrSplit' | 'pictures' | 'split'; productId: string }
  | { kind: 'link' | 'unlink' }
  | null

/** The offers of all retailers, and the actions on them. */
export function ProductsTab() {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const navigate = useNavigate()
  const filter = useProductFilter()
  const { data, error, refetch, isFetching } = useQuery(adminProductsQuery(filter))
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({})
  const show = (change: Partial<ProductFilter>) => {
    setRowSelection({})
    const { size, ...rest } = { ...filter, page: undefined, ...change }
    void navigate({
      to: '/admin',
      search: { tab: 'products', ...rest, size: size === DEFAULT_PAGE_SIZE ? undefined : size },
    })
  }
  const table = useProductTable(data?.products ?? none, filter, { rowSelection, setRowSelection }, show)
  const selected = (data?.products ?? none).filter(({ id }) => rowSelection[id])
  const onlyOne = onlyProduct(selected)
  return (
    <ProductActions
      value={{
        onEdit: (product) => setDialog({ kind: 'edit', product }),
        onDelete: (product) => setDialog({ kind: 'delete', product }),
        onMergeOrSplit: (productId) => setDialog({ kind: 'mergeOrSplit', productId }),
        onPictures: (productId) => setDialog({ kind: 'pictures', productId }),
      }}
    >
      <ProductTools
        key={filter.q}
        filter={filter}
        total={data?.total}
        refreshing={isFetching}
        onRefresh={() => void refetch()}
        onChange={show}
      />
      <SelectionBar
        count={selected.length}
        onClear={() => setRowSelection({})}
        onLink={() => setDialog({ kind: 'link' })}
        onUnlink={() => setDialog({ kind: 'unlink' })}
        onSplit={onlyOne === undefined ? undefined : () => setDialog({ kind: 'split', productId: onlyOne })}
      />
      {error && <ErrorAlert text={errorText(error, t('admin.products.failed'))} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data?.products.length === 0 && (
        <Empty title={t('admin.products.empty')}>{filter.page > 1 && <FirstPageLink />}</Empty>
      )}
      {data && data.products.length > 0 && <DataTable label={t('admin.tab.products')} table={table} />}
      {data && <Pager page={filter.page} pages={Math.ceil(data.total / Number(filter.size))} />}
      <ProductDialogs
        dialog={dialog}
        selected={selected}
        onDone={() => setRowSelection({})}
        onClose={() => setDialog(null)}
      />
    </ProductActions>
  )
}

type Selection = { rowSelection: RowSelectionState; setRowSelection: (update: Updater<RowSelectionState>) => void }

/** Returns the table of a page of offers. `show` shows another order. */
function useProductTable(
  products: AdminProduct[],
  filter: ProductFilter,
  { rowSelection, setRowSelection }: Selection,
  show: (change: Partial<ProductFilter>) => void,
) {
  const sorting: SortingState = filter.sort ? [{ id: filter.sort, desc: filter.order === 'desc' }] : []
  return useTable({
    features: adminFeatures,
    columns: productColumns,
    data: products,
    getRowId: ({ id }) => id,
    manualSorting: true,
    sortDescFirst: false,
    state: { sorting, rowSelection },
    onRowSelectionChange: setRowSelection,
    onSortingChange: (update) => {
      const [first] = typeof update === 'function' ? update(sorting) : update
      show({ sort: sortBy(first?.id), order: first?.desc ? 'desc' : undefined })
    },
  })
}

type ProductDialogsProps = { dialog: OpenDialog; selected: AdminProduct[]; onDone: () => void; onClose: () => void }

/** The dialog that is open, if one is. */
function ProductDialogs({ dialog, selected, onDone, onClose }: ProductDialogsProps) {
  return (
    <>
      {dialog?.kind === 'edit' && (
        <EditProductDialog key={dialog.product.id} product={dialog.product} onClose={onClose} />
      )}
      {dialog?.kind === 'delete' && <DeleteProductDialog product={dialog.product} onClose={onClose} />}
      {dialog?.kind === 'pictures' && <PicturesDialog productId={dialog.productId} onClose={onClose} />}
      {dialog?.kind === 'mergeOrSplit' && <MergeSplitDialog productId={dialog.productId} onClose={onClose} />}
      {dialog?.kind === 'split' && (
        <SplitDialog productId={dialog.productId} products={selected} onDone={onDone} onClose={onClose} />
      )}
      {(dialog?.kind === 'link' || dialog?.kind === 'unlink') && (
        <LinkDialog products={selected} unlink={dialog.kind === 'unlink'} onDone={onDone} onClose={onClose} />
      )}
    </>
  )
}

/** Returns the product to which all these offers belong, if they belong to one. */
function onlyProduct(offers: AdminProduct[]): string | undefined {
  const products = new Set(offers.map(({ canonicalId }) => canonicalId))
  const [first] = products
  return products.size === 1 && first ? first : undefined
}

/** Returns the id if it is that of a column that sorts: the server sorts by every column that may be sorted by. */
function sortBy(id: string | undefined) {
  const column = productColumns.find((one) => 'accessorKey' in one && one.enableSorting !== false && one.id === id)
  return column?.id as ProductFilter['sort']
}

function useProductFilter(): ProductFilter {
  const { q, category, linked, sort, order, size, page } = route.useSearch()
  return {
    q,
    category,
    linked: linked === 'true' || linked === 'false' ? linked : undefined,
    sort: sortBy(sort),
    order: order === 'desc' ? order : undefined,
    size: pageSizes.find((one) => one === size) ?? DEFAULT_PAGE_SIZE,
    page: page ?? 1,
  }
}
