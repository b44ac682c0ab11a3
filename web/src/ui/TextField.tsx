import { useId, useState, type ComponentPropsWithRef } from 'react'
import { useText } from '~/i18n/useText'
import { classNames } from './classNames'
import { Icon } from './Icon'
import styles from './TextField.module.css'

type TextFieldProps = Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value'> & {
  label: string
  value: string
  onChange: (value: string) => void
  /** Below the field while nothing is wrong. */
  help?: string
  /** What is wrong with it. */
  problem?: string
}

/** A field of a form, with its label above and what is wrong below. */
export function TextField({ label, value, onChange, help, problem, className, ...rest }: TextFieldProps) {
  const { t } = useText()
  const id = useId()
  const [shown, setShown] = useState(false)
  const secret = rest.type === 'password'
  const below = problem ?? help
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id}>{label}</label>
      <span className={classNames(styles.frame, problem !== undefined && styles.wrong)}>
        <input
          dir="auto"
          {...rest}
          id={id}
          type={secret && shown ? 'text' : rest.type}
          value={value}
          aria-invalid={problem !== undefined}
          aria-describedby={below === undefined ? undefined : `${id}-below`}
          onChange={(event) => onChange(event.target.value)}
        />
        {secret && (
          <button type="button" className={styles.show} aria-pressed={shown} onClick={() => setShown(!shown)}>
            {t(shown ? 'account.hide' : 'account.show')}
            <span className="sr">{label}</span>
          </button>
        )}
      </span>
      {below !== undefined && (
        <p id={`${id}-below`} className={problem === undefined ? styles.help : styles.problem}>
          {problem !== undefined && <Icon name="error" size="s" />}
          {below}
        </p>
      )}
    </div>
  )
}
