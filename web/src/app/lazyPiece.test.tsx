import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { LoadError } from '~/api/loadCode'
import { switchLanguage } from '~/i18n'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'

function Panel({ name }: { name: string }) {
  return <p>Panel {name}</p>
}

const Broken = (): React.ReactNode => {
  throw new TypeError('x is undefined')
}

function Counter() {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count}
    </button>
  )
}

// `loadCode` does not repeat what fails with this error: it has been tried already.
const failed = (outdated = false) => Promise.reject(new LoadError(outdated))
const loaded = () => Promise.resolve({ Panel })

function showBeside(...pieces: React.ReactNode[]) {
  return render(
    <Suspense>
      <p>The rest of the page</p>
      {pieces}
    </Suspense>,
  )
}

beforeEach(() => {
  // React reports each error that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('a piece that cannot be loaded leaves the rest of the page, and a press loads all of them again', async () => {
  const load = vi.fn<() => Promise<{ Panel: typeof Panel }>>()
  load.mockImplementation(() => failed())
  const First = lazyPiece(load, 'Panel')
  const Second = lazyPiece(load, 'Panel', renderNothing)
  showBeside(<First key="1" name="one" />, <Second key="2" name="two" />)
  expect(await screen.findByText(/This part of the page didn’t load/)).toBeInTheDocument()
  expect(screen.getByText('The rest of the page')).toBeInTheDocument()
  // Rendering a piece that has failed sends no request after another.
  expect(load).toHaveBeenCalledTimes(2)
  load.mockImplementation(loaded)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Panel one')).toBeInTheDocument()
  expect(screen.getByText('Panel two')).toBeInTheDocument()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the note is Arabic on an Arabic page', async () => {
  await switchLanguage('ar')
  const Piece = lazyPiece(() => failed().then(loaded), 'Panel')
  showBeside(<Piece key="1" name="one" />)
  expect(await screen.findByText(/هالجزء من الصفحة ما تحمّل/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'جرّب مرة ثانية' })).toBeInTheDocument()
})

test('a page of an older release offers to reload', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { origin: window.location.origin, href: window.location.href, reload })
  const Piece = lazyPiece(() => failed(true).then(loaded), 'Panel')
  showBeside(<Piece key="1" name="one" />)
  expect(await screen.findByText(/newer version of this page/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Reload Page' }))
  expect(reload).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('a piece that fails as it renders leaves the rest of the page', async () => {
  const Piece = lazyPiece(() => Promise.resolve({ Broken }), 'Broken')
  showBeside(<Piece key="1" />)
  expect(await screen.findByText(/This part of the page didn’t load/)).toBeInTheDocument()
  expect(screen.getByText('The rest of the page')).toBeInTheDocument()
})

test('a piece that is rendered later loads the code again, and the pieces shown keep their state', async () => {
  const load = vi.fn<() => Promise<{ Counter: typeof Counter }>>()
  load.mockImplementationOnce(() => failed().then(() => ({ Counter }))).mockResolvedValue({ Counter })
  const Piece = lazyPiece(load, 'Counter', renderNothing)
  const { rerender } = render(<Suspense fallback="loading">{[<Piece key="failing" />]}</Suspense>)
  await vi.waitFor(() => expect(screen.queryByText('loading')).toBeNull())
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<Suspense>{[]}</Suspense>)
  rerender(<Suspense>{[<Piece key="later" />]}</Suspense>)
  await userEvent.click(await screen.findByRole('button', { name: '0' }))
  rerender(<Suspense>{[<Piece key="later" />, <Piece key="third" />]}</Suspense>)
  expect(screen.getByRole('button', { name: '1' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: '0' })).toBeInTheDocument()
  expect(load).toHaveBeenCalledTimes(2)
})

test('a preloaded piece shows at its first rendering', async () => {
  const Piece = lazyPiece(loaded, 'Panel')
  await Piece.preload()
  showBeside(<Piece key="1" name="one" />)
  expect(screen.getByText('Panel one')).toBeInTheDocument()
})
