import { Suspense, useMemo } from 'react'
import type { Product, ProductDetail } from '~/api/wire'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { chosenParts, useBuild } from '~/lib/buildStore'
import { isOffered } from '~/lib/product/isOffered'
import { specGroups } from '~/lib/product/specGroups'
import { Chip } from '~/ui/Chip'
import { classNames } from '~/ui/classNames'
import { PageProductIds } from '~/lib/product/pageProductIds'
import { UnknownValue, Price } from '~/ui/Price'
import { RetailerLabel } from '~/ui/RetailerLabel'
import { useSpecText } from '~/lib/product/useSpecText'
import { Stars } from '~/ui/product/Stars'
import { Stock } from '~/ui/product/Stock'
import { useCanCheckFit } from '~/lib/product/useBuildStatus'
import styles from './Compare.module.css'
import { alignSpecs, findBest } from './compareData'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'

const FitLine = lazyPiece(
  withTexts(['browsing'], () => import('~/lib/fit/FitLine')),
  'FitLine',
  renderNothing,
)

/**
 * The facts and prices, one row each; differing rows are highlighted, and the best value is marked where better has one
 * clear meaning.
 */
export function CompareRows({ details, onlyDifferences }: { details: ProductDetail[]; onlyDifferences: boolean }) {
  const { t } = useText()
  const columns = details.length + 1
  const products = details.map(({ product }) => product)
  const groups = alignSpecs(products.map(({ specs }) => specGroups(specs)))
  const slugs = [...new Set(details.flatMap(({ retailers }) => retailers.map((offer) => offer.retailerSlug)))]
  const hasBuild = useBuild(({ currentBuild }) => chosenParts(currentBuild.components).length > 0)
  const ids = useMemo(() => details.map(({ product }) => product.id), [details])
  return (
    <PageProductIds value={ids}>
      {hasBuild && (
        <tbody>
          <tr>
            <th scope="row">{t('compare.fit')}</th>
            {products.map((product) => (
              <td key={product.id} className={styles.fit}>
                <FitCell product={product} />
              </td>
            ))}
          </tr>
        </tbody>
      )}
      <tbody>
        <GroupHead text={t('compare.shops')} columns={columns} />
        {slugs.map((slug) => (
          <RetailerRow key={slug} slug={slug} details={details} />
        ))}
        {products.some((product) => product.reviewCount > 0) && (
          <tr>
            <th scope="row">{t('filters.rating')}</th>
            {products.map((product) => (
              <td key={product.id}>
                {product.rating === null || product.reviewCount === 0 ? (
                  <UnknownValue />
                ) : (
                  <Stars value={product.rating} />
                )}
              </td>
            ))}
          </tr>
        )}
      </tbody>
      {groups.map(({ group, rows }) => {
        const shown = onlyDifferences ? rows.filter((row) => row.differs) : rows
        if (shown.length === 0) return null
        return (
          <tbody key={group}>
            <GroupHead text={t(`specGroup.${group}`)} columns={columns} />
            {shown.map((row) => (
              <SpecRow key={row.key} row={row} products={products} />
            ))}
          </tbody>
        )
      })}
    </PageProductIds>
  )
}

/** Whether the product fits the current build. */
function FitCell({ product }: { product: Product }) {
  if (!useCanCheckFit(product)) return <UnknownValue />
  return (
    <Suspense>
      <FitLine product={product} />
    </Suspense>
  )
}

function GroupHead({ text, columns }: { text: string; columns: number }) {
  return (
    <tr className={styles.group}>
      <th colSpan={columns} scope="rowgroup">
        {text}
      </th>
    </tr>
  )
}

function SpecRow({
  row,
  products,
}: {
  row: ReturnType<typeof alignSpecs>[number]['rows'][number]
  products: Product[]
}) {
  const { t } = useText()
  const specText = useSpecText()
  const best = findBest(
    row.key,
    row.values,
    products.map(({ specs }) => specs),
  )
  return (
    <tr className={classNames(row.differs && styles.differs)}>
      <th scope="row">{t(`spec.${row.key}`)}</th>
      {row.values.map((value, index) => (
        <td key={products[index]?.id}>
          {value === undefined ? <UnknownValue /> : <bdi>{specText(row.key, value)}</bdi>}
          {best.has(index) && (
            <>
              {' '}
              <Chip kind="ok" icon="check" className={styles.best}>
                {t('compare.best')}
              </Chip>
            </>
          )}
        </td>
      ))}
    </tr>
  )
}

function RetailerRow({ slug, details }: { slug: string; details: ProductDetail[] }) {
  const { t } = useText()
  const name = details.flatMap(({ retailers }) => retailers).find((offer) => offer.retailerSlug === slug)?.retailer
  return (
    <tr>
      <th scope="row">
        <RetailerLabel slug={slug} name={name} />
      </th>
      {details.map(({ product, retailers }) => {
        const offer = retailers.find((one) => one.retailerSlug === slug)
        const lowest = offer?.inStock && offer.price === product.price
        return (
          <td key={product.id}>
            {offer ? (
              <span className={styles.offer}>
                <Price value={offer.price} best={lowest} unavailable={!isOffered(offer)} />
                {lowest ? <small>{t('compare.lowest')}</small> : !offer.inStock && <Stock stock={offer.stock} />}
              </span>
            ) : (
              <UnknownValue />
            )}
          </td>
        )
      })}
    </tr>
  )
}
