import { Link, useLocation } from '@tanstack/react-router'
import { useId, useRef, useState, type RefObject } from 'react'
import { SearchBox } from '~/features/search/SearchBox'
import { useText } from '~/i18n/useText'
import { countFilledRequired, useBuild } from '~/lib/buildStore'
import { categoryBySlug, requiredSlots } from '~/lib/categories'
import { useCloseOnLeave } from '~/lib/useCloseOnLeave'
import { Chip } from '~/ui/Chip'
import { classNames } from '~/ui/classNames'
import { Icon, Logo } from '~/ui/Icon'
import { AccountMenu } from './AccountMenu'
import { BrowseMenu, loadBrowseEntries } from './BrowseMenu'
import styles from './Header.module.css'
import { LanguageMenu } from './LanguageMenu'

/** The header of every page: the logo, the main links, the search, the language. */
export function Header() {
  const { t } = useText()
  const frame = useRef<HTMLElement>(null)
  const menu = useMenu(frame)
  return (
    <header className={styles.top} ref={frame}>
      <div className={styles.inner}>
        <Link to="/" className={styles.logo} aria-label={t('app.home')}>
          <Logo className={styles.mark} />
          <span>{t('app.name')}</span>
        </Link>
        <nav className={styles.nav} aria-label={t('nav.main')}>
          <BuilderLink />
          <BrowseButton menu={menu} />
        </nav>
        <SearchBox className={styles.find} />
        <div className={styles.end}>
          <LanguageMenu />
          <CurrencyButton />
          <AccountMenu />
          <button
            type="button"
            className={classNames(styles.iconButton, styles.burger)}
            aria-label={t(menu.open ? 'nav.closeMenu' : 'nav.menu')}
            aria-expanded={menu.open}
            aria-controls={menu.id}
            onPointerEnter={loadBrowseEntries}
            onClick={menu.toggle}
          >
            <Icon name={menu.open ? 'x' : 'menu'} />
          </button>
        </div>
      </div>
      <BrowseMenu id={menu.id} open={menu.open} />
    </header>
  )
}

/**
 * State of the menu of all pages: open until a page is chosen, Escape is pressed, or the focus or pointer goes
 * elsewhere.
 */
function useMenu(frame: RefObject<HTMLElement | null>) {
  const [openAt, setOpenAt] = useState<string | null>(null)
  const id = useId()
  const { href } = useLocation()
  // A menu belongs to the page it was opened on: navigation closes it.
  const open = openAt === href

  useCloseOnLeave(frame, open, (byEscape) => {
    setOpenAt(null)
    if (!byEscape) return
    for (const button of frame.current?.querySelectorAll<HTMLElement>(`[aria-controls="${CSS.escape(id)}"]`) ?? []) {
      if (button.offsetParent !== null) button.focus()
    }
  })

  return { open, id, toggle: () => setOpenAt(open ? null : href) }
}

function BuilderLink() {
  const { t, format } = useText()
  const done = useBuild(({ currentBuild }) => countFilledRequired(currentBuild.components))
  const all = requiredSlots.length
  return (
    <Link to="/" className={styles.way} activeOptions={{ exact: true }}>
      {t('nav.builder')}
      <Chip kind="accent" title={t('nav.complete', { done: format.count(done), all: format.count(all) })}>
        <bdi dir="ltr">{Math.round((done / all) * 100)}%</bdi>
      </Chip>
    </Link>
  )
}

function BrowseButton({ menu }: { menu: ReturnType<typeof useMenu> }) {
  const { t } = useText()
  const here = useLocation({
    select: ({ pathname }) =>
      pathname.startsWith('/product') || categoryBySlug(pathname.split('/')[1] ?? '') !== undefined,
  })
  return (
    <button
      type="button"
      className={styles.way}
      data-status={here ? 'active' : undefined}
      aria-expanded={menu.open}
      aria-controls={menu.id}
      onPointerEnter={loadBrowseEntries}
      onFocus={loadBrowseEntries}
      onClick={menu.toggle}
    >
      {t('nav.browse')}
      <Icon name="down" size="s" className={classNames(styles.chevron, menu.open && styles.up)} />
    </button>
  )
}

function CurrencyButton() {
  const { t } = useText()
  const [isNoteShown, setNoteShown] = useState(false)
  return (
    <span className={styles.currency}>
      <button
        type="button"
        className={styles.iconButton}
        aria-expanded={isNoteShown}
        onClick={() => setNoteShown(!isNoteShown)}
        onBlur={() => setNoteShown(false)}
      >
        {t('nav.kwd')}
        <span className="sr">{t('nav.currency')}</span>
      </button>
      <span role="status" className={classNames(styles.currencyNote, !isNoteShown && 'sr')}>
        {isNoteShown ? t('nav.currencyNote') : ''}
      </span>
    </span>
  )
}
