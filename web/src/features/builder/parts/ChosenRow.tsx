import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useText } from '~/i18n/useText'
import { holdsSeveral, MAX_QUANTITY, multiplyKwd } from '~/lib/build'
import { useBuild, type SelectedProduct } from '~/lib/buildStore'
import type { CategoryInfo } from '~/lib/categories'
import { subtractKwd } from '~/lib/money'
import { IconButton } from '~/ui/Button'
import buttonStyles from '~/ui/Button.module.css'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import { Name } from '~/ui/ProductName'
import { PartThumb } from '~/ui/PartPicture'
import { UnknownValue, Price } from '~/ui/Price'
import { RetailerLabel } from '~/ui/RetailerLabel'
import { PriceVerdictWord } from '~/lib/product/lazyPriceVerdict'
import { useKeyFacts } from '~/lib/product/useSpecText'
import { useRemovePart } from '~/lib/useRemovePart'
import { isBuyable, type BuildLine } from '../shared/buildLines'
import styles from './BuildTable.module.css'
import { PartIssueTag } from '../checks/PartIssueTag'
import { rowId } from '~/lib/buildBand/rowId'
import { SlotName } from './SlotName'
import { findPartVerdict, type Verdict } from '~/lib/verdict'

type ChosenRowProps = { info: CategoryInfo; line: BuildLine; isFirstOfSlot: boolean; verdict: Verdict | undefined }

/** Row of a chosen part: its name and facts, its prices and retailer, and its issue. */
export function ChosenRow({ info, line, isFirstOfSlot, verdict }: ChosenRowProps) {
  const { t } = useText()
  const { product, part } = line
  const partVerdict = findPartVerdict(verdict, product.id)
  // The price of a pre-order is asked now, though no total has it.
  const isOffered = isBuyable(line) || line.state === 'preOrder'
  return (
    <tr
      id={isFirstOfSlot ? rowId(info.type) : undefined}
      className={classNames(!isFirstOfSlot && styles.further, partVerdict.kind === 'error' && styles.bad)}
    >
      <td className={styles.component}>
        {isFirstOfSlot && (
          <Link to="/$category" params={{ category: info.slug ?? '' }} className={styles.slot}>
            <SlotName info={info} />
          </Link>
        )}
        {isFirstOfSlot && holdsSeveral(info.type) && <AddMore info={info} />}
      </td>
      <td className={styles.selection}>
        <span className={styles.selected}>
          <PartThumb product={product} />
          <span className={styles.words}>
            <Link to="/product/$productId" params={{ productId: product.id }} dir="auto" className={styles.name}>
              <Name product={product} />
            </Link>
            <Meta product={product} />
            {holdsSeveral(info.type) && <Quantity line={line} />}
            <span className={styles.tagLine}>
              <PartIssueTag verdict={partVerdict} isCompared={verdict?.passedPartIds.has(product.id) ?? false} />
            </span>
            {!isBuyable(line) && <NotBuyableNote info={info} line={line} />}
            <PriceChange line={line} />
            {isBuyable(line) && line.priceVerdict && (
              <Suspense>
                <PriceVerdictWord verdict={line.priceVerdict} />
              </Suspense>
            )}
          </span>
        </span>
      </td>
      <Amounts line={line} />
      <td className={classNames(styles.amount, styles.price)}>
        {!isOffered && line.total !== null && <small className={styles.each}>{t('build.lastPrice')}</small>}
        <Price value={line.total} unavailable={!isOffered} />
        {part.quantity > 1 && line.price !== null && <UnitPrice price={line.price} quantity={part.quantity} />}
      </td>
      <td className={styles.where}>
        {product.retailerSlug && isOffered ? (
          <RetailerLabel slug={product.retailerSlug} name={product.retailer} />
        ) : (
          <UnknownValue />
        )}
      </td>
      <Actions info={info} line={line} />
    </tr>
  )
}

/** Reason why a part cannot be bought today, with a link to a replacement. */
function NotBuyableNote({ info, line: { product, state } }: { info: CategoryInfo; line: BuildLine }) {
  const { t } = useText()
  const setTarget = useBuild((store) => store.setTarget)
  return (
    <span className={styles.moved}>
      {t(`build.state.${state === 'sold' ? 'unsold' : state}`)}{' '}
      <Link to="/$category" params={{ category: info.slug ?? '' }} onClick={() => setTarget(info.type, product.id)}>
        {t('build.replaceIt')}
      </Link>
    </span>
  )
}

