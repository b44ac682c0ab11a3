import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { chosenParts, useBuild, type SelectedProduct } from '~/lib/buildStore'
import {
  emptyBuild,
  holdsSeveral,
  readQuantity,
  toSelectedComponent,
  multiplyKwd,
  withComponents,
  type Components,
} from '~/lib/build'
import { compareBuilds } from '~/lib/buildComparison'
import { sumKwd } from '~/lib/money'
import { Button } from '~/ui/Button'
import { Price } from '~/ui/Price'
import styles from './Import.module.css'
import type { ParsedImport } from './importBuild'
import { useImportReview, type ReviewLine } from './useImportReview'

/** A part that the user has chosen in the review. */
export type ImportedPart = { product: SelectedProduct; quantity: number }
type ImportReviewProps = {
  parsed: ParsedImport
  onBack: () => void
  onConfirm: (parts: ImportedPart[], name?: string) => void
}

const SKIP = ''

/** Review of an import: every line with the product it was recognised as, before the parts become the build. */
export function ImportReview({ parsed, onBack, onConfirm }: ImportReviewProps) {
  const { t, format } = useText()
  const { lines, state: reading, omittedCount } = useImportReview(parsed)
  const [picked, setPicked] = useState<Record<string, string>>({})
  const current = useBuild((state) => state.currentBuild)
  const choice = (line: ReviewLine) => picked[line.key] ?? (line.isUncertain ? SKIP : (line.choices[0]?.id ?? SKIP))
  const parts = lines.flatMap((line): ImportedPart[] => {
    const product = line.choices.find((one) => one.id === choice(line))
    return product ? [{ product, quantity: readQuantity(line.quantity, product.category) }] : []
  })
  const duplicate = hasDuplicateSlot(parts)
  const searching = reading === 'searching'
  const total = sumKwd(parts.map(({ product, quantity }) => multiplyKwd(product.price ?? 0, quantity)))
  return (
    <div className={styles.form}>
      <p role="status">
        {reading === 'failed' || (reading === 'read' && lines.length === 0)
          ? t(reading === 'failed' ? 'import.state.failed' : 'import.nothing')
          : t(searching ? 'import.searching' : 'import.found', {
              n: format.count(parts.length),
              all: format.count(lines.length),
            })}
      </p>
      <ol className={styles.lines}>
        {lines.map((line) => (
          <Line
            key={line.key}
            line={line}
            choice={choice(line)}
            onPick={(id) => setPicked({ ...picked, [line.key]: id })}
          />
        ))}
      </ol>
      {omittedCount > 0 && <p className={styles.problem}>{t('import.cut', { n: format.count(omittedCount) })}</p>}
      {duplicate && <p className={styles.problem}>{t('import.doubled')}</p>}
      {chosenParts(current.components).length > 0 && <Difference parts={parts} />}
      <p className={styles.sum}>
        {t('build.total')} <Price value={total} />
      </p>
      <div className={styles.buttons}>
        <Button kind="quiet" onClick={onBack}>
          {t('import.back')}
        </Button>
        <Button
          kind="filled"
          disabled={parts.length === 0 || searching}
          onClick={() => onConfirm(parts, parsed.kind === 'build' || parsed.kind === 'list' ? parsed.name : undefined)}
        >
          {t(chosenParts(current.components).length > 0 ? 'import.replace' : 'import.take')}
        </Button>
      </div>
    </div>
  )
}

function Line({ line, choice, onPick }: { line: ReviewLine; choice: string; onPick: (id: string) => void }) {
  const { t, format } = useText()
  return (
    <li>
      <p className={styles.source}>
        <bdi>{line.text}</bdi>
        {line.quantity > 1 && <bdi dir="ltr"> × {format.count(line.quantity)}</bdi>}
      </p>
      {line.state === 'found' ? (
        <>
          <select
            value={choice}
            aria-label={t('import.choiceFor', { line: line.text })}
            onChange={(event) => onPick(event.target.value)}
          >
            {line.choices.map((product) => (
              <option key={product.id} value={product.id}>
                {`${t(`category.${product.category}.one`)}: ${product.name}${product.price === null ? '' : ` (${format.money(product.price)})`}`}
              </option>
            ))}
            <option value={SKIP}>{t('import.skip')}</option>
          </select>
          {(line.isPartial || line.isUncertain) && (
            <small>{t(line.isPartial ? 'import.vague' : 'import.choose')}</small>
          )}
        </>
      ) : (
        <small className={line.state === 'searching' ? undefined : styles.problem}>
          {t(`import.state.${line.state}`)}
        </small>
      )}
    </li>
  )
}

/** The difference between the imported parts and the current build. */
function Difference({ parts }: { parts: ImportedPart[] }) {
  const { t, format } = useText()
  const current = useBuild((state) => state.currentBuild)
  const components: Components = {}
  for (const { product, quantity } of parts) {
    const before = holdsSeveral(product.category) ? (components[product.category] ?? []) : []
    components[product.category] = [...before, toSelectedComponent(product, quantity)]
  }
  const { differences, totalDifference, percentage } = compareBuilds(current, withComponents(emptyBuild(), components))
  return (
    <p className={styles.difference}>
      {t('import.differs', { count: differences.length, n: format.count(differences.length) })}{' '}
      {differences.length > 0 && format.list(differences.map(({ category }) => t(`category.${category}.one`)))}{' '}
      <bdi dir="ltr">
        {format.difference(totalDifference)}
        {percentage !== null && ` (${format.percentChange(percentage / 100)})`}
      </bdi>
    </p>
  )
}

/** Whether two lines claim a slot that holds one part: the later line would win. */
function hasDuplicateSlot(parts: ImportedPart[]): boolean {
  const single = parts.map(({ product }) => product.category).filter((category) => !holdsSeveral(category))
  return new Set(single).size < single.length
}
