import { useText } from '~/i18n/useText'
import { parseCategory } from '~/lib/categories'
import { isSpecKey } from '~/lib/product/specs'
import { useSpecText } from '~/lib/product/useSpecText'
import styles from './Matches.module.css'
import type { Evidence, Match } from './matches'

/** Evidence codes of `config/matching/messages.toml`, those against a match first. */
const codes = [
  'ACCESSORY',
  'BUNDLE',
  'NOT_NEW',
  'CATEGORY_DIFFERS',
  'MAKER_DIFFERS',
  'PART_NUMBER_DIFFERS',
  'SERVER_NUMBER_DIFFERS',
  'BARCODE_DIFFERS',
  'LISTED_APART',
  'GENERATION_DIFFERS',
  'NAME_DIFFERS',
  'VARIANT_DIFFERS',
  'FACT_DIFFERS',
  'GENERATION_MISSING',
  'SIBLING_WORD',
  'SIBLING_FACT',
  'NOT_IDENTIFIED',
  'PART_NUMBER_DOUBTED',
  'PRICE_FAR',
  'WORDS_ONLY_OFFER',
  'WORDS_ONLY_PRODUCT',
  'MAKER_UNKNOWN',
  'FACT_MISSING',
  'BARCODE_SAME',
  'PART_NUMBER_SAME',
  'MAKER_SAME',
  'WORDS_SAME',
  'FACT_SAME',
  'PRICE_CLOSE',
] as const

const rank = ({ code }: Evidence) => codes.findIndex((one) => one === code)

type Code = (typeof codes)[number]

/** The evidence against and for a match in words, and an administrator's note on it. */
export function MatchReasons({ match: { rationale, flagNote, decidedBy } }: { match: Match }) {
  const { t } = useText()
  const evidenceText = useEvidenceText()
  const sorted = rationale.toSorted((a, b) => rank(a) - rank(b))
  if (sorted.length === 0 && flagNote === null && decidedBy === null) return null
  return (
    <div className={styles.reasons}>
      {sorted.length > 0 && (
        <div>
          <h3>{t('admin.match.why')}</h3>
          <ul>
            {sorted.map((one) => (
              <li key={`${one.code} ${one.key ?? ''}`}>{evidenceText(one)}</li>
            ))}
          </ul>
        </div>
      )}
      {(flagNote !== null || decidedBy !== null) && (
        <div>
          {flagNote !== null && (
            <>
              <h3>{t('admin.match.note')}</h3>
              <p dir="auto">{flagNote}</p>
            </>
          )}
          {decidedBy !== null && <p>{t('admin.match.decidedBy', { name: decidedBy })}</p>}
        </div>
      )}
    </div>
  )
}

function useEvidenceText(): (evidence: Evidence) => string {
  const { t } = useText()
  const specText = useSpecText()
  return ({ code, key, offer, product }) => {
    const known = codes.find((one): one is Code => one === code)
    if (!known) return code
    const spec = key && isSpecKey(key) ? key : undefined
    const text = (value: string | null | undefined): string => {
      if (!value) return t('admin.nothing')
      const category = known === 'CATEGORY_DIFFERS' ? parseCategory(value) : undefined
      if (category) return t(`category.${category}.one`)
      return spec ? specText(spec, yesOrNo(value)) : value
    }
    return t(`admin.why.${known}`, {
      key: spec ? t(`spec.${spec}`) : (key ?? ''),
      offer: text(offer),
      product: text(product),
    })
  }
}

/** Converts the words of a true-or-false fact to a boolean. */
const yesOrNo = (value: string): string | boolean => (value === 'true' ? true : value === 'false' ? false : value)
