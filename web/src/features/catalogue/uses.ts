/** What parts may be wanted for, as the api names it (`config/search/intents.toml`). */
const uses = [
  'gaming', 'uhd', 'qhd', 'fhd', 'streaming', 'editing', 'office', 'ai', 'quiet', 'airflow', 'microphone', 'fast', 'value', 'playstation', 'laptop', 'nas',
  'overclocking', 'small', 'big', 'light',
] as const

/** Whether a name is one of them; a use of a newer configuration has no words of its own here. */
export function isUse(name: string): name is (typeof uses)[number] {
  return (uses as readonly string[]).includes(name)
}
