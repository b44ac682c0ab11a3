import { registerWorker } from './offline'

/** Thrown where the user, or the browser, does not allow notifications of this site. */
export class NotificationsBlocked extends Error {}

/** Whether this browser can receive notifications of this page's site. */
export const canReceivePush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** Returns the end point of this browser's subscription; null without one. */
export async function ownEndpoint(): Promise<string | null> {
  return (await ownSubscription())?.endpoint ?? null
}

/**
 * Subscribes this browser: asks for the permission, so that it must follow a click. `key` is the server's public key in
 * base64url; a subscription with another key is replaced.
 */
export async function subscribe(key: string): Promise<PushSubscriptionJSON> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotificationsBlocked()
  await registerWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return (await pushManager.subscribe(options)).toJSON()
  } catch {
    await (await pushManager.getSubscription())?.unsubscribe()
    return (await pushManager.subscribe(options)).toJSON()
  }
}

/** Ends this browser's subscription, if it has one: its push service refuses further messages. */
export async function unsubscribe(): Promise<void> {
  await (await ownSubscription())?.unsubscribe()
}

async function ownSubscription(): Promise<PushSubscription | null> {
  if (!canReceivePush()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}
