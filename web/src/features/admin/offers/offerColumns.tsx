import { createColumnHelper } from '@tanstack/react-table'
import type { AdminFeatures } from '../table/adminTable'
import { OfferLink } from './OfferLink'
import { SelectAll, SelectOne } from '../table/SelectCells'
import { ShopLabel } from '../shared/ShopLabel'

type OfferRow = { retailerSlug: string; url: string | null }

/** The columns with which every table of offers to decide about begins: the tick, the offer with its page, and the shop. */
export function offerColumns<Offer extends OfferRow>(nameOf: (offer: Offer) => string) {
  const column = createColumnHelper<AdminFeatures, Offer>()
  return column.columns([
    column.display({
      id: 'select',
      meta: { label: 'admin.products.select', unnamed: true, head: 'own' },
      header: ({ table }) => <SelectAll table={table} />,
      cell: ({ row }) => <SelectOne row={row} name={nameOf(row.original)} />,
    }),
    column.display({
      id: 'product',
      meta: { label: 'admin.operations.product', unnamed: true },
      cell: ({ row }) => <OfferLink name={nameOf(row.original)} url={row.original.url} />,
    }),
    column.display({
      id: 'shop',
      meta: { label: 'admin.operations.shop' },
      cell: ({ row }) => <ShopLabel slug={row.original.retailerSlug} />,
    }),
  ])
}
