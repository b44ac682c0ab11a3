import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { lowPeriods } from './kinds'
import { RepeatChoice } from './RepeatChoice'
import { TargetField } from './TargetField'
import { isOffered } from '~/lib/product/isOffered'
import { Segmented } from '~/ui/product/Segmented'
import { priceOver, readPercentage, type AlertFields, type FieldProblem, type Kind } from './alertFields'
import { PercentField, Percentage } from './PercentFields'
import styles from './PriceAlert.module.css'
import { ShopChoice } from './ShopChoice'

type KindFieldsProps = {
  product: Product
  price: number
  fields: AlertFields
  problem: FieldProblem | null
  onChange: (change: Partial<AlertFields>) => void
}

/** The groups of kinds, each with the kind that is chosen with it. A group is one row of choices on a phone. */
const groups = {
  drop: ['ANY_DROP', 'TARGET_PRICE', 'PERCENTAGE_DROP'],
  low: ['NEW_LOW', 'NEAR_LOW'],
  stock: ['BACK_IN_STOCK', 'NEW_AT_SHOP'],
  rise: ['PRICE_RISE'],
} as const satisfies Record<string, readonly Kind[]>
type Group = keyof typeof groups

const groupOf = (kind: Kind): Group =>
  (Object.keys(groups) as Group[]).find((group) => (groups[group] as readonly Kind[]).includes(kind)) ?? 'drop'

type KindChoiceProps = { kind: Kind; isSoldOut: boolean; onChange: (kind: Kind) => void }

/** The choice of what the alert is about: a group of kinds. */
export function GroupChoice({ kind, isSoldOut, onChange }: KindChoiceProps) {
  const { t } = useText()
  const stock = { value: 'stock', label: t('alert.groupStock') } as const
  const others = [
    { value: 'drop', label: t('alert.groupDrop') },
    { value: 'low', label: t('alert.low') },
    { value: 'rise', label: t('alert.groupRise') },
  ] as const
  return (
    <Segmented<Group>
      label={t('alert.type')}
      value={groupOf(kind)}
      options={isSoldOut ? [stock, ...others] : [...others, stock]}
      onChange={(group) => onChange(groups[group][0])}
    />
  )
}

/** The kinds of the chosen group, and the fields of the chosen kind. */
export function KindFields(props: KindFieldsProps) {
  const { fields, onChange } = props
  const { kind, repeats } = fields
  return (
    <>
      <FieldsOfGroup {...props} />
      {kind !== 'ANY_DROP' && kind !== 'TARGET_PRICE' && (
        <RepeatChoice
          repeats={repeats}
          kind={kind === 'NEW_LOW' ? `NEW_LOW_${fields.period}` : kind}
          isOnceStated={kind === 'PERCENTAGE_DROP'}
          onChange={(next) => onChange({ repeats: next })}
        />
      )}
    </>
  )
}

function FieldsOfGroup(props: KindFieldsProps) {
  switch (groupOf(props.fields.kind)) {
    case 'drop':
      return <DropFields {...props} />
    case 'low':
      return <LowFields {...props} />
    case 'stock':
      return <StockFields {...props} />
    case 'rise':
      return <RiseField {...props} />
  }
}

function DropFields({ product, price, fields, problem, onChange }: KindFieldsProps) {
  const { t } = useText()
  return (
    <>
      <Segmented<Kind>
        label={t('alert.groupDrop')}
        value={fields.kind}
        options={[
          { value: 'ANY_DROP', label: t('alert.any') },
          { value: 'TARGET_PRICE', label: t('alert.target') },
          { value: 'PERCENTAGE_DROP', label: t('alert.percent') },
        ]}
        onChange={(kind) => onChange({ kind })}
      />
      {fields.kind === 'ANY_DROP' && <AnyDrop price={price} isSoldOut={!isOffered(product)} />}
      {fields.kind === 'TARGET_PRICE' && (
        <TargetField
          label={t('alert.targetLabel')}
          typed={fields.target}
          price={price}
          problem={problem === 'percentInvalid' ? null : problem}
          onChange={(target) => onChange({ target })}
        />
      )}
      {fields.kind === 'PERCENTAGE_DROP' && (
        <Percentage
          value={fields.percentage}
          price={price}
          repeats={fields.repeats}
          onChange={(percentage) => onChange({ percentage })}
        />
      )}
    </>
  )
}

/** The words about an alert on any drop; of what is sold out, the alert fires as soon as it is back. */
function AnyDrop({ price, isSoldOut }: { price: number; isSoldOut: boolean }) {
  const { t, format } = useText()
  return (
    <p className={styles.hint}>
      {isSoldOut ? t('alert.backText') : t('alert.anyText', { price: format.money(price) })}
    </p>
  )
}

/** The choice of the days of which the price is to be the lowest, or that it is to be near the lowest. */
function LowFields({ fields, problem, onChange }: KindFieldsProps) {
  const { t } = useText()
  const { kind, period } = fields
  const percentage = readPercentage(fields.near)
  return (
    <>
      <Segmented<string>
        label={t('alert.lowLabel')}
        value={kind === 'NEAR_LOW' ? 'NEAR' : `${period}`}
        options={[
          ...lowPeriods.map((days) => ({ value: `${days}`, label: t('alert.lowDays', { days }) })),
          { value: 'EVER', label: t('alert.ever') },
          { value: 'NEAR', label: t('alert.near') },
        ]}
        onChange={(chosen) =>
          onChange(
            chosen === 'NEAR'
              ? { kind: 'NEAR_LOW' }
              : { kind: 'NEW_LOW', period: lowPeriods.find((days) => `${days}` === chosen) ?? 'EVER' },
          )
        }
      />
      {kind === 'NEAR_LOW' ? (
        <PercentField
          label={t('alert.nearLabel')}
          typed={fields.near}
          hint={percentage === null ? '' : t('alert.nearText', { percent: `${percentage}%` })}
          isInvalid={problem === 'percentInvalid'}
          onChange={(near) => onChange({ near })}
        />
      ) : (
        <p className={styles.hint}>{period === 'EVER' ? t('alert.everText') : t('alert.lowText', { days: period })}</p>
      )}
    </>
  )
}

function StockFields({ fields, onChange }: KindFieldsProps) {
  const { t } = useText()
  const { kind, retailers } = fields
  return (
    <>
      <Segmented<Kind>
        label={t('alert.stockLabel')}
        value={kind}
        options={[
          { value: 'BACK_IN_STOCK', label: t('alert.back') },
          { value: 'NEW_AT_SHOP', label: t('alert.newShop') },
        ]}
        onChange={(next) => onChange({ kind: next })}
      />
      {kind === 'BACK_IN_STOCK' ? (
        <>
          <p className={styles.hint}>{retailers.length === 0 ? t('alert.returnText') : t('alert.returnAtText')}</p>
          <ShopChoice chosen={retailers} onChange={(chosen) => onChange({ retailers: chosen })} />
        </>
      ) : (
        <p className={styles.hint}>{t('alert.newShopText')}</p>
      )}
    </>
  )
}

function RiseField({ price, fields, problem, onChange }: KindFieldsProps) {
  const { t, format } = useText()
  const percentage = readPercentage(fields.rise)
  return (
    <PercentField
      label={t('alert.riseLabel')}
      typed={fields.rise}
      hint={percentage === null ? '' : t('alert.riseText', { price: format.money(priceOver(price, percentage)) })}
      isInvalid={problem === 'percentInvalid'}
      onChange={(rise) => onChange({ rise })}
    />
  )
}
