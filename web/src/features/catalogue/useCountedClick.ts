import { useEffect } from 'react'
import type { Product } from '~/api/wire'
import { useBuild } from '~/lib/buildStore'

/**
 * Counts what is chosen of the results of a search: the first click on one, and additions to the build, each with its place
 * among all results and nothing of the visitor.
 */
export function useCountedClick(text: string | undefined, page: number, products: Product[] | undefined): void {
  useEffect(() => {
    if (text === undefined || products === undefined) return undefined
    const count = ({ target }: Event) => {
      const pressed = target instanceof Element ? target.closest('main a[href], main button') : null
      // As it is before the button changes it.
      const { components } = useBuild.getState().currentBuild
      if (pressed) {
        // Most visitors read first: the rest is loaded with the first press. What is not counted is no error for the shopper.
        import('./countChoice').then(
          ({ countChoice }) => countChoice(pressed, components, { text, page, products }),
          () => undefined,
        )
      }
    }
    // Other buttons of the mouse open a result in a tab of its own.
    const kinds = ['click', 'auxclick'] as const
    kinds.forEach((kind) => document.addEventListener(kind, count, true))
    return () => kinds.forEach((kind) => document.removeEventListener(kind, count, true))
  }, [text, page, products])
}
