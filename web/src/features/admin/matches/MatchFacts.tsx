import { useText } from '~/i18n/useText'
import { parseCategory } from '~/lib/categories'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import type { IconName } from '~/ui/iconName'
import { UnknownValue } from '~/ui/Price'
import { useSpecText } from '~/lib/product/useSpecText'
import { compareFacts, type Agreement, type FactRow } from './matchFacts'
import styles from './Matches.module.css'
import type { Match } from './matches'

const LOOKS: Record<Agreement, { icon: IconName; row?: string; tag?: string }> = {
  differs: { icon: 'error', row: styles.differing, tag: styles.tagError },
  far: { icon: 'warning', row: styles.differing, tag: styles.tagError },
  alike: { icon: 'check', tag: styles.tagOk },
  close: { icon: 'check', tag: styles.tagOk },
  notStated: { icon: 'unknown', row: styles.unstated, tag: styles.tagUnknown },
}

/** Comparison of the facts that either side states, differing ones first. */
export function MatchFacts({ match }: { match: Match }) {
  const { t } = useText()
  return (
    <table className={styles.facts}>
      <caption className="sr">{t('admin.match.facts')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('admin.match.fact')}</th>
          <th scope="col">{t('admin.match.reference')}</th>
          <th scope="col">{t('admin.match.candidate')}</th>
          <th scope="col">
            <span className="sr">{t('admin.match.comparison')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {compareFacts(match).map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row }: { row: FactRow }) {
  const { t } = useText()
  const look = LOOKS[row.agreement]
  const [reference, candidate] = useTexts(row)
  return (
    <tr className={look.row}>
      <th scope="row">{row.kind === 'spec' ? t(`spec.${row.key}`) : t(`admin.match.${row.key}`)}</th>
      <td>{reference === null ? <UnknownValue /> : <bdi dir="auto">{reference}</bdi>}</td>
      <td>{candidate === null ? <UnknownValue /> : <bdi dir="auto">{candidate}</bdi>}</td>
      <td>
        <span className={classNames(styles.tag, look.tag)}>
          <Icon name={look.icon} size="s" />
          <span className="sr-narrow">{t(`admin.match.${row.agreement}`)}</span>
        </span>
      </td>
    </tr>
  )
}

function useTexts(row: FactRow): [string | null, string | null] {
  const { t, format } = useText()
  const specText = useSpecText()
  if (row.kind === 'spec') {
    const { key, reference, candidate } = row
    return [
      reference === undefined || reference === null ? null : specText(key, reference),
      candidate === undefined || candidate === null ? null : specText(key, candidate),
    ]
  }
  const plain = (value: string | null): string | null => {
    const category = row.key === 'category' && value !== null ? parseCategory(value) : undefined
    if (category) return t(`category.${category}.one`)
    return row.key === 'price' && value !== null ? format.money(Number(value)) : value
  }
  return [plain(row.reference), plain(row.candidate)]
}
