import { useEffect, useEffectEvent, useId, type RefObject } from 'react'
import { useText } from '~/i18n/useText'
import { useModal } from '~/lib/dialog/useModal'
import { categories } from '~/lib/categories'
import { Icon } from '~/ui/Icon'
import { Kbd } from '~/ui/Kbd'
import styles from './CommandPalette.module.css'
import { comboboxProps, moveByKey, submitBox } from './combobox'
import type { EntryGroup } from './entries'
import { PAGES, type PageName } from './palettePages'
import { SuggestionList } from './SuggestionList'
import { useOpenEntry } from './useOpenEntry'
import { useSuggestions } from './useSuggestions'

type CommandPaletteProps = {
  /** Text typed while the palette loaded: the beginning of its text. */
  typed: RefObject<string>
  onClose: () => void
}

/** Keyboard navigation to pages, categories and products. The browser's own dialog element keeps the focus inside. */
export function CommandPalette({ typed, onClose }: CommandPaletteProps) {
  const { t } = useText()
  const modal = useModal(onClose)
  const listId = useId()
  const box = useSuggestions('', usePageEntries())
  const choose = useOpenEntry(onClose)
  // In an effect: keys are kept until the field has the focus.
  const takeTyped = useEffectEvent(() => {
    if (typed.current !== '') box.setText(typed.current)
  })
  useEffect(() => takeTyped(), [])

  return (
    <dialog {...modal} className={styles.dialog} aria-label={t('palette.title')}>
      <form className={styles.frame} onSubmit={(event) => submitBox(event, box, choose)}>
        <div className={styles.field}>
          <Icon name="search" />
          <input
            {...comboboxProps(box, listId)}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is opened to type in it
            autoFocus
            type="text"
            placeholder={t('palette.hint')}
            aria-label={t('palette.hint')}
            onFocus={box.show}
            onKeyDown={(event) => moveByKey(event, box)}
          />
        </div>
        {box.open && (
          <SuggestionList
            id={listId}
            className={styles.list}
            groups={box.groups}
            index={box.index}
            onHover={box.point}
            onChoose={choose}
          />
        )}
        <p className={styles.keys}>
          <span>
            <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('palette.move')}
          </span>
          <span>
            <Kbd>Enter</Kbd> {t('palette.open')}
          </span>
          <span>
            <Kbd>Esc</Kbd> {t('palette.close')}
          </span>
        </p>
      </form>
    </dialog>
  )
}

/**
 * Returns a function that finds the pages and categories whose name contains the typed text; all of them while it is
 * empty.
 */
function usePageEntries(): (typed: string) => EntryGroup[] {
  const { t } = useText()
  return (typed) => {
    const needle = typed.toLowerCase()
    const pages = Object.keys(PAGES) as PageName[]
    const groups: EntryGroup[] = [
      {
        title: 'pages',
        entries: pages
          .filter((page) => t(`pages.${page}`).toLowerCase().includes(needle))
          .map((page) => ({ kind: 'page', key: page, page, icon: PAGES[page] })),
      },
      {
        title: 'categories',
        entries: categories
          .filter(({ type, slug }) => slug !== null && t(`category.${type}.many`).toLowerCase().includes(needle))
          .map(({ type }) => ({ kind: 'category', key: `category-${type}`, category: type })),
      },
    ]
    return groups.filter((group) => group.entries.length > 0)
  }
}
