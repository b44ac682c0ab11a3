import '@fontsource/ibm-plex-sans/latin-400.css'
import '@fontsource/ibm-plex-sans/latin-500.css'
import '@fontsource/ibm-plex-sans/latin-600.css'
import '@fontsource/ibm-plex-sans-arabic/arabic-400.css'
import '@fontsource/ibm-plex-sans-arabic/arabic-500.css'
import '@fontsource/ibm-plex-sans-arabic/arabic-600.css'
import '~/ui/tokens.css'
import '~/ui/base.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '~/app/App'
import { startI18n } from '~/i18n'

// After a new release the old page's lazy parts are gone from the server: the new page has them. Once a minute at most.
window.addEventListener('vite:preloadError', () => {
  const key = 'tajmeea.reloaded'
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < 60_000) return
  sessionStorage.setItem(key, String(Date.now()))
  window.location.reload()
})

await startI18n()

const root = document.getElementById('root')
if (root) {
  // In small steps, between which a tap is heard.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}
