import { Suspense } from 'react'
import { Link } from '@tanstack/react-router'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { buildTemplate } from '~/lib/buildTemplates'
import type { CategoryInfo } from '~/lib/categories'
import { ButtonLink } from '~/lib/ButtonLink'
import { classNames } from '~/ui/classNames'
import { Kbd } from '~/ui/Kbd'
import styles from './BuildTable.module.css'
import rowStyles from './EmptyRow.module.css'
import { rowId } from '~/lib/buildBand/rowId'
import { SlotName } from './SlotName'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'

// A line of its size is reserved while the texts load.
const SlotAbout = lazyPiece(
  withTexts(['budget'], () => import('./SlotAbout')),
  'SlotAbout',
  renderNothing,
)

/** Number of columns (base, promo, shipping and tax) that narrow screens hide; price and retailer follow them. */
const optionalColumns = 4
const emptyCells = [0, 1, 2, 3, 4, 5]

type EmptyRowProps = {
  info: CategoryInfo
  /** Whether the page proposes this slot as the next one to fill. */
  isNext: boolean
  /** Whether a chosen part needs this optional slot. */
  isNeeded: boolean
  recommendedPsu: number | null
}

/** Row of an empty slot. */
export function EmptyRow({ info, isNext, isNeeded, recommendedPsu }: EmptyRowProps) {
  const { t } = useText()
  const setTarget = useBuild((state) => state.setTarget)
  const templateId = useBuild((state) => state.currentBuild.templateId)
  const ofTemplate = !info.required && buildTemplate(templateId)?.requiredComponents.includes(info.type)
  const params = { category: info.slug ?? '' }
  const choose = () => setTarget(info.type, null)
  return (
    <tr id={rowId(info.type)} className={styles.empty}>
      <td className={styles.component}>
        <Link to="/$category" params={params} className={styles.slot} onClick={choose}>
          <SlotName info={info} />
        </Link>
      </td>
      <td className={styles.selection}>
        {/* Wider than its column: the cells behind it are empty. */}
        <span className={styles.choice}>
          <ButtonLink to="/$category" params={params} kind={isNext ? 'filled' : 'outline'} icon="plus" onClick={choose}>
            {t(`category.${info.type}.choose`)}
          </ButtonLink>
          {info.type === 'PSU' && recommendedPsu !== null && (
            <span className={rowStyles.hint}>{t('build.psuHint', { watts: recommendedPsu })}</span>
          )}
          {isNeeded && <span className={rowStyles.hint}>{t('build.neededHere')}</span>}
          {ofTemplate && <span className={rowStyles.hint}>{t('build.ofTemplate')}</span>}
          <span className={rowStyles.about}>
            <Suspense>
              <SlotAbout type={info.type} />
            </Suspense>
          </span>
        </span>
      </td>
      {emptyCells.map((column) => (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell is no control
        <td key={column} className={classNames(styles.filler, column < optionalColumns && styles.optional)} />
      ))}
      <td className={styles.actions}>
        {info.letter && <Kbd label={t('build.key', { letter: info.letter })}>{info.letter}</Kbd>}
      </td>
    </tr>
  )
}
