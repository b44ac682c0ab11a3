import { useQuery } from '@tanstack/react-query'
import { retailersQuery } from '~/api/queries'
import { useText } from '~/i18n/useText'
import { SelectField } from '~/ui/Field'
import { useRetailerName } from '~/ui/RetailerLabel'
import { useShopName } from './ShopLabel'

type RetailerFilterProps = { retailer: string | undefined; onChange: (retailer: string | undefined) => void }

/** Chooses the retailer whose rows are shown. */
export function RetailerFilter({ retailer, onChange }: RetailerFilterProps) {
  const { t } = useText()
  const retailerName = useRetailerName()
  const shopName = useShopName()
  const { data } = useQuery(retailersQuery)
  const known = (data?.retailers ?? []).map(({ slug, name }) => ({ value: slug, label: retailerName(slug, name) }))
  // One that is switched off is not among them.
  const isOther = retailer !== undefined && !known.some(({ value }) => value === retailer)
  return (
    <SelectField
      label={t('admin.operations.shop')}
      value={retailer ?? ''}
      options={[
        { value: '', label: t('admin.all') },
        ...(isOther ? [{ value: retailer, label: shopName(retailer) ?? retailer }] : []),
        ...known,
      ]}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  )
}
