/** The measure that the curve shows over the budget: a key of the texts `budget.curve`. */
export type CurveMeasure = 'graphics' | 'index'

/** Returns the measure of the curve of a use. For games the graphics card decides, and the index saturates. */
export function curveMeasure(use: string): CurveMeasure {
  return use.startsWith('gaming') ? 'graphics' : 'index'
}
