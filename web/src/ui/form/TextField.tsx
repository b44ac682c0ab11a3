import { useId, useState, type ComponentPropsWithRef, type FormEvent } from 'react'
import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import styles from './TextField.module.css'

type TextFieldProps = Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value'> & {
  label: string
  value: string
  onChange: (value: string) => void
  /** Hint below the field while there is no error. */
  help?: string
  /** The error of the field's value. */
  problem?: string
}

/** A field of a form, with its label above and its error below. */
export function TextField({ label, value, onChange, help, problem, className, ...rest }: TextFieldProps) {
  const { t } = useText()
  const id = useId()
  const [shown, setShown] = useState(false)
  const [refused, setRefused] = useState<Refusal | null>(null)
  const secret = rest.type === 'password'
  const shownProblem = problem ?? (refused === null ? undefined : t(`account.problem.${refused}`))
  const below = shownProblem ?? help
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id}>{label}</label>
      <span className={classNames(styles.frame, shownProblem !== undefined && styles.wrong)}>
        <input
          dir="auto"
          {...rest}
          id={id}
          type={secret && shown ? 'text' : rest.type}
          value={value}
          aria-invalid={shownProblem !== undefined}
          aria-describedby={below === undefined ? undefined : `${id}-below`}
          onInvalid={(event) => {
            setRefused(refusal(event.currentTarget))
            showProblemInField(event)
          }}
          onChange={(event) => {
            setRefused(null)
            onChange(event.target.value)
          }}
        />
        {secret && (
          <button type="button" className={styles.show} aria-pressed={shown} onClick={() => setShown(!shown)}>
            {t(shown ? 'account.hide' : 'account.show')}
            <span className="sr">{label}</span>
          </button>
        )}
      </span>
      {below !== undefined && (
        <p id={`${id}-below`} className={shownProblem === undefined ? styles.help : styles.problem}>
          {shownProblem !== undefined && <Icon name="error" size="s" />}
          {below}
        </p>
      )}
    </div>
  )
}

type Refusal = 'MISSING' | 'NOT_AN_EMAIL' | 'PASSWORD_TOO_SHORT' | 'NOT_VALID'

/** Returns the reason why the browser refuses to submit a field. */
function refusal({ type, validity }: HTMLInputElement): Refusal {
  if (validity.valueMissing) return 'MISSING'
  if (type === 'email') return 'NOT_AN_EMAIL'
  return validity.tooShort ? 'PASSWORD_TOO_SHORT' : 'NOT_VALID'
}

/**
 * Replaces the browser's error bubble, which uses the browser's language and not the page's: the field shows the error,
 * and the first invalid field gets the focus.
 */
function showProblemInField(event: FormEvent<HTMLInputElement>) {
  event.preventDefault()
  const field = event.currentTarget
  const first = [...(field.form?.elements ?? [])].find((one) => one instanceof HTMLInputElement && !one.validity.valid)
  if (first === field) field.focus()
}
