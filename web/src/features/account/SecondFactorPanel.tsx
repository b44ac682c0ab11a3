import { useQuery, useQueryClient } from '@tanstack/react-query'
import { startTransition, Suspense, useState } from 'react'
import { secondFactorQuery } from '~/api/ownData'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Panel } from '~/ui/Panel'
import styles from './Account.module.css'
import { canAddPasskey, PasskeyHint, PasskeyList } from './PasskeyList'
import type { Factors } from '~/lib/proof/useProof'
import { lazyPiece } from '~/ui/lazyPiece'
import type { Step } from './SecondFactorForm'

// Loaded when a change begins: few visits to the settings change a factor.
const SecondFactorForm = lazyPiece(() => import('./SecondFactorForm'), 'SecondFactorForm')

/** Panel of the second factors: an authenticator app, passkeys, and recovery codes. */
export function SecondFactorPanel() {
  const { t } = useText()
  const queryClient = useQueryClient()
  const { data } = useQuery(secondFactorQuery)
  const [step, setStep] = useState<Step | null>(null)
  // The overview stays while the form loads.
  const begin = (next: Step) => startTransition(() => setStep(next))
  const finish = () => {
    setStep(null)
    void queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
  }
  return (
    <Panel title={t('account.secondFactor.title')}>
      <div className={styles.inside}>
        <p className={styles.meta}>{t('account.secondFactor.text')}</p>
        {data && step === null && <Overview factors={data} onStep={begin} />}
        <Suspense>
          {data && step !== null && <SecondFactorForm factors={data} step={step} onStep={begin} onDone={finish} />}
        </Suspense>
      </div>
    </Panel>
  )
}

/** The user's factors, and the buttons that begin a change. */
function Overview({ factors, onStep }: { factors: Factors; onStep: (step: Step) => void }) {
  const { t, format } = useText()
  return (
    <>
      <p>
        {factors.enabled
          ? t('account.secondFactor.on', { n: format.count(factors.recoveryCodesLeft) })
          : t('account.secondFactor.off')}
      </p>
      {factors.passkeys.length > 0 && (
        <PasskeyList passkeys={factors.passkeys} onRemove={(passkey) => onStep({ kind: 'removePasskey', passkey })} />
      )}
      <div className={styles.actions}>
        {canAddPasskey(factors) && (
          <Button onClick={() => onStep({ kind: 'addPasskey' })}>{t('account.passkeys.add')}</Button>
        )}
        {!factors.app && (
          <Button onClick={() => onStep({ kind: 'createApp' })}>{t('account.secondFactor.setUp')}</Button>
        )}
        {factors.enabled && (
          <Button onClick={() => onStep({ kind: 'renewCodes' })}>{t('account.secondFactor.renew')}</Button>
        )}
        {factors.app && (
          <Button kind="danger" onClick={() => onStep({ kind: 'removeApp' })}>
            {t('account.secondFactor.removeApp')}
          </Button>
        )}
      </div>
      <PasskeyHint domain={factors.passkeyDomain} />
    </>
  )
}
