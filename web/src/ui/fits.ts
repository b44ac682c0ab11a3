import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { answer, client } from '~/api/client'
import type { Category, Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { holdsSeveral, wireComponents, type ChoiceTarget, type Components } from '~/lib/build'
import { useBuild } from '~/lib/buildStore'
import { FitPage } from './fitPage'

/** Outcomes of the products of a page checked against a build; with measures for a single product. */
const fitsQuery = (components: Components, target: ChoiceTarget | null, ids: string[]) => {
  const aimed = target && holdsSeveral(target.category) ? target : null
  const wire = wireComponents(aimed ? without(components, aimed) : components)
  const beside: Category | null = aimed?.category ?? null
  return queryOptions({
    queryKey: ['fits', wire, beside, ids],
    queryFn: ({ signal }) =>
      answer(client.POST('/api/compatibility/candidates', { body: { components: wire, candidates: ids, beside, facts: ids.length === 1 }, signal })),
    placeholderData: keepPreviousData,
  })
}

/** The build without the part in whose place the next choice goes. */
function without(components: Components, { category, replaces }: ChoiceTarget): Components {
  return { ...components, [category]: (components[category] ?? []).filter((one) => one.product.id !== replaces) }
}

/**
 * Whether a processor brings no picture of its own to a build that has no video card: it fits, and something else is needed. A missing
 * part is no conflict.
 */
export function useNeedsCard({ category, specs }: FitProduct): boolean {
  const hasCard = useBuild(({ currentBuild }) => (currentBuild.components.GPU?.length ?? 0) > 0)
  return category === 'CPU' && specs?.integratedGraphics === false && !hasCard
}

/** Facts of a product that tell how it fits. */
export type FitProduct = Pick<Product, 'id'> & Partial<Pick<Product, 'category' | 'specs'>>

/** Outcome of a product checked against the current build; undefined before the server has answered, or where no rule speaks of it. */
export function useFit({ id }: Pick<Product, 'id'>) {
  const components = useBuild((state) => state.currentBuild.components)
  const target = useBuild((state) => state.target)
  const page = use(FitPage)
  const { data } = useQuery(fitsQuery(components, target, page.includes(id) ? page : [id]))
  return data?.candidates.find(({ productId }) => productId === id)
}

/** The fit in a few words. */
export function useFitWords(): (fit: NonNullable<ReturnType<typeof useFit>>) => string {
  const { t, language } = useText()
  return ({ outcome, text, textAr }) => (outcome === 'pass' ? t('fit.pass') : language === 'ar' ? textAr : text)
}

/** The colour and icon of a fit. */
export function fitKind(outcome: string): 'ok' | 'warning' | 'error' | 'unknown' {
  return outcome === 'error' || outcome === 'warning' || outcome === 'unknown' ? outcome : 'ok'
}
