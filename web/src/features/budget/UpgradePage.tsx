import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useText } from '~/i18n/useText'
import { BudgetForm } from '~/lib/BudgetForm'
import { ButtonLink } from '~/lib/ButtonLink'
import type { BudgetInput, SwitchName } from '~/lib/budgetInput'
import { useBuild } from '~/lib/buildStore'
import { useDebounced } from '~/lib/useDebounced'
import { classNames } from '~/ui/classNames'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Switch } from '~/ui/Field'
import { Page } from '~/ui/Page'
import { Panel } from '~/ui/Panel'
import { Loading, Skeleton } from '~/ui/Skeleton'
import styles from './BuildFor.module.css'
import { useOpenDetails } from '~/ui/useOpenDetails'
import { HomeParts } from './HomeParts'
import { RetailerChoice } from './RetailerChoice'
import { UpgradeOptions } from './UpgradeOptions'
import { DEFAULT_SUM, homeParts, MAX_SUM, MIN_SUM, upgradesQuery, type HomePart } from './upgrades'
import { useBudgetAddress } from './useBudgetAddress'
import { useUpgradeErrorText } from './useUpgradeErrorText'

/** Pause in changing the form after which upgrades are requested, in ms: the server solves many problems for each. */
const INPUT_PAUSE = 250
/** Requirements that a change of a PC may have. */
const REQUIREMENTS: readonly SwitchName[] = ['tabby', 'confirmed']

type Change = (part: Partial<BudgetInput>) => void

/**
 * The page that says which parts of a PC to change first for a sum. The PC is the current build, or the parts that the
 * address names. An address without a sum begins with the lowest one that buys something, where the usual sum does not.
 */
export default function UpgradePage() {
  const { t } = useText()
  const [firstSum, setFirstSum] = useState(DEFAULT_SUM)
  const { input, change, isOfAddress, hasSum } = useBudgetAddress('/upgrade', firstSum, MAX_SUM)
  const settled = useDebounced(input, INPUT_PAUSE)
  const components = useBuild((state) => state.currentBuild.components)
  const parts = homeParts(input, components)
  return (
    <Page title={t('upgrade.title')}>
      <header className={styles.hero}>
        <h1>{t('upgrade.heading')}</h1>
        <p>{t('upgrade.lead')}</p>
      </header>
      {parts.length === 0 ? (
        <Empty title={t('upgrade.empty')} text={t('upgrade.emptyText')}>
          <ButtonLink kind="filled" to="/">
            {t('upgrade.choose')}
          </ButtonLink>
        </Empty>
      ) : (
        <>
          <Panel title={t('upgrade.question')}>
            <BudgetForm input={input} min={MIN_SUM} max={MAX_SUM} onChange={change} />
            <HomeParts
              parts={parts}
              addressParts={input.fixedParts}
              onChange={(fixedParts) => change({ fixedParts })}
            />
            <UpgradeRequirements input={input} onChange={change} />
          </Panel>
          <UpgradeAnswer
            input={settled}
            parts={homeParts(settled, components)}
            onChange={change}
            onEnough={isOfAddress && !hasSum ? setFirstSum : undefined}
          />
        </>
      )}
    </Page>
  )
}

/**
 * Form for the requirements of an upgrade: the retailers of new parts, and whether every rule must be confirmed.
 * Collapsed at first if nothing is chosen.
 */
function UpgradeRequirements({ input: { switchedOn, retailers }, onChange }: { input: BudgetInput; onChange: Change }) {
  const { t } = useText()
  const count = REQUIREMENTS.filter((name) => switchedOn.has(name)).length + (retailers.length > 0 ? 1 : 0)
  const details = useOpenDetails(count > 0)
  const toggle = (name: SwitchName) => {
    const next = new Set(switchedOn)
    if (!next.delete(name)) next.add(name)
    onChange({ switchedOn: next })
  }
  return (
    <details className={styles.requirements} {...details}>
      <summary>{count > 0 ? t('budget.wishes.titleCount', { n: String(count) }) : t('upgrade.wishes')}</summary>
      <div className={styles.fields}>
        {REQUIREMENTS.map((name) => (
          <label key={name} className={styles.switch}>
            <Switch checked={switchedOn.has(name)} onChange={() => toggle(name)} />
            {t(`budget.wishes.${name}`)}
          </label>
        ))}
      </div>
      <RetailerChoice retailers={retailers} onChange={(next) => onChange({ retailers: next })} />
    </details>
  )
}

type UpgradeAnswerProps = {
  input: BudgetInput
  parts: HomePart[]
  onChange: Change
  /** Called with the lowest sum that buys something, where this one buys nothing. */
  onEnough: ((sum: number) => void) | undefined
}

function UpgradeAnswer({ input, parts, onChange, onEnough }: UpgradeAnswerProps) {
  const { t } = useText()
  const errorText = useUpgradeErrorText()
  const { data, error, isPlaceholderData, refetch } = useQuery(upgradesQuery(input, parts))
  const enough = data && !isPlaceholderData && data.upgrades.length === 0 ? data.enough : null
  useEffect(() => {
    if (enough !== null && enough <= MAX_SUM) onEnough?.(Math.ceil(enough))
  }, [enough, onEnough])
  const message = error ? errorText(error) : null
  return (
    <section className={styles.answer} aria-label={t('upgrade.answer')}>
      {message && <ErrorAlert text={message.text} onRetry={message.canRetry ? () => void refetch() : undefined} />}
      {data && !message && (
        <div className={classNames(isPlaceholderData && styles.stale)} aria-busy={isPlaceholderData}>
          <UpgradeOptions
            response={data}
            isBuild={input.fixedParts.length === 0}
            onBudget={(budget) => onChange({ budget })}
          />
        </div>
      )}
      {!data && !message && (
        <Loading label={t('upgrade.loading')} className={styles.cards}>
          <Skeleton height="26rem" />
        </Loading>
      )}
    </section>
  )
}