/** Base price, promotion, delivery and tax. Kuwait has no value-added tax, so the tax cell always shows a dash. */
function Amounts({ line: { product, price, delivery, part } }: { line: BuildLine }) {
  const { t, format } = useText()
  const { listPrice } = product
  const promo = price !== null && listPrice !== null && listPrice > price ? subtractKwd(price, listPrice) : null
  const cell = classNames(styles.optional, styles.amount)
  return (
    <>
      <td className={cell}>
        {listPrice === null || promo === null ? (
          <UnknownValue />
        ) : (
          <bdi dir="ltr">{format.money(multiplyKwd(listPrice, part.quantity))}</bdi>
        )}
      </td>
      <td className={classNames(cell, styles.promo)}>
        {promo === null ? (
          <UnknownValue />
        ) : (
          <bdi dir="ltr">{format.difference(multiplyKwd(promo, part.quantity))}</bdi>
        )}
      </td>
      <td className={cell}>
        {delivery.kind === 'unknown' && <UnknownValue />}
        {delivery.kind === 'free' && t('build.free')}
        {delivery.kind === 'included' && <span className={styles.dim}>{t('build.included')}</span>}
        {delivery.kind === 'fee' && <bdi dir="ltr">{format.money(delivery.amount)}</bdi>}
      </td>
      <td className={cell}>
        <UnknownValue />
      </td>
    </>
  )
}

function UnitPrice({ price, quantity }: { price: number; quantity: number }) {
  const { format } = useText()
  return (
    <small className={styles.each}>
      <bdi dir="ltr">
        {format.count(quantity)} × {format.money(price)}
      </bdi>
    </small>
  )
}

function PriceChange({ line }: { line: BuildLine }) {
  const { t, format } = useText()
  if (line.before === null || line.price === null) return null
  return (
    <span className={styles.moved}>
      {t('build.changed', { from: format.money(line.before), to: format.money(line.price) })}
    </span>
  )
}

function AddMore({ info }: { info: CategoryInfo }) {
  const { t } = useText()
  const setTarget = useBuild((state) => state.setTarget)
  return (
    <Link
      to="/$category"
      params={{ category: info.slug ?? '' }}
      className={classNames(buttonStyles.button, buttonStyles.quiet, buttonStyles.small, styles.more)}
      aria-label={t('build.addMoreOf', { category: t(`category.${info.type}.one`) })}
      onClick={() => setTarget(info.type, null)}
    >
      <Icon name="plus" size="s" />
      {t('build.addMore')}
    </Link>
  )
}

function Quantity({ line: { part } }: { line: BuildLine }) {
  const { t, format } = useText()
  const setQuantity = useBuild((state) => state.setQuantity)
  const set = (quantity: number) => setQuantity(part.componentType, part.product.id, quantity)
  return (
    <span className={styles.quantity} role="group" aria-label={t('build.quantity')}>
      <IconButton
        icon="minus"
        label={t('build.fewer')}
        disabled={part.quantity <= 1}
        onClick={() => set(part.quantity - 1)}
      />
      <b>
        <span className="sr">{t('build.quantity')}: </span>
        <bdi dir="ltr">{format.count(part.quantity)}</bdi>
      </b>
      <IconButton
        icon="plus"
        label={t('build.moreOfIt')}
        disabled={part.quantity >= MAX_QUANTITY}
        onClick={() => set(part.quantity + 1)}
      />
    </span>
  )
}

function Actions({ info, line }: { info: CategoryInfo; line: BuildLine }) {
  const { t } = useText()
  const setTarget = useBuild((state) => state.setTarget)
  const remove = useRemovePart()
  const { id } = line.product
  return (
    <td className={styles.actions}>
      <span>
        <Link
          to="/$category"
          params={{ category: info.slug ?? '' }}
          className={classNames(buttonStyles.button, buttonStyles.quiet, buttonStyles.square)}
          aria-label={t(`category.${info.type}.change`)}
          title={t(`category.${info.type}.change`)}
          onClick={() => setTarget(info.type, id)}
        >
          <Icon name="swap" />
        </Link>
        <IconButton
          icon="trash"
          label={t(`category.${info.type}.remove`)}
          onClick={(event) => {
            if (remove(info.type, id, event.timeStamp)) focusRow(info)
          }}
        />
      </span>
    </td>
  )
}

/** Focuses the first link of the row: the remove button that had the focus is gone together with its part. */
function focusRow({ type }: CategoryInfo) {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`#${rowId(type)} td:nth-child(2) a`)?.focus())
}

function Meta({ product }: { product: SelectedProduct }) {
  const facts = useKeyFacts()(product)
  return (
    <span className={styles.meta}>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </span>
  )
}
