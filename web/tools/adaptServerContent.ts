// Adapts the content that the server rendered to this browser before the first paint: translates it where the address
// names no language, and removes the texts for new visitors where this browser has stored parts of a build. React renders
// over the result.
import { linkManifest } from '../src/i18n/language.ts'
import { hasStoredParts } from '../src/lib/buildStorageFormat.ts'

const elementsWith = (attribute: string) => document.querySelectorAll<HTMLElement>(`#root [data-${attribute}]`)

if (document.documentElement.lang === 'ar') {
  linkManifest('ar')
  for (const element of elementsWith('ar')) element.textContent = element.dataset.ar ?? ''
  for (const label of ['placeholder', 'aria-label'])
    for (const element of elementsWith(`ar-${label}`))
      element.setAttribute(label, element.getAttribute(`data-ar-${label}`) ?? '')
}
if (hasStoredParts()) for (const element of elementsWith('new-visitors')) element.remove()
