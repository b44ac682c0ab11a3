import styles from './SearchBox.module.css'

/** A name with the matching letters marked. Spans are in characters (code points): start and end. */
export function Highlighted({ text, spans }: { text: string; spans: number[][] }) {
  // The server counts in code points, and so does this function.
  const letters = Array.from(text)
  const parts: React.ReactNode[] = []
  let at = 0
  for (const [start, end] of spans) {
    if (start === undefined || end === undefined || start < at || end <= start) continue
    parts.push(letters.slice(at, start).join(''))
    parts.push(
      <mark key={start} className={styles.mark}>
        {letters.slice(start, end).join('')}
      </mark>,
    )
    at = end
  }
  parts.push(letters.slice(at).join(''))
  return <bdi dir="auto">{parts}</bdi>
}
