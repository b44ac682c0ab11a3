/** Why there is no picture of a camera. */
export type CameraProblem = 'insecure' | 'refused' | 'none' | 'busy' | 'failed'

const problems: Record<string, CameraProblem> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/** An error that says why there is no picture. */
export class CameraError extends Error {
  readonly problem: CameraProblem

  constructor(problem: CameraProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Opens the camera at the back of the device, or the only one. The browser asks for it: call this after a press. */
export async function openCamera(): Promise<MediaStream> {
  // Browsers hide cameras from pages without TLS.
  const devices = (navigator as { mediaDevices?: MediaDevices }).mediaDevices
  if (!devices) throw new CameraError(globalThis.isSecureContext ? 'none' : 'insecure')
  try {
    return await devices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
    })
  } catch (error) {
    throw new CameraError((error instanceof DOMException ? problems[error.name] : undefined) ?? 'failed')
  }
}

/** Turns the camera off, and with it the sign that it is on. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** Whether the camera has a light that pages can turn on. */
export function hasTorch(stream: MediaStream): boolean {
  // TypeScript knows neither the light nor browsers without capabilities.
  const track = stream.getVideoTracks()[0] as { getCapabilities?: () => { torch?: unknown } } | undefined
  return track?.getCapabilities?.().torch === true
}

/** Turns the light on or off. Rejects where the camera refuses. */
export async function setTorch(stream: MediaStream, on: boolean): Promise<void> {
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
}
