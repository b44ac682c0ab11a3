import { useText } from '~/i18n/useText'
import { Icon } from '~/ui/Icon'
import { Panel } from '~/ui/Panel'
import styles from './Power.module.css'
import type { Compatibility } from '~/lib/verdict'

/** Headroom of a power supply above the build's draw, as a share of the draw. The server's rule. */
const HEADROOM = 0.2

type PowerPanelProps = {
  power: Compatibility
  /** Wattage of the chosen power supply, in W. */
  chosenWatts: number | null
}

/** The build's power draw, item by item, with the headroom and the recommended power supply. */
export function PowerPanel({ power, chosenWatts }: PowerPanelProps) {
  const { t } = useText()
  const formatWatts = useWatts()
  const { recommendedPsu: recommended } = power
  return (
    <Panel
      title={t('power.title')}
      icon="bolt"
      aside={
        <span className={styles.estimate}>{t('power.estimate', { watts: formatWatts(power.estimatedWatts) })}</span>
      }
    >
      <div className={styles.power}>
        <p className={styles.head}>
          <b>{formatWatts(power.requiredWatts)}</b>
          <span>{t('power.withHeadroom', { watts: formatWatts(power.requiredWatts * (1 + HEADROOM)) })}</span>
        </p>
        <PowerBar power={power} chosenWatts={chosenWatts} />
        <PowerLegend power={power} />
        {recommended !== null && (
          <p className={styles.advice}>
            <Icon name="psu" />
            <span>
              {t('power.recommended')} <b>{formatWatts(recommended)}</b>
            </span>
          </p>
        )}
      </div>
    </Panel>
  )
}

/** The draw as a bar: a piece for each item and the headroom, and marks at the recommended and the chosen supply. */
function PowerBar({ power, chosenWatts }: PowerPanelProps) {
  const { t, format } = useText()
  const formatWatts = useWatts()
  const { requiredWatts, recommendedPsu: recommended } = power
  const spare = requiredWatts * HEADROOM
  const scale = Math.max(requiredWatts + spare, recommended ?? 0, chosenWatts ?? 0) * 1.06
  const share = (value: number) => `${Math.round((value / scale) * 1000) / 10}%`
  const label = t('power.label', {
    required: format.count(requiredWatts),
    spare: format.count(Math.round(requiredWatts + spare)),
    psu: recommended === null ? '–' : format.count(recommended),
  })
  return (
    <div className={styles.bar} role="img" aria-label={label}>
      {findKnownItems(power).map((item) => (
        <span key={item.kind} className={styles[item.kind]} style={{ inlineSize: share(item.watts) }} />
      ))}
      <span className={styles.spare} style={{ inlineSize: share(spare) }} />
      {recommended !== null && (
        <Tick at={share(recommended)} className={styles.recommended ?? ''} text={formatWatts(recommended)} />
      )}
      {chosenWatts !== null && (
        <Tick
          at={share(chosenWatts)}
          className={styles.own ?? ''}
          text={t('power.yours', { watts: formatWatts(chosenWatts) })}
        />
      )}
    </div>
  )
}

/** The items of the bar in words; last those whose draw is not known, and the headroom. */
function PowerLegend({ power }: { power: Compatibility }) {
  const { t } = useText()
  const formatWatts = useWatts()
  const unknown = power.lineItems.filter(
    (item) => item.required === null && (item.kind === 'CPU' || item.kind === 'GPU'),
  )
  const name = (kind: string) => {
    if (kind === 'BASE') return t('power.base')
    if (kind === 'BEYOND_BASE') return t('power.beyond')
    return kind === 'CPU' ? t('category.CPU.one') : t('category.GPU.one')
  }
  return (
    <ul className={styles.legend}>
      {findKnownItems(power).map((item) => (
        <li key={item.kind}>
          <span className={styles[item.kind]} />
          {name(item.kind)}
          <span>{formatWatts(item.watts)}</span>
        </li>
      ))}
      {unknown.map((item) => (
        <li key={item.kind} className={styles.notKnown}>
          <Icon name="unknown" size="s" />
          {name(item.kind)}
          <span>{t('product.unknown')}</span>
        </li>
      ))}
      <li>
        <span className={styles.spare} />
        {t('power.headroom')}
        <span>{formatWatts(power.requiredWatts * HEADROOM)}</span>
      </li>
    </ul>
  )
}

/** Returns the items whose draw is known. */
function findKnownItems({ lineItems }: Compatibility) {
  return lineItems.flatMap((item) => (item.required === null ? [] : [{ kind: item.kind, watts: item.required }]))
}

/** Returns a function that writes a power in watts. */
function useWatts(): (value: number) => string {
  const { t, format } = useText()
  return (value) => t('unit.w', { value: format.count(Math.round(value)) })
}

function Tick({ at, className, text }: { at: string; className: string; text: string }) {
  return (
    <span className={`${styles.tick} ${className}`} style={{ insetInlineStart: at }}>
      <em>{text}</em>
    </span>
  )
}
