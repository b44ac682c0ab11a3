import type { Product } from '~/api/wire'
import type { BuildTemplate } from '~/lib/buildTemplates'
import { DrawnPart } from '~/ui/drawing/DrawnPart'

type Drawn = Pick<Product, 'category' | 'specs'>
const draw = (category: Product['category'], specs: Product['specs'] = {}): Drawn => ({ category, specs })

/** The parts that a template's picture shows. */
const drawings: Record<BuildTemplate['id'], Drawn[]> = {
  'budget-office': [
    draw('CPU'),
    draw('CASE', { caseFormFactor: 'Mini ITX Desktop' }),
    draw('STORAGE', { storageFormFactor: '2.5-SATA' }),
  ],
  'gaming-mid': [
    draw('RAM', { modules: 2, rgb: true }),
    draw('CASE', { caseFormFactor: 'ATX Mid Tower' }),
    draw('GPU', { cooling: '2 Fans' }),
  ],
  'gaming-high': [
    draw('CPU_COOLER', { radiatorSize: 360, lighting: 'RGB' }),
    draw('CASE', { caseFormFactor: 'ATX Full Tower' }),
    draw('GPU', { cooling: '3 Fans', length: 340, lighting: 'RGB' }),
  ],
  workstation: [
    draw('MOTHERBOARD', { formFactor: 'ATX' }),
    draw('CASE', { caseFormFactor: 'ATX Full Tower' }),
    draw('GPU', { cooling: '3 Fans' }),
  ],
}

/** Three parts of a template, drawn. */
export function TemplateDrawing({ id }: { id: BuildTemplate['id'] }) {
  return drawings[id].map((drawn) => <DrawnPart key={drawn.category} product={drawn} />)
}
