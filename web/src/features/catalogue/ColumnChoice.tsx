import { useEffect, useRef } from 'react'
import type { Category } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { usePreferences } from '~/lib/preferences'
import { isSpecKey } from '~/lib/product/specs'
import { Checkbox } from '~/ui/Field'
import { Icon } from '~/ui/Icon'
import styles from './ProductTable.module.css'
import { findColumnUnit, isPriceColumn, listColumns, type ColumnKey } from './tableColumns'

/** Returns a function that names a column in the reader's language. */
export function useColumnName(): (column: ColumnKey, category: Category | undefined) => string {
  const { t } = useText()
  return (column, category) => {
    if (isSpecKey(column)) return t(`spec.${column}`)
    if (!isPriceColumn(column)) return t(`table.${column}`)
    const unit = findColumnUnit(column, category)
    return unit ? t(`table.per.${unit}`) : t('table.price')
  }
}

/** Choice of the columns of a category's table; this browser remembers the choice. */
export function ColumnChoice({ category, shown }: { category: Category | undefined; shown: ColumnKey[] }) {
  const { t } = useText()
  const columnName = useColumnName()
  const setColumns = usePreferences((state) => state.setColumns)
  const frame = useCloseOnLeave()
  const toggle = (column: ColumnKey) =>
    setColumns(category ?? 'mixed', shown.includes(column) ? shown.filter((one) => one !== column) : [...shown, column])
  return (
    <details className={styles.columns} ref={frame}>
      <summary aria-label={t('table.columns')} title={t('table.columns')}>
        <Icon name="table" size="s" />
      </summary>
      <fieldset>
        <legend className="sr">{t('table.columns')}</legend>
        {listColumns(category).map((column) => (
          <label key={column}>
            <Checkbox checked={shown.includes(column)} onChange={() => toggle(column)} />
            {columnName(column, category)}
          </label>
        ))}
      </fieldset>
    </details>
  )
}

/** Closes the list when the focus or the pointer goes elsewhere, and on Escape. */
function useCloseOnLeave() {
  const frame = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = (event: Event) => {
      const list = frame.current
      if (!list?.open) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        list.querySelector('summary')?.focus()
      } else if (event.target instanceof Node && list.contains(event.target)) return
      list.open = false
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', close)
      document.removeEventListener('keydown', close)
    }
  }, [])
  return frame
}
