import { useText } from '~/i18n/useText'
import { KeptParts } from './KeptParts'
import { RetailerChoice } from './RetailerChoice'
import { SelectField, Switch } from '~/ui/Field'
import styles from './BuildFor.module.css'
import { CHOICES, SWITCHES, type BudgetInput, type ChoiceName, type SwitchName } from '~/lib/budgetInput'

/** Form for the requirements besides budget and use; closed while there are none. */
export function RequirementsForm({
  input,
  onChange,
}: {
  input: BudgetInput
  onChange: (part: Partial<BudgetInput>) => void
}) {
  const { t } = useText()
  const { on, chosen, retailers, kept } = input
  const count = on.size + Object.keys(chosen).length + (retailers.length > 0 ? 1 : 0) + kept.length
  const toggle = (name: SwitchName) => {
    const next = new Set(on)
    if (!next.delete(name)) next.add(name)
    onChange({ on: next })
  }
  const names = Object.keys(CHOICES) as ChoiceName[]
  return (
    <details className={styles.requirements} open={count > 0 || undefined}>
      <summary>{count > 0 ? t('budget.wishes.titleCount', { n: String(count) }) : t('budget.wishes.title')}</summary>
      <div className={styles.fields}>
        {SWITCHES.map((name) => (
          <label key={name} className={styles.switch}>
            <Switch checked={on.has(name)} onChange={() => toggle(name)} />
            {t(`budget.wishes.${name}`)}
          </label>
        ))}
        {names.map((name) => (
          <SelectField
            key={name}
            label={t(`budget.wishes.${name}`)}
            value={chosen[name] ?? ''}
            options={[
              { value: '', label: t('budget.wishes.any') },
              ...CHOICES[name].map((value) => ({
                value,
                label: t(`budget.values.${name}-${value}` as 'budget.values.size-mini-itx'),
              })),
            ]}
            onChange={(value) => onChange({ chosen: withChoice(chosen, name, value) })}
          />
        ))}
      </div>
      <RetailerChoice retailers={retailers} onChange={(next) => onChange({ retailers: next })} />
      <KeptParts kept={kept} onChange={(next) => onChange({ kept: next })} />
    </details>
  )
}

/** Returns the choices with one changed; an empty value removes it. */
function withChoice(chosen: BudgetInput['chosen'], name: ChoiceName, value: string): BudgetInput['chosen'] {
  const { [name]: _, ...others } = chosen
  return value === '' ? others : { ...others, [name]: value }
}
