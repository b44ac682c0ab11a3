// Adapts the content that the server rendered to this browser before the first paint: translates it where the address
// names no language, and removes the texts for new visitors where this browser has stored parts of a build. React renders
// over the result.
import { hasStoredParts } from '../src/lib/buildStorageFormat.ts'

const elementsWith = (attribute: string) => document.querySelectorAll<HTMLElement>(`#root [data-${attribute}]`)

if (document.documentElement.lang === 'ar')
  for (const element of elementsWith('ar')) element.textContent = element.dataset.ar ?? ''
if (hasStoredParts()) for (const element of elementsWith('new-visitors')) element.remove()
