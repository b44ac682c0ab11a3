import { Link } from '@tanstack/react-router'
import type { Category, Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { useBuild, type SelectedComponent } from '~/lib/buildStore'
import { requiredSlots, slots, type CategoryInfo } from '~/lib/categories'
import { differenceKwd } from '~/lib/money'
import { ButtonLink, IconButton } from '~/ui/Button'
import buttonStyles from '~/ui/Button.module.css'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import { Kbd } from '~/ui/Kbd'
import { Name } from '~/ui/Name'
import { panelClass } from '~/ui/Panel'
import { PartThumb } from '~/ui/PartPicture'
import { NotKnown, Price } from '~/ui/Price'
import { Shop } from '~/ui/Shop'
import { useKeyFacts } from '~/ui/Spec'
import styles from './BuildTable.module.css'

/** Base, promo, shipping and tax have no room on narrow screens; price and shop follow them. */
const optionalColumns = 4
const emptyCells = [0, 1, 2, 3, 4, 5]

type BuildTableProps = {
  components: Partial<Record<Category, SelectedComponent>>
  /** Today's state of the chosen products, where it is known. */
  fresh: Map<string, Product>
  /** Today's prices could not be fetched. */
  failed: boolean
  total: number
}

/** The builder's table: a row for every kind of part, chosen or not. */
export function BuildTable({ components, fresh, failed, total }: BuildTableProps) {
  const { t } = useText()
  // The one filled button of the page is the next required part.
  const next = requiredSlots.find(({ type }) => !components[type])?.type
  const empty = Object.keys(components).length === 0
  return (
    <section className={classNames(panelClass, styles.build)}>
      <h2 className="sr">{t('build.parts')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('build.component')}</th>
            <th scope="col">{t('build.selection')}</th>
            {(['base', 'promo', 'shipping', 'tax'] as const).map((column) => (
              <th key={column} scope="col" className={classNames(styles.optional, styles.amount)}>
                {t(`build.${column}`)}
              </th>
            ))}
            <th scope="col" className={styles.amount}>
              {t('build.price')}
            </th>
            <th scope="col">{t('build.where')}</th>
            <th>
              <span className="sr">{t('build.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {slots.map((info) => {
            const chosen = components[info.type]
            return chosen ? (
              <ChosenRow key={info.type} info={info} chosen={chosen} fresh={fresh.get(chosen.product.id)} />
            ) : (
              <EmptyRow key={info.type} info={info} next={info.type === next} />
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={9}>
              <div className={styles.foot}>
                {empty ? (
                  <span className={styles.legend}>
                    <span className={styles.required} aria-hidden="true" />
                    {t('build.legend')}
                  </span>
                ) : (
                  <span className={styles.unknown} title={t('build.noChecksText')}>
                    <Icon name="unknown" size="s" />
                    {t('build.noChecks')}
                  </span>
                )}
                {failed && <span className={styles.dim}>{t('build.refreshFailed')}</span>}
                <span className={styles.total}>
                  {t('build.total')} {empty ? <NotKnown /> : <Price value={total} size="lg" />}
                </span>
              </div>
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function SlotName({ info }: { info: CategoryInfo }) {
  const { t } = useText()
  return (
    <Link to="/$category" params={{ category: info.slug ?? '' }} className={styles.slot}>
      <Icon name={info.icon} />
      {t(`category.${info.type}.one`)}
      {info.required && <span className={styles.required} role="img" aria-label={t('nav.required')} title={t('nav.required')} />}
    </Link>
  )
}

function EmptyRow({ info, next }: { info: CategoryInfo; next: boolean }) {
  const { t } = useText()
  return (
    <tr className={styles.empty}>
      <td className={styles.component}>
        <SlotName info={info} />
      </td>
      <td className={styles.selection}>
        {/* Wider than its column: what follows in the row is empty. */}
        <span className={styles.choice}>
          <ButtonLink to="/$category" params={{ category: info.slug ?? '' }} kind={next ? 'filled' : 'outline'} icon="plus">
            {t(`category.${info.type}.choose`)}
          </ButtonLink>
        </span>
      </td>
      {emptyCells.map((column) => (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell is no control
        <td key={column} className={classNames(styles.filler, column < optionalColumns && styles.optional)} />
      ))}
      <td className={styles.actions}>{info.letter && <Kbd label={t('build.key', { letter: info.letter })}>{info.letter}</Kbd>}</td>
    </tr>
  )
}

function ChosenRow({ info, chosen, fresh }: { info: CategoryInfo; chosen: SelectedComponent; fresh: Product | undefined }) {
  const { t, format } = useText()
  const remove = useBuild((state) => state.remove)
  const product = fresh ?? chosen.product
  const { price, listPrice } = product
  const promo = price !== null && listPrice !== null && listPrice > price ? differenceKwd(price, listPrice) : null
  const moved = fresh !== undefined && chosen.price !== null && fresh.price !== null && fresh.price !== chosen.price
  return (
    <tr>
      <td className={styles.component}>
        <SlotName info={info} />
      </td>
      <td className={styles.selection}>
        <span className={styles.selected}>
          <PartThumb product={product} />
          <span className={styles.words}>
            <Link to="/product/$productId" params={{ productId: product.id }} dir="auto" className={styles.name}>
              <Name product={product} />
            </Link>
            <Meta product={product} />
            {moved && (
              <span className={styles.moved}>
                {t('build.changed', { from: format.money(chosen.price ?? 0), to: format.money(fresh.price ?? 0) })}
              </span>
            )}
          </span>
        </span>
      </td>
      <td className={classNames(styles.optional, styles.amount)}>
        {listPrice === null || promo === null ? <NotKnown /> : <bdi dir="ltr">{format.money(listPrice)}</bdi>}
      </td>
      <td className={classNames(styles.optional, styles.amount, styles.promo)}>
        {promo === null ? <NotKnown /> : <bdi dir="ltr">{format.difference(promo)}</bdi>}
      </td>
      <td className={classNames(styles.optional, styles.amount)}>
        <NotKnown />
      </td>
      <td className={classNames(styles.optional, styles.amount)}>
        <NotKnown />
      </td>
      <td className={classNames(styles.amount, styles.price)}>
        <Price value={chosen.price} />
      </td>
      <td className={styles.where}>{product.retailerSlug ? <Shop slug={product.retailerSlug} name={product.retailer} /> : <NotKnown />}</td>
      <td className={styles.actions}>
        <span>
          <Link
            to="/$category"
            params={{ category: info.slug ?? '' }}
            className={classNames(buttonStyles.button, buttonStyles.quiet, buttonStyles.square)}
            aria-label={t(`category.${info.type}.change`)}
            title={t(`category.${info.type}.change`)}
          >
            <Icon name="swap" />
          </Link>
          <IconButton icon="trash" label={t(`category.${info.type}.remove`)} onClick={() => remove(info.type)} />
        </span>
      </td>
    </tr>
  )
}

function Meta({ product }: { product: SelectedComponent['product'] }) {
  const facts = useKeyFacts()(product)
  return (
    <span className={styles.meta}>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </span>
  )
}
