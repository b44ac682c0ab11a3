import { useText } from '~/i18n/useText'
import type { Components } from '~/lib/build'
import { slots, type CategoryInfo } from '~/lib/categories'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import { panelClass } from '~/ui/Panel'
import { Weave } from '~/ui/Weave'
import styles from './BuildBand.module.css'
import { rowId } from './rowId'
import { isNeeded, findPartVerdict, type PartVerdictKind, type Verdict } from '~/lib/verdict'

const worstFirst: Exclude<PartVerdictKind, 'needs' | null>[] = ['error', 'warning', 'unknown']

type BuildBandProps = {
  components: Components
  verdict: Verdict | undefined
  /** Whether the page has rows for empty slots too: their pieces are links then. */
  hasEmptyRows?: boolean
}

/** A build as a woven band: every chosen part lights up its piece, in the colour of its verdict. */
export function BuildBand({ components, verdict, hasEmptyRows = false }: BuildBandProps) {
  const { t } = useText()
  return (
    <nav className={classNames(panelClass, styles.band)} aria-label={t('build.progress')}>
      {slots.map((info) => (
        <Slot
          key={info.type}
          info={info}
          state={slotState(info, components, verdict)}
          isLink={hasEmptyRows || Boolean(components[info.type]?.length)}
        />
      ))}
    </nav>
  )
}

type SlotState = 'chosen' | 'error' | 'warning' | 'unknown' | 'needed' | 'empty'

function slotState({ type }: CategoryInfo, components: Components, verdict: Verdict | undefined): SlotState {
  const parts = components[type] ?? []
  if (parts.length === 0) return isNeeded(type, verdict) ? 'needed' : 'empty'
  const kinds = parts.map((part) => findPartVerdict(verdict, part.product.id).kind)
  return worstFirst.find((kind) => kinds.includes(kind)) ?? 'chosen'
}

function Slot({ info, state, isLink }: { info: CategoryInfo; state: SlotState; isLink: boolean }) {
  const { t } = useText()
  const lit = state !== 'needed' && state !== 'empty'
  const look = classNames(styles.slot, lit && styles.chosen, state !== 'chosen' && styles[state])
  const content = (
    <>
      <Icon name={info.icon} size="l" />
      <span>{t(`category.${info.type}.one`)}</span>
      {(state === 'error' || state === 'warning' || state === 'unknown') && (
        <span className={styles.state}>
          <Icon name={state} size="s" />
        </span>
      )}
      <span className="sr">{t(`build.slot.${state}`)}</span>
      <Weave className={styles.weave} />
    </>
  )
  if (!isLink) return <span className={look}>{content}</span>
  return (
    <a href={`#${rowId(info.type)}`} className={look}>
      {content}
    </a>
  )
}
