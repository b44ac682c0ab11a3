import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'
import { useErrorText } from '~/lib/useErrorText'

/** The message of a failed request. `canRetry`: whether another try may succeed. */
export type BudgetErrorText = { text: string; canRetry: boolean }

/** Text keys of the request's fields, as the form names them. */
const FIELD_LABELS = {
  'wishes.keep': 'budget.wishes.keep',
  'wishes.retailers': 'budget.wishes.retailers',
  'wishes.tabby': 'budget.wishes.tabby',
  'wishes.color': 'budget.wishes.color',
  'wishes.size': 'budget.wishes.size',
  'wishes.quiet': 'budget.wishes.quiet',
  'wishes.wifi': 'budget.wishes.wifi',
  'wishes.cpuManufacturer': 'budget.wishes.cpu',
  'wishes.gpuManufacturer': 'budget.wishes.gpu',
  'wishes.minMemory': 'budget.wishes.memory',
  'wishes.minStorage': 'budget.wishes.storage',
} as const

const hasLabel = (field: string): field is keyof typeof FIELD_LABELS => field in FIELD_LABELS

/**
 * Returns a function that words a failed request for builds: by the server's sentence, or, where the server has none in
 * the page's language, by a text that names the contradicting requirements.
 */
export function useBudgetErrorText(): (error: unknown) => BudgetErrorText {
  const { t, format } = useText()
  const errorText = useErrorText()
  return (error) => {
    const refused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
    if (!(error instanceof ApiError) || !refused) return { text: errorText(error, t('budget.failed')), canRetry: true }
    const requirements = Object.keys(error.fields)
      .filter(hasLabel)
      .map((field) => t(FIELD_LABELS[field]))
    const text =
      requirements.length > 0 ? t('budget.contradiction', { wishes: format.list(requirements) }) : t('budget.refused')
    return { text: errorText(error, text), canRetry: false }
  }
}
