import { isolate } from '~/i18n'
import { useText } from '~/i18n/useText'
import { chosenParts, type Components } from '~/lib/buildStore'
import { Chip } from '~/ui/Chip'
import { classNames } from '~/ui/classNames'
import styles from './Checks.module.css'
import { useFactName } from './factNames'
import type { Evidence } from '~/lib/verdict'

type EvidenceRulerProps = { evidence: Evidence; kind: 'error' | 'warning' | 'info'; components: Components }

/** Maximum share of the ruler's length for the smaller number, so that the difference stays visible. */
const MAX_SHORTER_SHARE = 0.7
const MIN_OVERHANG = 0.06

/**
 * A limit and the value compared with it, as a ruler zoomed to the difference; words where the values are no numbers.
 */
export function EvidenceRuler({ evidence, kind, components }: EvidenceRulerProps) {
  const { t, language } = useText()
  const factName = useFactName()
  const { asked, allowed, unit } = evidence
  const sideText = (fact: Evidence['asked']) => {
    const part = chosenParts(components).find((one) => one.product.id === fact.part)
    const name = factName(fact.key)
    return part ? t('checks.factOf', { category: t(`category.${part.componentType}.one`), fact: name }) : name
  }
  const value = (fact: Evidence['asked']) => valueText(fact.value, unit, language, t)
  // "Memory: DDR4" says enough beside "Motherboard: DDR5"; a yes or no needs the name of its fact.
  const sideName = (fact: Evidence['asked']) => {
    const part = chosenParts(components).find((one) => one.product.id === fact.part)
    return part && typeof fact.value !== 'boolean' ? t(`category.${part.componentType}.one`) : sideText(fact)
  }
  if (typeof asked.value !== 'number' || typeof allowed.value !== 'number') {
    return (
      <span className={styles.chips}>
        <Chip>
          <span title={sideText(allowed)}>{sideName(allowed)}</span>: {value(allowed)}
          <OriginNote fact={allowed} />
        </Chip>
        <Chip kind={kind === 'info' ? 'fact' : kind}>
          <span title={sideText(asked)}>{sideName(asked)}</span>: {value(asked)}
          <OriginNote fact={asked} />
        </Chip>
      </span>
    )
  }
  const over = asked.value > allowed.value
  const [small, large] = over ? [allowed.value, asked.value] : [asked.value, allowed.value]
  const share = large > 0 ? small / large : 0
  const at = Math.min(share, MAX_SHORTER_SHARE)
  const to = Math.max(at + Math.min(1 - share, 1 - MAX_SHORTER_SHARE), at + MIN_OVERHANG)
  return (
    <div
      className={classNames(styles.rule, styles[kind])}
      style={{
        ['--lim' as string]: `${Math.round((over ? at : to) * 100)}%`,
        ['--val' as string]: `${Math.round((over ? to : at) * 100)}%`,
      }}
    >
      <div className={styles.track} aria-hidden="true">
        <span className={styles.inside} />
        {over && <span className={styles.over} />}
        <span className={styles.limit} />
      </div>
      <div className={styles.labels}>
        <span>
          {sideText(allowed)} <b>{value(allowed)}</b>
          <OriginNote fact={allowed} />
        </span>
        <span className={over ? styles.overText : undefined}>
          {sideText(asked)} <b>{value(asked)}</b>
          <OriginNote fact={asked} />
        </span>
      </div>
    </div>
  )
}

/** Says of a fact that no page states from which it was derived. */
function OriginNote({ fact: { origin } }: { fact: Evidence['asked'] }) {
  const { t } = useText()
  return origin === 'stated' ? null : <small className={styles.origin}> {t(`checks.origin.${origin}`)}</small>
}

/** Units that are words. */
const countedUnits = ['modules', 'slots', 'connectors', 'drives'] as const

/** Returns a fact's value in words. */
function valueText(value: unknown, unit: string | null, language: string, t: ReturnType<typeof useText>['t']): string {
  if (typeof value === 'boolean') return t(value ? 'filters.yes' : 'filters.no')
  if (Array.isArray(value))
    return value.map((one) => isolate(String(one), language)).join(language === 'ar' ? '، ' : ', ')
  if (unit === 'mm') return t('unit.mm', { value: String(value) })
  if (unit === 'W') return t('unit.w', { value: String(value) })
  const counted = countedUnits.find((one) => one === unit)
  if (counted) return t(`checks.unit.${counted}`, { count: Number(value), n: String(value) })
  return isolate(`${String(value)}${unit ? ` ${unit}` : ''}`, language)
}
