import { useEffect, useRef } from 'react'
import { useText } from '~/i18n/useText'
import { categoryInfo } from '~/lib/categories'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import { useProductName } from '~/ui/ProductName'
import { PartThumb } from '~/ui/PartPicture'
import { Price } from '~/ui/Price'
import { RetailerGlyph } from '~/ui/RetailerLabel'
import type { Entry, EntryGroup } from './entries'
import { Highlighted } from './Highlighted'
import styles from './SearchBox.module.css'

type SuggestionListProps = {
  id: string
  groups: EntryGroup[]
  /** The index of the active line, counted over all groups. */
  index: number
  onHover: (index: number) => void
  onChoose: (entry: Entry) => void
  className?: string
}

/** The list below the search field. The focus stays in the field, which refers to the active line. */
export function SuggestionList({ id, groups, index, onHover, onChoose, className }: SuggestionListProps) {
  const { t } = useText()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the new active line may be out of view
  }, [index])
  return (
    // A press in the list must not take the focus from the field.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={list}
      id={id}
      role="listbox"
      className={classNames(styles.list, className)}
      aria-label={t('search.suggestions')}
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map((group, groupIndex) => (
        <div
          key={group.title ?? 'all'}
          role="group"
          aria-label={group.title ? t(`search.${group.title}`) : t('search.submit')}
          className={styles.group}
        >
          {group.title && (
            <div className={styles.title} aria-hidden="true">
              {t(`search.${group.title}`)}
            </div>
          )}
          {group.entries.map((entry, line) => {
            const position = countLinesBefore(groups, groupIndex) + line
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and handles the keys
              <div
                key={entry.key}
                id={`${id}-${position}`}
                role="option"
                aria-selected={position === index}
                className={classNames(styles.option, position === index && styles.active)}
                onMouseMove={() => position !== index && onHover(position)}
                onClick={() => onChoose(entry)}
              >
                <Line entry={entry} />
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** Returns the number of lines before a group. */
function countLinesBefore(groups: EntryGroup[], groupIndex: number): number {
  return groups.slice(0, groupIndex).reduce((sum, group) => sum + group.entries.length, 0)
}

function Line({ entry }: { entry: Entry }) {
  const { t } = useText()
  const name = useProductName()
  if (entry.kind === 'category') {
    return (
      <>
        <Icon name={categoryInfo(entry.category).icon} />
        <span className={styles.name}>{t(`category.${entry.category}.many`)}</span>
      </>
    )
  }
  if (entry.kind === 'page') {
    return (
      <>
        <Icon name={entry.icon} />
        <span className={styles.name}>{t(`pages.${entry.page}`)}</span>
      </>
    )
  }
  if (entry.kind === 'forget') {
    return (
      <>
        <Icon name="x" />
        <span className={styles.quiet}>{t('search.forget')}</span>
      </>
    )
  }
  if (entry.kind === 'query') {
    return (
      <>
        {entry.retailer === undefined ? <Icon name={entry.icon} /> : <RetailerGlyph slug={entry.retailer} />}
        <span className={styles.name}>
          {entry.all ? (
            t('search.allResults', { q: entry.q })
          ) : (
            <Highlighted text={entry.q} spans={entry.spans ?? []} />
          )}
        </span>
      </>
    )
  }
  const { product } = entry
  const productName = name(product)
  return (
    <>
      <PartThumb product={product} />
      <span className={styles.name}>
        <Highlighted
          text={productName}
          spans={productName === product.name ? product.highlights : product.highlightsAr}
        />
      </span>
      {product.price !== null && product.price !== undefined && <Price value={product.price} />}
    </>
  )
}
