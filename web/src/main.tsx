import '~/ui/fonts/fonts.css'
import '~/ui/tokens.css'
import '~/ui/base.css'
import '~/ui/serverContent/frame.css'
import '~/ui/serverContent/crumb.css'
import '~/ui/serverContent/home.css'
import '~/ui/serverContent/listing.css'
import '~/ui/serverContent/rows.css'
import '~/ui/serverContent/product.css'
import { StrictMode, startTransition } from 'react'
import { loadCode } from '~/api/loadCode'
import { createQueryClient } from '~/api/queryClient'
import { App } from '~/app/App'
import { PreserveFocus, trackServerContentFocus } from '~/app/PreserveFocus'
import { createAppRouter, prepareFirstPage } from '~/app/router'
import { startI18n } from '~/i18n'
import { startOffline, warnOfMissingCode } from '~/lib/offline'
// Last, so that its styles follow those of the frame.
// oxlint-disable-next-line import/no-unassigned-import -- only brings its modules into the first file
import '~/app/commonModules'

// The largest chunk. Everything else is prepared while it loads.
const dom = loadCode(() => import('./renderer'))

await startI18n()

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)
const hasCode = warnOfMissingCode()
await prepareFirstPage(router)
hasCode()

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
startOffline()
