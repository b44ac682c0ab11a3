import type { BudgetBuilds, BuildOption } from './budgetBuilds'

/** Name of a build among the builds of an answer; a key of the texts `budget.kinds`. */
export type BuildName = 'best' | 'fastest' | 'bestValue' | 'goodEnough' | 'quiet' | 'small'

const value = ({ index, total }: BuildOption) => (total > 0 ? index / total : 0)

/**
 * Returns the name of each build of an answer. A name stands only where it is true of the builds shown:
 *
 * - *Fastest*: no other build has a faster graphics card (of a use for games) or processor (of any other use), and none
 *   a higher index; otherwise the best build is named *Best for the use*.
 * - *Best value*: the cheapest build that keeps nearly all of the best one's index, where it also has the most index per
 *   dinar; otherwise *Nearly as good*.
 * - *Quiet* and *Small*: the solver has searched the build by these conditions.
 */
export function nameBuilds({ use, builds }: Pick<BudgetBuilds, 'use' | 'builds'>): BuildName[] {
  const speed = ({ estimates }: BuildOption) =>
    (use.startsWith('gaming') ? estimates.graphics : estimates.processor)?.index ?? 0
  const isHighest = (build: BuildOption, measure: (build: BuildOption) => number) =>
    builds.every((other) => measure(other) <= measure(build))
  return builds.map((build) => {
    switch (build.kind) {
      case 'best':
        return isHighest(build, speed) && isHighest(build, ({ index }) => index) ? 'fastest' : 'best'
      case 'goodEnough':
        return isHighest(build, value) ? 'bestValue' : 'goodEnough'
      default:
        return build.kind === 'small' ? 'small' : 'quiet'
    }
  })
}
