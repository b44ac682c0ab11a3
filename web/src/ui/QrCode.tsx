import { useMemo } from 'react'
import { encode } from 'uqr'
import styles from './QrCode.module.css'

/** A QR code, drawn as one path: dark on white in every colour scheme, as scanners expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, shape } = useMemo(() => {
    const code = encode(text, { border: 4 })
    const squares = code.data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    return { size: code.size, shape: squares.join('') }
  }, [text])
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={shape} fill="#000" />
    </svg>
  )
}
