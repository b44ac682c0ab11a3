import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { createQueryClient } from '~/api/queryClient'
import { App } from './App'
import { createAppRouter } from './router'

/** Opens the web app at a path, as a browser would, with retries that do not wait. For tests. */
export function renderApp(path: string) {
  const queryClient = createQueryClient(1)
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  render(<App queryClient={queryClient} router={router} />)
  return { router }
}
