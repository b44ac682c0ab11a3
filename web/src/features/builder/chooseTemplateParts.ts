import { ApiError, client, readBody } from '~/api/client'
import type { BuildTemplate } from '~/lib/buildTemplates'
import type { BuildUse } from '~/lib/budgetInput'
import { composeBuild, type ReadyPart } from './composeBuild'

/** Use that each template is for. */
const useOf: Record<BuildTemplate['id'], BuildUse> = {
  'budget-office': 'office',
  'gaming-mid': 'gaming-1440p',
  'gaming-high': 'gaming-4k',
  workstation: 'rendering',
}

type Progress = (done: number, all: number) => void

/**
 * The best parts of today for a template's sum and use, as the server proves them. Where that sum pays for none, parts
 * are put together that cost about as much.
 */
export async function bestParts(
  template: BuildTemplate,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<ReadyPart[]> {
  try {
    const found = await readBody(
      client.POST('/api/budget-builds', {
        body: { budget: template.estimatedPrice, use: useOf[template.id], allowUnknown: true },
        signal,
      }),
    )
    const parts = found.builds[0]?.parts
    if (parts) {
      const ids = parts.map(({ productId }) => productId)
      const said = await readBody(client.GET('/api/products', { params: { query: { ids } }, signal }))
      const products = 'products' in said ? said.products : []
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
