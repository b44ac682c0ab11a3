import { useText } from '~/i18n/useText'
import type { Components } from '~/lib/buildStore'
import { slots, type CategoryInfo } from '~/lib/categories'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import { panelClass } from '~/ui/Panel'
import { Weave } from '~/ui/Weave'
import styles from './BuildProgress.module.css'
import { rowId } from './SlotName'
import { isNeeded, findPartVerdict, type PartVerdictKind, type Verdict } from '~/lib/verdict'

const worstFirst: Exclude<PartVerdictKind, 'needs' | null>[] = ['error', 'warning', 'unknown']

/** The build's progress as a woven band: every chosen part lights up its piece, in the colour of its verdict. */
export function BuildProgress({ components, verdict }: { components: Components; verdict: Verdict | undefined }) {
  const { t } = useText()
  return (
    <nav className={classNames(panelClass, styles.band)} aria-label={t('build.progress')}>
      {slots.map((info) => (
        <Slot key={info.type} info={info} state={slotState(info, components, verdict)} />
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

function Slot({ info, state }: { info: CategoryInfo; state: SlotState }) {
  const { t } = useText()
  const lit = state !== 'needed' && state !== 'empty'
  return (
    <a
      href={`#${rowId(info.type)}`}
      className={classNames(styles.slot, lit && styles.chosen, state !== 'chosen' && styles[state])}
    >
      <Icon name={info.icon} size="l" />
      <span>{t(`category.${info.type}.one`)}</span>
      {(state === 'error' || state === 'warning' || state === 'unknown') && (
        <span className={styles.state}>
          <Icon name={state} size="s" />
        </span>
      )}
      <span className="sr">{t(`build.slot.${state}`)}</span>
      <Weave className={styles.weave} />
    </a>
  )
}
