import { Suspense, useState } from 'react'
import type { ProductDetail } from '~/api/wire'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { specGroups } from '~/lib/product/specGroups'
import { Button } from '~/ui/Button'
import { Panel } from '~/ui/Panel'
import { SourceNotice } from '~/ui/SourceNotice'
import { useSpecText } from '~/lib/product/useSpecText'
import { useCanCheckFit } from '~/lib/product/useBuildStatus'
import styles from './SpecTable.module.css'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'

const FitTick = lazyPiece(
  withTexts(['browsing'], () => import('./FitTick')),
  'FitTick',
  renderNothing,
)

/** The facts by group, with their units; each one's source on demand, the sources' notices always. */
export function SpecTable({ detail }: { detail: ProductDetail }) {
  const { t, format } = useText()
  const specText = useSpecText()
  const [sources, setSources] = useState(false)
  const canCheckFit = useCanCheckFit(detail.product)
  const groups = specGroups(detail.product.specs)
  const names = new Map(detail.sources.map((source) => [source.slug, source.name]))
  const sourced = Object.keys(detail.specSources).length > 0
  const sourceOf = (key: string) => {
    const found = detail.specSources[key]
    return (
      found && t('product.sourceOf', { source: names.get(found.source) ?? found.source, date: format.day(found.date) })
    )
  }
  if (groups.length === 0) {
    return (
      <Panel title={t('product.specs')}>
        <p className={styles.none}>{t('product.noSpecs')}</p>
      </Panel>
    )
  }
  return (
    <Panel
      title={t('product.specs')}
      aside={
        sourced && (
          <Button kind="quiet" small icon="info" aria-pressed={sources} onClick={() => setSources(!sources)}>
            {t('product.showSources')}
          </Button>
        )
      }
    >
      <table className={styles.specs}>
        {groups.map(({ group, rows }) => (
          <tbody key={group}>
            {groups.length > 1 && (
              <tr className={styles.group}>
                <th colSpan={2} scope="rowgroup">
                  {t(`specGroup.${group}`)}
                </th>
              </tr>
            )}
            {rows.map(({ key, value }) => (
              <tr key={key}>
                <th scope="row">{t(`spec.${key}`)}</th>
                <td>
                  <bdi>{specText(key, value)}</bdi>
                  <Suspense>{canCheckFit && <FitTick product={detail.product} fact={key} />}</Suspense>
                  {sources && <small>{sourceOf(key) ?? t('product.unknown')}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <Attributions detail={detail} />
    </Panel>
  )
}

function Attributions({ detail }: { detail: ProductDetail }) {
  const { t } = useText()
  const stated = detail.sources.filter((source) => source.attribution)
  if (stated.length === 0) return null
  return (
    <div className={styles.sources}>
      <h3>{t('product.sources')}</h3>
      <ul>
        {stated.map(({ slug, attribution, url }) => (
          <li key={slug}>{attribution && <SourceNotice notice={attribution} url={url} />}</li>
        ))}
      </ul>
    </div>
  )
}
