import type { ReactNode } from 'react'
import { Chip } from '~/ui/Chip'
import { classNames } from '~/ui/classNames'
import styles from './Admin.module.css'

/** A chip's colour where a threshold or a word decides it; words always say the same. */
export type Tone = 'green' | 'orange' | 'red' | 'plain'

/** A label in a tone. */
export function ToneChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <Chip className={classNames(tone !== 'plain' && styles[tone])}>{children}</Chip>
}

/** How sure a confidence is: green from 0.8, orange from 0.5. */
export const confidenceTone = (confidence: number): Tone => (confidence >= 0.8 ? 'green' : confidence >= 0.5 ? 'orange' : 'red')
