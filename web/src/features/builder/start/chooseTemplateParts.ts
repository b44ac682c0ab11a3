import { ApiError, client, readBody } from '~/api/client'
import { PRODUCT } from '~/api/queries'
import type { BuildTemplate } from '~/lib/buildTemplates'
import type { PricedBuild } from '~/lib/budgetBuilds'
import type { BuildUse } from '~/lib/budgetInput'
import { composeBuild, type ComposedPart } from './composeBuild'

/** The use of each template. */
const useByTemplate: Record<BuildTemplate['id'], BuildUse> = {
  'budget-office': 'office',
  'gaming-mid': 'gaming-1440p',
  'gaming-high': 'gaming-4k',
  workstation: 'rendering',
}

type Progress = (done: number, all: number) => void

/** The parts of a filled template, and the rules that could not be checked between them. */
export type TemplateParts = { parts: ComposedPart[]; unchecked: PricedBuild['unchecked'] }

/**
 * Returns today's parts for a template: the server's best build for the template's price and use. Where there is
 * none, or the server refuses the request, `composeBuild` chooses parts one after the other; the builder then says what
 * could not be checked.
 */
export async function chooseTemplateParts(
  template: BuildTemplate,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<TemplateParts> {
  try {
    const response = await readBody(
      client.POST('/api/budget-builds', {
        body: { budget: template.estimatedPrice, use: useByTemplate[template.id], allowUnknown: true },
        signal,
      }),
      { builds: [], products: [], retailers: [] },
    )
    const { parts, unchecked = [] } = response.builds[0] ?? {}
    if (parts) {
      const ids = parts.map(({ productId }) => productId)
      const listed = await readBody(client.GET('/api/products', { params: { query: { ids } }, signal }), {
        products: [PRODUCT],
      })
      const products = 'products' in listed ? listed.products : []
      const filled = parts.flatMap(({ productId, quantity }) => {
        const product = products.find(({ id }) => id === productId)
        return product ? [{ product, quantity }] : []
      })
      if (filled.length === parts.length) return { parts: filled, unchecked }
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error
  }
  return { parts: await composeBuild(template, signal, onProgress), unchecked: [] }
}
