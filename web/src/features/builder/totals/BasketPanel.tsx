import { useText } from '~/i18n/useText'
import type { components } from '~/api/schema'
import type { SelectedProduct } from '~/lib/buildStore'
import { clickOutHandlers } from '~/lib/clickOut'
import { subtractKwd, toFils } from '~/lib/money'
import { Name } from '~/ui/ProductName'
import { noteClass, Panel } from '~/ui/Panel'
import { UnknownValue, Price } from '~/ui/Price'
import { RetailerLabel, useRetailers } from '~/ui/RetailerLabel'
import { retailerColor } from '~/ui/retailerMarks'
import styles from './Basket.module.css'
import { basketId } from './BuildTotals'

type Baskets = components['schemas']['Baskets']
type Plan = components['schemas']['Plan']

type BasketPanelProps = { baskets: Baskets; products: Map<string, SelectedProduct> }

/**
 * The cheapest way to buy the build, compared with the lowest price of every part and with fewer retailers. Totals
 * included.
 */
export function BasketPanel({ baskets, products }: BasketPanelProps) {
  const { t, format } = useText()
  const { cheapest, eachLowest, fewerRetailers, nearestRetailer, unavailable } = baskets
  if (!cheapest) {
    return (
      <Panel title={t('basket.title')} icon="basket">
        <p className={styles.none}>{t('basket.none')}</p>
      </Panel>
    )
  }
  const lowestIsCheapest = eachLowest !== null && toFils(eachLowest.total) === toFils(cheapest.total)
  const more = (plan: Plan) => format.money(subtractKwd(plan.total, cheapest.total))
  return (
    <Panel
      id={basketId}
      title={t('basket.title')}
      icon="basket"
      aside={<span className={noteClass}>{t('basket.withDelivery')}</span>}
    >
      <ul className={styles.plans}>
        <PlanRow
          plan={cheapest}
          best
          products={products}
          note={t(lowestIsCheapest ? 'basket.lowestOfEach' : 'basket.cheapestNote')}
        />
        {eachLowest && !lowestIsCheapest && (
          <PlanRow plan={eachLowest} products={products} note={t('basket.eachNote', { more: more(eachLowest) })} />
        )}
        {fewerRetailers.map((plan) => (
          <PlanRow
            key={plan.retailers.length}
            plan={plan}
            products={products}
            note={t('basket.fewerNote', {
              more: more(plan),
              count: cheapest.retailers.length - plan.retailers.length,
              n: format.count(cheapest.retailers.length - plan.retailers.length),
            })}
          />
        ))}
      </ul>
      {nearestRetailer && (
        <p className={styles.none}>
          {t('basket.nearest', { has: format.count(nearestRetailer.has), of: format.count(nearestRetailer.of) })}{' '}
          <RetailerLabel slug={nearestRetailer.slug} name={nearestRetailer.name} />
        </p>
      )}
      {unavailable.length > 0 && (
        <p className={styles.none}>
          {t('basket.unavailable', { count: unavailable.length, n: format.count(unavailable.length) })}
        </p>
      )}
    </Panel>
  )
}

function PlanRow({
  plan,
  products,
  note,
  best = false,
}: {
  plan: Plan
  products: Map<string, SelectedProduct>
  note: string
  best?: boolean
}) {
  const { t, format } = useText()
  const findRetailer = useRetailers()
  const total = toFils(plan.partsTotal)
  return (
    <li className={best ? styles.best : undefined}>
      <strong>{t('build.shopsCount', { count: plan.retailers.length, n: format.count(plan.retailers.length) })}</strong>
      <Price value={plan.total} best={best} />
      <span className={styles.shares} aria-hidden="true">
        {plan.retailers.map((retailer) => (
          <i
            key={retailer.slug}
            style={{
              inlineSize: `${total > 0 ? (toFils(retailer.partsTotal) / total) * 100 : 0}%`,
              background: retailerColor(findRetailer(retailer.slug)?.position),
            }}
          />
        ))}
      </span>
      <span className={styles.note}>
        {note}
        {!plan.deliveryKnown && <> {t('basket.deliveryUnknown')}</>}
        {!plan.proven && <> {t('basket.notProven')}</>}
      </span>
      <PlanSums plan={plan} products={products} />
    </li>
  )
}

/** Costs of a plan at each retailer, part by part with the delivery, and in total. */
function PlanSums({ plan, products }: { plan: Plan; products: Map<string, SelectedProduct> }) {
  const { t, format } = useText()
  return (
    <details className={styles.sums}>
      <summary>{t('basket.sums')}</summary>
      <ul>
        {plan.retailers.map((retailer) => (
          <RetailerSum key={retailer.slug} retailer={retailer} products={products} />
        ))}
        <li>
          <dl className={styles.total}>
            <div>
              <dt>{t('build.total')}</dt>
              <dd>
                <bdi dir="ltr">
                  {toFils(plan.deliveryTotal) > 0 &&
                    `${format.money(plan.partsTotal)} + ${format.money(plan.deliveryTotal)} = `}
                  {format.money(plan.total)}
                </bdi>
              </dd>
            </div>
          </dl>
        </li>
      </ul>
    </details>
  )
}

function RetailerSum({
  retailer,
  products,
}: {
  retailer: Plan['retailers'][number]
  products: Map<string, SelectedProduct>
}) {
  const { t, format } = useText()
  return (
    <li>
      <p className={styles.retailer}>
        <RetailerLabel slug={retailer.slug} name={retailer.name} />
      </p>
      <dl>
        {retailer.parts.map((part) => (
          <div key={part.productId}>
            <dt>
              <a
                href={part.url}
                rel="noopener nofollow"
                target="_blank"
                {...clickOutHandlers(retailer.slug, products.get(part.productId)?.category ?? 'OTHER')}
              >
                <PartName product={products.get(part.productId)} />
              </a>
            </dt>
            <dd>
              <bdi dir="ltr">{(part.quantity > 1 ? `${part.quantity} × ` : '') + format.money(part.price)}</bdi>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('build.shipping')}</dt>
          <dd>
            {retailer.delivery === null ? (
              <UnknownValue />
            ) : retailer.delivery === 0 ? (
              t('build.free')
            ) : (
              <bdi dir="ltr">{format.money(retailer.delivery)}</bdi>
            )}
          </dd>
        </div>
      </dl>
    </li>
  )
}

function PartName({ product }: { product: SelectedProduct | undefined }) {
  return product ? <Name product={product} /> : null
}
