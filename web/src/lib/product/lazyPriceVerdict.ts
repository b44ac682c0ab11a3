import { withTexts } from '~/i18n'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'

/** What the history says about a price; loaded only where a price has something to say, into space that is reserved. */
export const PriceVerdictWord = lazyPiece(
  withTexts(['browsing'], () => import('./PriceVerdictWord')),
  'PriceVerdictWord',
  renderNothing,
)
