import { useEffect, useState, type RefObject } from 'react'
import { checkGtin } from '~/lib/gtin'
import { loadReader } from './barcodeReader'

/** Pause between two frames, in ms: the phone stays cool, and a held box is read within half a second. */
const PAUSE = 120

/** State of the reader: *loading* until its code is there, *failed* where that does not load. */
export type ReadingState = 'loading' | 'reading' | 'failed'

/** Returns the first number of a barcode that is a manufacturer's. */
export function findGtin(numbers: string[]): string | undefined {
  return numbers.map((number) => checkGtin(number).gtin).find((gtin) => gtin !== undefined)
}

/**
 * Reads barcodes in what the camera shows, until one number was read in two frames in a row: a moved or blurred bar may
 * be misread once. `onFound` must not change.
 */
export function useReading(video: RefObject<HTMLVideoElement | null>, onFound: (gtin: string) => void): ReadingState {
  const [state, setState] = useState<ReadingState>('loading')
  useEffect(() => {
    const over = new AbortController()
    const read = async () => {
      const readNumbers = await loadReader()
      if (over.signal.aborted) return
      setState('reading')
      let before: string | undefined
      while (!over.signal.aborted) {
        const frame = video.current
        const found =
          frame && frame.readyState >= frame.HAVE_CURRENT_DATA ? findGtin(await readNumbers(frame)) : undefined
        if (over.signal.aborted) return
        if (found !== undefined && found === before) return onFound(found)
        before = found
        await new Promise((resolve) => setTimeout(resolve, PAUSE))
      }
    }
    read().catch(() => {
      if (!over.signal.aborted) setState('failed')
    })
    return () => over.abort()
  }, [video, onFound])
  return state
}
