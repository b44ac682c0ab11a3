import { useText } from '~/i18n/useText'
import type { Verdict } from '~/lib/verdict'
import { Chip } from '~/ui/Chip'

const kinds = [
  { kind: 'error', list: 'errors' },
  { kind: 'warning', list: 'warnings' },
  { kind: 'unknown', list: 'unchecked' },
] as const

/** Numbers of errors, warnings and unchecked rules, for places without room for words. */
export function VerdictChips({ verdict }: { verdict: Verdict }) {
  const { format } = useText()
  return kinds.map(
    ({ kind, list }) =>
      verdict[list].length > 0 && (
        <Chip key={kind} kind={kind} icon={kind}>
          <bdi dir="ltr">{format.count(verdict[list].length)}</bdi>
        </Chip>
      ),
  )
}
