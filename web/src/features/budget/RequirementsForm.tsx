import { useText } from '~/i18n/useText'
import { FixedParts } from './FixedParts'
import { RetailerChoice } from './RetailerChoice'
import { SelectField, Switch } from '~/ui/Field'
import styles from './BuildFor.module.css'
import { useOpenDetails } from '~/ui/useOpenDetails'
import { CHOICES, SWITCHES, type BudgetInput, type ChoiceName, type SwitchName } from '~/lib/budgetInput'

/** Form for the requirements besides budget and use; collapsed at first if there are none. */
export function RequirementsForm({
  input,
  onChange,
}: {
  input: BudgetInput
  onChange: (part: Partial<BudgetInput>) => void
}) {
  const { t } = useText()
  const { switchedOn, choices, retailers, fixedParts } = input
  const count = switchedOn.size + Object.keys(choices).length + (retailers.length > 0 ? 1 : 0) + fixedParts.length
  const details = useOpenDetails(count > 0)
  const toggle = (name: SwitchName) => {
    const next = new Set(switchedOn)
    if (!next.delete(name)) next.add(name)
    onChange({ switchedOn: next })
  }
  const names = Object.keys(CHOICES) as ChoiceName[]
  return (
    <details className={styles.requirements} {...details}>
      <summary>{count > 0 ? t('budget.wishes.titleCount', { n: String(count) }) : t('budget.wishes.title')}</summary>
      <div className={styles.fields}>
        {SWITCHES.map((name) => (
          <label key={name} className={styles.switch}>
            <Switch checked={switchedOn.has(name)} onChange={() => toggle(name)} />
            {t(`budget.wishes.${name}`)}
          </label>
        ))}
        {names.map((name) => (
          <SelectField
            key={name}
            label={t(`budget.wishes.${name}`)}
            value={choices[name] ?? ''}
            options={[
              { value: '', label: t('budget.wishes.any') },
              ...CHOICES[name].map((value) => ({
                value,
                label: t(`budget.values.${name}-${value}` as 'budget.values.size-mini-itx'),
              })),
            ]}
            onChange={(value) => onChange({ choices: withChoice(choices, name, value) })}
          />
        ))}
      </div>
      <RetailerChoice retailers={retailers} onChange={(next) => onChange({ retailers: next })} />
      <FixedParts fixedParts={fixedParts} onChange={(next) => onChange({ fixedParts: next })} />
    </details>
  )
}

/** Returns the choices with one changed; an empty value removes it. */
function withChoice(choices: BudgetInput['choices'], name: ChoiceName, value: string): BudgetInput['choices'] {
  const { [name]: _, ...others } = choices
  return value === '' ? others : { ...others, [name]: value }
}
