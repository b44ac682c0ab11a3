import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { product } from '~/testing/fixtures'
import { AUTO_SAVE_INTERVAL, startAutoSave } from './autoSave'
import { useBuild, type Build } from './buildStore'
import { savingActions } from './savingActions'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  useBuild.setState({ ...useBuild.getInitialState(), ...savingActions }, true)
  useBuild.getState().clear()
})

afterEach(() => {
  useBuild.setState({ saver: null })
  vi.useRealTimers()
})

test('an automatic save that failed is tried again after 30 seconds', async () => {
  let isConnected = false
  const saver = vi.fn((build: Build) =>
    isConnected ? Promise.resolve({ ...build, id: 'server-1', savedVersion: 1 }) : Promise.reject(new Error('away')),
  )
  useBuild.setState({ saver })
  const stop = startAutoSave()
  useBuild.getState().choose(product({ id: 'cpu', category: 'CPU', price: 100.5 }))
  await vi.advanceTimersByTimeAsync(AUTO_SAVE_INTERVAL)
  expect(useBuild.getState()).toMatchObject({ errorCode: 'autoSaveFailed', unsavedChanges: true })
  expect(saver).toHaveBeenCalledOnce()
  isConnected = true
  await vi.advanceTimersByTimeAsync(AUTO_SAVE_INTERVAL)
  expect(useBuild.getState()).toMatchObject({ errorCode: null, unsavedChanges: false })
  stop()
})

test('the note of a conflict goes when another tab opens another build, or resolves the conflict', () => {
  const stop = startAutoSave()
  const { currentBuild } = useBuild.getState()
  for (const other of [
    { ...currentBuild, id: 'other' },
    { ...currentBuild, id: 'other', savedVersion: 7 },
  ]) {
    useBuild.setState({ errorCode: 'changedElsewhere' })
    useBuild.setState({ unsavedChanges: true })
    expect(useBuild.getState().errorCode).toBe('changedElsewhere')
    useBuild.setState({ currentBuild: other })
    expect(useBuild.getState().errorCode).toBeNull()
  }
  stop()
})

test('changes are saved within 30 seconds although the clock was set back since the last save', async () => {
  const saver = vi.fn((build: Build) => Promise.resolve({ ...build, id: 'server-1', savedVersion: 1 }))
  const dayAhead = new Date(Date.now() + 24 * 60 * 60 * 1000)
  useBuild.setState({ saver, lastAutoSave: dayAhead })
  const stop = startAutoSave()
  useBuild.getState().choose(product({ id: 'cpu', category: 'CPU', price: 100.5 }))
  await vi.advanceTimersByTimeAsync(AUTO_SAVE_INTERVAL)
  expect(saver).toHaveBeenCalledOnce()
  stop()
})
