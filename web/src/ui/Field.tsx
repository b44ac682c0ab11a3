import type { ComponentPropsWithRef } from 'react'
import { useText } from '~/i18n/useText'
import { classNames } from './classNames'
import styles from './Field.module.css'
import { Icon } from './Icon'

type SearchFieldProps = Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value'> & {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A field that searches inside the shown content. Its label is its placeholder too. */
export function SearchField({ label, value, onChange, className, ...rest }: SearchFieldProps) {
  const { t } = useText()
  return (
    <span className={classNames(styles.field, className)}>
      <Icon name="search" />
      <input
        type="search"
        dir="auto"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        {...rest}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <button type="button" className={styles.clear} aria-label={t('search.clear')} onClick={() => onChange('')}>
          <Icon name="x" size="s" />
        </button>
      )}
    </span>
  )
}

type SelectFieldProps<T extends string> = {
  label: string
  value: T
  options: { value: T; label: string }[]
  onChange: (value: T) => void
  className?: string
}

/** A choice of one option. The browser's own list is the easiest to use on a phone. */
export function SelectField<T extends string>({ label, value, options, onChange, className }: SelectFieldProps<T>) {
  return (
    <label className={classNames(styles.field, className)}>
      <span className={styles.label}>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value as T)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" size="s" />
    </label>
  )
}

/** A checkbox. The label around it names it. */
export function Checkbox(props: Omit<ComponentPropsWithRef<'input'>, 'type' | 'className'>) {
  return <input {...props} type="checkbox" className={styles.check} />
}

/** A switch, which takes effect at once. The label around it names it. */
export function Switch(props: Omit<ComponentPropsWithRef<'input'>, 'type' | 'role' | 'className'>) {
  return <input {...props} type="checkbox" role="switch" aria-checked={props.checked} className={styles.switch} />
}
