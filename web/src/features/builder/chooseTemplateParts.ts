import { ApiError, client, readBody } from '~/api/client'
import { PRODUCT } from '~/api/queries'
import type { BuildTemplate } from '~/lib/buildTemplates'
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

/**
 * Returns today's parts for a template: the server's best build for the template's price and use. Where there is
 * none, or the server refuses the request, `composeBuild` chooses parts one after the other.
 */
export async function chooseTemplateParts(
  template: BuildTemplate,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<ComposedPart[]> {
  try {
    const response = await readBody(
      client.POST('/api/budget-builds', {
        body: { budget: template.estimatedPrice, use: useByTemplate[template.id], allowUnknown: true },
        signal,
      }),
      { builds: [], products: [], retailers: [] },
    )
    const parts = response.builds[0]?.parts
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
      if (filled.length === parts.length) return filled
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error
  }
  return composeBuild(template, signal, onProgress)
}
