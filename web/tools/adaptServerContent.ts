// Adapts the server's first sight to this browser before the first paint: translates it where the address names no
// language, and removes the words for new visitors where a build is begun. React renders over the result.
import { hasStoredParts } from '../src/lib/buildStorageFormat.ts'

const all = (of: string) => document.querySelectorAll<HTMLElement>(`#root [data-${of}]`)

if (document.documentElement.lang === 'ar') for (const text of all('ar')) text.textContent = text.dataset.ar ?? ''
if (hasStoredParts()) for (const words of all('begin')) words.remove()
