import '@fontsource/ibm-plex-sans/latin-400.css'
import '@fontsource/ibm-plex-sans/latin-500.css'
import '@fontsource/ibm-plex-sans/latin-600.css'
import '@fontsource/ibm-plex-sans-arabic/arabic-400.css'
import '@fontsource/ibm-plex-sans-arabic/arabic-500.css'
import '@fontsource/ibm-plex-sans-arabic/arabic-600.css'
import '~/ui/tokens.css'
import '~/ui/base.css'
import '~/ui/serverContent.css'
import { StrictMode, startTransition } from 'react'
import { loadCode } from '~/api/loadCode'
import { createQueryClient } from '~/api/queryClient'
import { App } from '~/app/App'
import { PreserveFocus, trackServerContentFocus } from '~/app/PreserveFocus'
import { createAppRouter, prepareFirstPage } from '~/app/router'
import { startI18n } from '~/i18n'

// The largest chunk. Everything else is prepared while it loads.
const dom = loadCode(() => import('./renderer'))

await startI18n()

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)
await prepareFirstPage(router)

const { createRoot } = await dom
const root = document.getElementById('root')
if (root) {
  const serverContent = trackServerContentFocus(root)
  // As a transition, in small steps: the server's content is already visible and can be scrolled and pressed
  // meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <PreserveFocus content={serverContent}>
          <App queryClient={queryClient} router={router} />
        </PreserveFocus>
      </StrictMode>,
    ),
  )
}
