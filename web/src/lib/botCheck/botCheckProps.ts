/** The props that every bot check takes. */
export type BotCheckProps = {
  /** Whether the form has got the focus: a check without interaction starts then. */
  touched: boolean
  onProof: (proof: string | null) => void
}
