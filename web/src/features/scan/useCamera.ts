import { useCallback, useEffect, useRef, useState } from 'react'
import { CameraError, closeCamera, openCamera, type CameraProblem } from './camera'

/** State of the camera; `stream` is its picture while it is on. */
type CameraState = { stream?: MediaStream; isStarting?: boolean; problem?: CameraProblem }

/** The camera: off until `start` is called, and off again when the page is left or hidden. */
export function useCamera() {
  const [state, setState] = useState<CameraState>({})
  const open = useRef<MediaStream>(undefined)
  // Counts the starts: one that ends after the page was left must not turn the camera on.
  const turn = useRef(0)

  const stop = useCallback(() => {
    turn.current += 1
    if (open.current) closeCamera(open.current)
    open.current = undefined
    setState({})
  }, [])

  const start = useCallback(async () => {
    stop()
    const own = turn.current
    setState({ isStarting: true })
    try {
      const stream = await openCamera()
      if (turn.current !== own) return closeCamera(stream)
      open.current = stream
      // The browser's own button, or another app, ends the picture.
      for (const track of stream.getTracks()) track.addEventListener('ended', stop)
      setState({ stream })
    } catch (error) {
      if (turn.current === own) setState({ problem: error instanceof CameraError ? error.problem : 'failed' })
    }
  }, [stop])

  useEffect(() => {
    const stopWhenHidden = () => {
      // The question for the camera may hide a page: only what is on is turned off.
      if (document.visibilityState === 'hidden' && open.current) stop()
    }
    document.addEventListener('visibilitychange', stopWhenHidden)
    window.addEventListener('pagehide', stop)
    return () => {
      document.removeEventListener('visibilitychange', stopWhenHidden)
      window.removeEventListener('pagehide', stop)
      stop()
    }
  }, [stop])

  return { ...state, start, stop }
}
