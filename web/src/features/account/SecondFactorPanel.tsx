import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { secondFactorQuery } from '~/api/accounts'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Panel } from '~/ui/Panel'
import styles from './Account.module.css'
import { ConfirmAppForm, CreateAppForm, RemoveAppForm, type NewApp } from './AppForms'
import {
  AddPasskeyForm,
  canAddPasskey,
  PasskeyHint,
  PasskeyList,
  RemovePasskeyForm,
  type Passkey,
} from './PasskeyForms'
import type { Factors } from '~/lib/proof/useProof'
import { RecoveryCodes, RenewCodesForm } from './RecoveryCodes'

/** The change that the user has begun. */
type Step =
  | { kind: 'createApp' | 'removeApp' | 'addPasskey' | 'renewCodes' }
  | { kind: 'confirmApp'; app: NewApp }
  | { kind: 'removePasskey'; passkey: Passkey }
  | { kind: 'showCodes'; codes: string[] }

/** Panel of the second factors: an authenticator app, passkeys, and recovery codes. */
export function SecondFactorPanel() {
  const { t } = useText()
  const queryClient = useQueryClient()
  const { data } = useQuery(secondFactorQuery)
  const [step, setStep] = useState<Step | null>(null)
  const finish = () => {
    setStep(null)
    void queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
  }
  return (
    <Panel title={t('account.secondFactor.title')}>
      <div className={styles.inside}>
        <p className={styles.meta}>{t('account.secondFactor.text')}</p>
        {data && step === null && <Overview factors={data} onStep={setStep} />}
        {data && step !== null && <StepForm factors={data} step={step} onStep={setStep} onDone={finish} />}
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

type StepProps = { factors: Factors; step: Step; onStep: (step: Step) => void; onDone: () => void }

/** The form of the change that the user has begun. */
function StepForm({ factors, step, onStep, onDone }: StepProps) {
  // Only the first factor gives codes.
  const showCodes = (codes: string[]) => (codes.length > 0 ? onStep({ kind: 'showCodes', codes }) : onDone())
  switch (step.kind) {
    case 'createApp':
      return (
        <CreateAppForm factors={factors} onCreated={(app) => onStep({ kind: 'confirmApp', app })} onCancel={onDone} />
      )
    case 'confirmApp':
      return <ConfirmAppForm app={step.app} onConfirmed={showCodes} onCancel={onDone} />
    case 'removeApp':
      return <RemoveAppForm factors={factors} onDone={onDone} />
    case 'addPasskey':
      return <AddPasskeyForm factors={factors} onAdded={showCodes} onCancel={onDone} />
    case 'removePasskey':
      return <RemovePasskeyForm factors={factors} passkey={step.passkey} onDone={onDone} />
    case 'renewCodes':
      return <RenewCodesForm factors={factors} onRenewed={showCodes} onCancel={onDone} />
    case 'showCodes':
      return <RecoveryCodes codes={step.codes} onDone={onDone} />
  }
}
