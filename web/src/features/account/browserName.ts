/** Returns the browser's name and the system, as users know them, from the user agent. */
export function browserName(agent: string | null): string | undefined {
  if (agent === null) return undefined
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\/(\d+)/.exec(agent)
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' }
  const parts = [browser?.[1], system?.[1]].filter((one) => one !== undefined).map((one) => names[one] ?? one)
  return parts.length > 0 ? parts.join(' · ') : agent.slice(0, 40)
}
