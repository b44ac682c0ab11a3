import { Outlet, useLocation } from '@tanstack/react-router'
import { Fragment, Suspense, useDeferredValue, useEffect, useRef } from 'react'
import { withTexts } from '~/i18n'
import { TextProvider, useCurrentText } from '~/i18n/useText'
import { chosenParts, useBuild } from '~/lib/buildStore'
import { categoryBySlug } from '~/lib/categories'
import { TodaysPartsProvider } from '~/lib/TodaysPartsProvider'
import { RetailersProvider } from '~/lib/RetailersProvider'
import { ToastArea } from '~/lib/ToastArea'
import { Header } from './Header'
import styles from './Layout.module.css'
import { Palette } from './Palette'
import { useLetterKeys } from './useLetterKeys'
import { usePageUser } from './usePageUser'
import { useReconnect } from './useReconnect'
import { useSaving } from './useSaving'
import { useSessionEnd } from './useSessionEnd'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'

const Footer = lazyPiece(() => import('./Footer'), 'Footer', renderNothing)
const BuildBar = lazyPiece(
  withTexts(['band', 'home', 'build', 'browsing'], () => import('~/features/builder/totals/BuildBar')),
  'BuildBar',
)

/** The frame of every page: header, page, build bar, footer, palette and messages. */
export function Layout() {
  const text = useCurrentText()
  const main = useFocusOnNewPage()
  useLetterKeys()
  useSaving()
  useSessionEnd()
  const pageUser = usePageUser()
  const { lost, storedAt } = useReconnect()
  const showsBuildBar = useShowsBuildBar()
  // The page renders first, the footer after it.
  const afterFirstRender = useDeferredValue(true, false)
  return (
    <TextProvider value={text}>
      <RetailersProvider>
        {/* All but the messages, one of which tells of the change of user. */}
        <Fragment key={pageUser}>
          <a className={styles.skip} href="#main">
            {text.t('nav.skip')}
          </a>
          <Header />
          <p role="status" className={lost ? styles.lost : 'sr'}>
            {lost && (storedAt ? text.t('error.stored', { ago: text.format.ago(storedAt) }) : text.t('error.lost'))}
          </p>
          <main id="main" ref={main} tabIndex={-1} className={styles.main}>
            <TodaysPartsProvider enabled={showsBuildBar}>
              <Outlet />
            </TodaysPartsProvider>
          </main>
          {showsBuildBar && <BuildBarArea />}
          <Suspense>{afterFirstRender && <Footer />}</Suspense>
          <Palette />
        </Fragment>
        <ToastArea />
      </RetailersProvider>
    </TextProvider>
  )
}

/** Whether the build has parts and the page is one where shoppers look for more. */
function useShowsBuildBar(): boolean {
  const hasParts = useBuild(({ currentBuild }) => chosenParts(currentBuild.components).length > 0)
  const browsing = useLocation({
    select: ({ pathname }) =>
      /^\/(?:products?|search|compare|favorites)(?:\/|$)/.test(pathname) ||
      categoryBySlug(pathname.split('/')[1] ?? '') !== undefined,
  })
  return hasParts && browsing
}

/** The build bar at the lower edge. Its space is reserved from the first paint. */
function BuildBarArea() {
  return (
    <div className={styles.build} data-build-bar>
      <Suspense>
        <BuildBar />
      </Suspense>
    </div>
  )
}

/**
 * Moves the focus to the content when the page changes, so that screen readers read it; a change of filters does not
 * move the focus.
 */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const focusedPath = useRef(path)
  useEffect(() => {
    if (focusedPath.current === path) return
    focusedPath.current = path
    main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}
