import type { ReactNode } from 'react'
import { useText } from '~/i18n/useText'
import type { PricedBuild } from '~/lib/budgetBuilds'
import styles from './BuildFor.module.css'

type EstimatesProps = {
  estimates: PricedBuild['estimates']
  /** The index of the whole build. */
  index?: number
  /** Further rows of the figures. */
  children?: ReactNode
}
type Estimate = NonNullable<PricedBuild['estimates']['graphics'] | PricedBuild['estimates']['processor']>

/**
 * The estimated performance of a build in words, its graphics card and its processor apart; the numbers stand behind.
 * None of them is a frame rate.
 */
export function Estimates({ estimates: { graphics, processor }, index, children }: EstimatesProps) {
  const { t, format } = useText()
  const extrapolated = [
    graphics?.estimatedFor ? { chip: graphics.estimatedFor, from: graphics.chip } : null,
    processor?.estimatedFor ? { chip: processor.estimatedFor, from: processor.model } : null,
  ].filter((one) => one !== null)
  if (!graphics && !processor && index === undefined && !children) return null
  return (
    <>
      {(graphics || processor) && (
        <dl className={styles.estimates}>
          {graphics && <InWords name={t('budget.graphics')} scale={t('budget.graphicsIndex')} estimate={graphics} />}
          {processor && (
            <InWords name={t('budget.processor')} scale={t('budget.processorIndex')} estimate={processor} />
          )}
        </dl>
      )}
      <details className={styles.figures}>
        <summary>{t('budget.figures')}</summary>
        <dl className={styles.estimates}>
          {index !== undefined && (
            <Figure name={t('budget.index')} value={format.decimal(Math.round(index * 10) / 10)} />
          )}
          {children}
          {graphics && <Figure name={t('budget.graphicsIndex')} value={format.count(Math.round(graphics.index))} />}
          {processor && <Figure name={t('budget.processorIndex')} value={format.count(Math.round(processor.index))} />}
        </dl>
      </details>
      {extrapolated.map(({ chip, from }) => (
        <p key={chip} className={styles.extrapolated}>
          {t('budget.extrapolated', { chip, from })}
        </p>
      ))}
    </>
  )
}

/** An estimate in words; its number, where there are none. */
function InWords({ name, scale, estimate: { band, index } }: { name: string; scale: string; estimate: Estimate }) {
  const { format, language } = useText()
  const figure = format.count(Math.round(index))
  const words = band && (language === 'ar' ? band.textAr : band.text)
  return (
    <div title={`${scale}: ${figure}`}>
      <dt>{words ? name : scale}</dt>
      <dd>{words ?? <bdi dir="ltr">{figure}</bdi>}</dd>
    </div>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi dir="ltr">{value}</bdi>
      </dd>
    </div>
  )
}
