import type { Factors } from '~/lib/proof/useProof'
import { ConfirmAppForm, CreateAppForm, RemoveAppForm, type NewApp } from './AppForms'
import { AddPasskeyForm, RemovePasskeyForm } from './PasskeyForms'
import type { Passkey } from './PasskeyList'
import { RecoveryCodes, RenewCodesForm } from './RecoveryCodes'

/** The change that the user has begun. */
export type Step =
  | { kind: 'createApp' | 'removeApp' | 'addPasskey' | 'renewCodes' }
  | { kind: 'confirmApp'; app: NewApp }
  | { kind: 'removePasskey'; passkey: Passkey }
  | { kind: 'showCodes'; codes: string[] }

type StepProps = { factors: Factors; step: Step; onStep: (step: Step) => void; onDone: () => void }

/** The form of the change that the user has begun. */
export function SecondFactorForm({ factors, step, onStep, onDone }: StepProps) {
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
