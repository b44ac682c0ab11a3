import { useText } from '~/i18n/useText'
import { Icon } from '~/ui/Icon'
import { Panel } from '~/ui/Panel'
import styles from './Power.module.css'
import type { Compatibility } from '~/lib/verdict'

/** Headroom of a power supply above the build's draw, as a share of the draw. The server's rule. */
const headroom = 0.2

type PowerPanelProps = {
  said: Compatibility
  /** Wattage of the chosen power supply, in W. */
  supply: number | null
}

/** The build's power draw, item by item, with the headroom and the recommended power supply. */
export function PowerPanel({ said, supply }: PowerPanelProps) {
  const { t, format } = useText()
  const watts = (value: number) => t('unit.w', { value: format.count(Math.round(value)) })
  const spare = said.requiredWatts * headroom
  const shares = said.lineItems.flatMap((item) => (item.required === null ? [] : [{ ...item, watts: item.required }]))
  const unknown = said.lineItems.filter((item) => item.required === null && (item.kind === 'CPU' || item.kind === 'GPU'))
  const recommended = said.recommendedPsu
  const scale = Math.max(said.requiredWatts + spare, recommended ?? 0, supply ?? 0) * 1.06
  const share = (value: number) => `${Math.round((value / scale) * 1000) / 10}%`
  const name = (kind: string) => {
    if (kind === 'BASE') return t('power.base')
    if (kind === 'BEYOND_BASE') return t('power.beyond')
    return kind === 'CPU' ? t('category.CPU.one') : t('category.GPU.one')
  }
  const label = t('power.label', {
    required: format.count(said.requiredWatts),
    spare: format.count(Math.round(said.requiredWatts + spare)),
    psu: recommended === null ? '–' : format.count(recommended),
  })
  return (
    <Panel title={t('power.title')} icon="bolt" aside={<span className={styles.estimate}>{t('power.estimate', { watts: watts(said.estimatedWatts) })}</span>}>
      <div className={styles.power}>
        <p className={styles.head}>
          <b>{watts(said.requiredWatts)}</b>
          <span>{t('power.withHeadroom', { watts: watts(said.requiredWatts + spare) })}</span>
        </p>
        <div className={styles.bar} role="img" aria-label={label}>
          {shares.map((item) => (
            <span key={item.kind} className={styles[item.kind]} style={{ inlineSize: share(item.watts) }} />
          ))}
          <span className={styles.spare} style={{ inlineSize: share(spare) }} />
          {recommended !== null && <Tick at={share(recommended)} className={styles.recommended ?? ''} text={watts(recommended)} />}
          {supply !== null && <Tick at={share(supply)} className={styles.own ?? ''} text={t('power.yours', { watts: watts(supply) })} />}
        </div>
        <ul className={styles.legend}>
          {shares.map((item) => (
            <li key={item.kind}>
              <span className={styles[item.kind]} />
              {name(item.kind)}
              <span>{watts(item.watts)}</span>
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
            <span>{watts(spare)}</span>
          </li>
        </ul>
        {recommended !== null && (
          <p className={styles.advice}>
            <Icon name="psu" />
            <span>
              {t('power.recommended')} <b>{watts(recommended)}</b>
            </span>
          </p>
        )}
      </div>
    </Panel>
  )
}

function Tick({ at, className, text }: { at: string; className: string; text: string }) {
  return (
    <span className={`${styles.tick} ${className}`} style={{ insetInlineStart: at }}>
      <em>{text}</em>
    </span>
  )
}
