import { useId, useState } from 'react'
import { useText } from '~/i18n/useText'
import { checkGtin, type GtinProblem } from '~/lib/gtin'
import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import styles from './Scan.module.css'

type NumberFormProps = {
  /** The number of the address, which is wrong. */
  stated: string | undefined
  onFound: (gtin: string) => void
}

/** The field for the number under the bars. */
export function NumberForm({ stated = '', onFound }: NumberFormProps) {
  const { t } = useText()
  const id = useId()
  const [text, setText] = useState(stated)
  const [problem, setProblem] = useState(stated === '' ? undefined : checkGtin(stated).problem)
  const problemText = useProblemText(problem)
  return (
    <form
      className={styles.number}
      onSubmit={(event) => {
        event.preventDefault()
        const checked = checkGtin(text)
        setProblem(checked.problem)
        if (checked.gtin !== undefined) onFound(checked.gtin)
      }}
    >
      <label htmlFor={id}>{t('scan.number.label')}</label>
      <input
        id={id}
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-below`}
        onChange={({ target }) => {
          setText(target.value)
          setProblem(undefined)
        }}
      />
      <p id={`${id}-below`} role="status" className={problemText === undefined ? undefined : styles.wrong}>
        {problemText !== undefined && <Icon name="error" size="s" />}
        {problemText ?? t('scan.number.help')}
      </p>
      <Button type="submit" icon="search">
        {t('scan.number.find')}
      </Button>
    </form>
  )
}

function useProblemText(problem: GtinProblem | undefined): string | undefined {
  const { t, format } = useText()
  if (!problem) return undefined
  return t(`scan.number.${problem.kind}`, {
    digits: 'digits' in problem ? format.count(problem.digits) : '',
    expected: 'expected' in problem ? format.count(problem.expected) : '',
  })
}
