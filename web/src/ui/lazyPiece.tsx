import { Component, createElement, lazy, startTransition, type ComponentType, type ReactNode } from 'react'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { ErrorAlert } from './ErrorAlert'

/** Known facts of a piece that failed, for what stands in its place. */
export type FailedPiece = {
  /** Whether the server has another release than this page. */
  outdated: boolean
  /** Tries again; reloads the page where that alone helps. */
  retry: () => void
}

/** The pieces that show their failure; one retry restarts them all, because they often fail together. */
const failedPieces = new Set<{ restart: () => void }>()

/** A component of the page whose code is loaded on demand. */
export type LazyPiece<Props> = ComponentType<Props> & {
  /** Loads the code before it is needed: pieces that are rendered later show at once. A failure is ignored. */
  preload: () => Promise<void>
}

/** The properties of the component that a module exports. */
export type PropsOf<Piece> = Piece extends ComponentType<infer Props extends object> ? Props : never

/**
 * Returns a component whose code loads when it is first rendered; `load` imports the module, which exports it as `name`.
 * If the code does not load, or fails as it renders, the rest of the page stays: in the piece's place stands what
 * `renderFailed` returns, a note with a button by default. Pass `renderNothing` for a decoration.
 */
export function lazyPiece<Module, Name extends string>(
  load: () => Promise<Module>,
  // Not `keyof Module` alone, which would be read before the type of `load`.
  name: Name & keyof Module,
  renderFailed: (failed: FailedPiece, props: PropsOf<Module[Name & keyof Module]>) => ReactNode = (failed) => (
    <FailedNote {...failed} />
  ),
): LazyPiece<PropsOf<Module[Name & keyof Module]>> {
  type Props = PropsOf<Module[Name & keyof Module]>
  const loadAll = withTexts([], load)
  const fetchPiece = async () => (newest = (await loadAll())[name] as ComponentType<Props>)
  let isRejected = false
  const create = () =>
    lazy(() =>
      fetchPiece().then(
        (found) => ({ default: found }),
        (error: unknown) => {
          isRejected = true
          throw error
        },
      ),
    )
  let newest: ComponentType<Props> = create()
  const replaceRejected = () => {
    if (isRejected) newest = create()
    isRejected = false
  }

  return class LazyPiece extends Component<Props> {
    static readonly preload = () =>
      fetchPiece().then(
        () => undefined,
        () => undefined,
      )

    static readonly getDerivedStateFromError = (error: unknown) => ({ error })

    override state: { error?: unknown } = {}

    // The same one from the first rendering on: another one would lose the state of the piece.
    piece = newest

    override componentDidCatch() {
      failedPieces.add(this)
    }

    override componentWillUnmount() {
      failedPieces.delete(this)
      // Pieces that are rendered later load the code again. Not before: React renders a piece that has failed once more,
      // and each rendering would send a request.
      if (this.state.error) replaceRejected()
    }

    restart() {
      replaceRejected()
      this.piece = newest
      // The note stays until then, and so do the pieces beside it that share a `Suspense`.
      startTransition(() => this.setState({ error: undefined }))
    }

    override render() {
      const { error } = this.state
      const props = this.props as Props
      if (!error) return createElement(this.piece, props)
      const outdated = error instanceof Error && 'outdated' in error && error.outdated === true
      return renderFailed({ outdated, retry: outdated ? reload : restartFailedPieces }, props)
    }
  }
}

/** For pieces without which the page is complete. */
export const renderNothing = () => null

const reload = () => window.location.reload()

function restartFailedPieces() {
  for (const piece of failedPieces) {
    failedPieces.delete(piece)
    piece.restart()
  }
}

/** Stands in place of a piece that failed. */
export function FailedNote({ outdated, retry }: FailedPiece) {
  const { t } = useText()
  return (
    <ErrorAlert
      text={t(outdated ? 'error.outdated' : 'error.piece')}
      onRetry={retry}
      retryLabel={outdated ? t('error.reload') : undefined}
    />
  )
}
