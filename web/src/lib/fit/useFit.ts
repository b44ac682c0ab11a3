import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { client, readBody } from '~/api/client'
import type { Category, Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { holdsSeveral, toWireComponents, type ChoiceTarget, type Components } from '~/lib/build'
import { useBuild } from '~/lib/buildStore'
import { PageProductIds } from '~/lib/product/pageProductIds'

/** Compatibility of a page's products with a build; for a single product also the compared facts. */
const fitsQuery = (components: Components, target: ChoiceTarget | null, ids: string[]) => {
  const choiceTarget = target && holdsSeveral(target.category) ? target : null
  const parts = toWireComponents(choiceTarget ? withoutReplacedPart(components, choiceTarget) : components)
  const beside: Category | null = choiceTarget?.category ?? null
  return queryOptions({
    queryKey: ['fits', parts, beside, ids],
    queryFn: ({ signal }) =>
      readBody(
        client.POST('/api/compatibility/candidates', {
          body: { components: parts, candidates: ids, beside, facts: ids.length === 1 },
          signal,
        }),
        { candidates: [] },
      ),
    placeholderData: keepPreviousData,
  })
}

/** Returns the build without the part that the next choice replaces. */
function withoutReplacedPart(components: Components, { category, replaces }: ChoiceTarget): Components {
  return { ...components, [category]: (components[category] ?? []).filter((one) => one.product.id !== replaces) }
}

/**
 * Whether a processor without graphics would join a build without a video card. Such a processor fits, but a card is
 * still needed; a missing part is no conflict.
 */
export function useNeedsVideoCard({ category, specs }: FitProduct): boolean {
  const hasCard = useBuild(({ currentBuild }) => (currentBuild.components.GPU?.length ?? 0) > 0)
  return category === 'CPU' && specs?.integratedGraphics === false && !hasCard
}

/**
 * A product whose fit is shown. The server decides the fit by the id; `category` and `specs` decide the note that a
 * video card is needed as well.
 */
export type FitProduct = Pick<Product, 'id'> & Partial<Pick<Product, 'category' | 'specs'>>

/**
 * Returns the result of checking a product against the current build; undefined before the server has answered, or
 * where no rule applies.
 */
export function useFit({ id }: Pick<Product, 'id'>) {
  const components = useBuild((state) => state.currentBuild.components)
  const target = useBuild((state) => state.target)
  const pageProductIds = use(PageProductIds)
  const { data } = useQuery(fitsQuery(components, target, pageProductIds.includes(id) ? pageProductIds : [id]))
  return data?.candidates.find(({ productId }) => productId === id)
}

/** Returns the rules that facts of the build itself leave unchecked for a page's products. */
export function useUnknownOfBuild(ids: string[]) {
  const components = useBuild((state) => state.currentBuild.components)
  const target = useBuild((state) => state.target)
  const { data } = useQuery(fitsQuery(components, target, ids))
  return data?.unknownOfBuild ?? []
}

/** Returns a function that words a result in a few words. */
export function useFitText(): (fit: NonNullable<ReturnType<typeof useFit>>) => string {
  const { t, language } = useText()
  return ({ outcome, text, textAr }) => (outcome === 'pass' ? t('fit.pass') : language === 'ar' ? textAr : text)
}

/** Returns the colour and icon of a result. */
export function fitKind(outcome: string): 'ok' | 'warning' | 'error' | 'unknown' {
  return outcome === 'error' || outcome === 'warning' || outcome === 'unknown' ? outcome : 'ok'
}
