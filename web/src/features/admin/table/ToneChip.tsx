import type { ReactNode } from 'react'
import { Chip } from '~/ui/Chip'
import { classNames } from '~/ui/classNames'
import styles from '../shared/Admin.module.css'

/** A chip's colour, chosen by a threshold or a code; the text always says the same as the colour. */
export type Tone = 'green' | 'orange' | 'red' | 'plain'

/** A label in a tone. */
export function ToneChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <Chip className={classNames(tone !== 'plain' && styles[tone])}>{children}</Chip>
}

/** Tone of a confidence: green from 0.8, orange from 0.5, else red. */
export const confidenceTone = (confidence: number): Tone =>
  confidence >= 0.8 ? 'green' : confidence >= 0.5 ? 'orange' : 'red'
