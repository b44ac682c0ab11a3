import { afterEach, beforeEach, expect, test } from 'vitest'
import { product } from '~/testing/fixtures'
import { ChangedElsewhere } from './buildState'
import { useBuild, type Build } from './buildStore'
import { savingActions } from './savingActions'

const state = () => useBuild.getState()
/** The builds that were sent to the account, in order. */
let sent: Build[] = []
/** Lets the account answer the requests that wait, in order. */
let answer: () => void = () => undefined

beforeEach(() => {
  localStorage.clear()
  useBuild.setState(useBuild.getInitialState(), true)
  state().clear()
  sent = []
  const waiting: (() => void)[] = []
  answer = () => waiting.shift()?.()
  const saver = (build: Build) =>
    new Promise<Build>((done) => {
      sent.push(build)
      waiting.push(() => done({ ...build, id: 'server-1', savedVersion: sent.length }))
    })
  useBuild.setState({ ...savingActions, saver })
  state().choose(product({ id: 'cpu', category: 'CPU', price: 100.5 }))
})

afterEach(() => useBuild.setState({ saver: null }))

test('a name given during a save stays, and stays unsaved', async () => {
  const saving = state().save('Auto-saved Build')
  state().rename('Falcon')
  answer()
  await saving
  expect(state().currentBuild).toMatchObject({ id: 'server-1', name: 'Falcon', savedVersion: 1 })
  expect(state().unsavedChanges).toBe(true)
})

test('a part and a name given during a save both stay', async () => {
  const saving = state().save('Auto-saved Build')
  state().rename('Falcon')
  state().choose(product({ id: 'ram', category: 'RAM', price: 44.9 }))
  answer()
  await saving
  expect(state().currentBuild).toMatchObject({ id: 'server-1', name: 'Falcon' })
  expect(state().currentBuild.components.RAM).toHaveLength(1)
})

test('a description that was saved while a part was chosen stays', async () => {
  const saving = state().saveNamed('Falcon', 'For the office')
  state().choose(product({ id: 'ram', category: 'RAM', price: 44.9 }))
  answer()
  await saving
  expect(state().currentBuild).toMatchObject({ id: 'server-1', name: 'Falcon', description: 'For the office' })
  expect(state().unsavedChanges).toBe(true)
})

test('a description given during a save is saved by the next one', async () => {
  const automatic = state().save('Auto-saved Build')
  const byHand = state().saveNamed('Falcon', 'For the office')
  answer()
  await automatic
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]).toMatchObject({ id: 'server-1', name: 'Falcon', description: 'For the office' })
  answer()
  expect(await byHand).toBe(true)
  expect(state().currentBuild).toMatchObject({ name: 'Falcon', description: 'For the office' })
  expect(state().unsavedChanges).toBe(false)
})

test('a build opened or started during a save does not become the saved one', async () => {
  const saving = state().save('Falcon')
  state().newBuild()
  const { id } = state().currentBuild
  answer()
  await saving
  expect(state().currentBuild).toMatchObject({ id, components: {} })
  expect(state().currentBuild.savedVersion).toBeUndefined()
  expect(state().savedBuilds[0]).toMatchObject({ id: 'server-1', name: 'Falcon' })
})

test('a build whose copy could not be saved stays the build that it was', async () => {
  const saving = state().save('Falcon')
  answer()
  await saving
  const ids: string[] = []
  useBuild.setState({
    saver: ({ id }) => {
      ids.push(id)
      return Promise.reject(new Error('away'))
    },
  })
  expect(await state().saveAs('Copy', 'Another')).toBe(false)
  expect(await state().saveAs('Copy', 'Another')).toBe(false)
  // The first attempt may have reached the account: the second one makes no further copy.
  expect(new Set(ids).size).toBe(1)
  expect(state().currentBuild).toMatchObject({ id: 'server-1', name: 'Falcon', savedVersion: 1 })
  expect(state().currentBuild.description).toBeUndefined()
})

test('a description that could not be saved is not in the build', async () => {
  const saving = state().saveNamed('Falcon', 'For the office')
  answer()
  await saving
  useBuild.setState({ saver: () => Promise.reject(new Error('away')) })
  expect(await state().saveNamed('Falcon', 'For games')).toBe(false)
  expect(state().currentBuild.description).toBe('For the office')
  expect(state().unsavedChanges).toBe(false)
})

test('a build saved over another device’s version has the name that was given before the conflict', async () => {
  const saving = state().save('Falcon')
  answer()
  await saving
  const { saver } = state()
  useBuild.setState({ saver: () => Promise.reject(new ChangedElsewhere(useBuild.getState().currentBuild)) })
  expect(await state().save('Eagle')).toBe(false)
  expect(state()).toMatchObject({ errorCode: 'changedElsewhere' })
  useBuild.setState({ saver })
  const savingOver = state().saveOver(2)
  answer()
  expect(await savingOver).toBe(true)
  expect(sent.at(-1)).toMatchObject({ id: 'server-1', name: 'Eagle', savedVersion: 2 })
})

test('a copy that is saved is listed once', async () => {
  useBuild.setState({ saver: (build) => Promise.resolve({ ...build, id: 'server-1' }) })
  await state().save('First')
  state().duplicate('server-1')
  useBuild.setState({ saver: (build) => Promise.resolve({ ...build, id: 'server-2' }) })
  await state().save()
  expect(state().savedBuilds.map(({ id }) => id)).toEqual(['server-2', 'server-1'])
})
