import { useText } from '~/i18n/useText'
import type { components } from '~/api/schema'
import type { SelectedProduct } from '~/lib/buildStore'
import { differenceKwd, toFils } from '~/lib/money'
import { Name } from '~/ui/Name'
import { noteClass, Panel } from '~/ui/Panel'
import { NotKnown, Price } from '~/ui/Price'
import { Shop, useShops } from '~/ui/Shop'
import { shopColor } from '~/ui/shopMarks'
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
  const { cheapest, eachLowest, fewerShops, nearestShop, unavailable } = baskets
  if (!cheapest) {
    return (
      <Panel title={t('basket.title')} icon="basket">
        <p className={styles.none}>{t('basket.none')}</p>
      </Panel>
    )
  }
  const lowestIsCheapest = eachLowest !== null && toFils(eachLowest.total) === toFils(cheapest.total)
  const more = (plan: Plan) => format.money(differenceKwd(plan.total, cheapest.total))
  return (
    <Panel id={basketId} title={t('basket.title')} icon="basket" aside={<span className={noteClass}>{t('basket.withDelivery')}</span>}>
      <ul className={styles.plans}>
        <PlanRow plan={cheapest} best products={products} note={t(lowestIsCheapest ? 'basket.lowestOfEach' : 'basket.cheapestNote')} />
        {eachLowest && !lowestIsCheapest && (
          <PlanRow plan={eachLowest} products={products} note={t('basket.eachNote', { more: more(eachLowest) })} />
        )}
        {fewerShops.map((plan) => (
          <PlanRow
            key={plan.shops.length}
            plan={plan}
            products={products}
            note={t('basket.fewerNote', { more: more(plan), count: cheapest.shops.length - plan.shops.length, n: format.count(cheapest.shops.length - plan.shops.length) })}
          />
        ))}
      </ul>
      {nearestShop && (
        <p className={styles.none}>
          {t('basket.nearest', { has: format.count(nearestShop.has), of: format.count(nearestShop.of) })} <Shop slug={nearestShop.slug} name={nearestShop.name} />
        </p>
      )}
      {unavailable.length > 0 && (
        <p className={styles.none}>{t('basket.unavailable', { count: unavailable.length, n: format.count(unavailable.length) })}</p>
      )}
    </Panel>
  )
}

function PlanRow({ plan, products, note, best = false }: { plan: Plan; products: Map<string, SelectedProduct>; note: string; best?: boolean }) {
  const { t, format } = useText()
  const shops = useShops()
  const total = toFils(plan.partsTotal)
  return (
    <li className={best ? styles.best : undefined}>
      <strong>{t('build.shopsCount', { count: plan.shops.length, n: format.count(plan.shops.length) })}</strong>
      <Price value={plan.total} best={best} />
      <span className={styles.shares} aria-hidden="true">
        {plan.shops.map((shop) => (
          <i key={shop.slug} style={{ inlineSize: `${total > 0 ? (toFils(shop.partsTotal) / total) * 100 : 0}%`, background: shopColor(shops(shop.slug)?.position) }} />
        ))}
      </span>
      <span className={styles.note}>
        {note}
        {!plan.deliveryKnown && <> {t('basket.deliveryUnknown')}</>}
        {!plan.proven && <> {t('basket.notProven')}</>}
      </span>
      <details className={styles.sums}>
        <summary>{t('basket.sums')}</summary>
        <ul>
          {plan.shops.map((shop) => (
            <li key={shop.slug}>
              <p className={styles.shop}>
                <Shop slug={shop.slug} name={shop.name} />
              </p>
              <dl>
                {shop.parts.map((part) => (
                  <div key={part.productId}>
                    <dt>
                      <a href={part.url} rel="noopener nofollow" target="_blank">
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
                  <dd>{shop.delivery === null ? <NotKnown /> : shop.delivery === 0 ? t('build.free') : <bdi dir="ltr">{format.money(shop.delivery)}</bdi>}</dd>
                </div>
              </dl>
            </li>
          ))}
          <li>
            <dl className={styles.total}>
              <div>
                <dt>{t('build.total')}</dt>
                <dd>
                  <bdi dir="ltr">
                    {toFils(plan.deliveryTotal) > 0 && `${format.money(plan.partsTotal)} + ${format.money(plan.deliveryTotal)} = `}
                    {format.money(plan.total)}
                  </bdi>
                </dd>
              </div>
            </dl>
          </li>
        </ul>
      </details>
    </li>
  )
}

function PartName({ product }: { product: SelectedProduct | undefined }) {
  return product ? <Name product={product} /> : null
}
