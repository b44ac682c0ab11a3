import { afterEach, expect, test, vi } from 'vitest'
import { product } from '~/testing/fixtures'
import { useBuild } from './buildStore'

const state = () => useBuild.getState()
const cpu = product({ id: 'cpu', category: 'CPU', price: 100.5 })
const ram = product({ id: 'ram', category: 'RAM', price: 44.9 })

afterEach(() => {
  vi.restoreAllMocks()
})

test('a full storage takes back no change', () => {
  state().rename('Old')
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  state().rename('Falcon')
  state().choose(cpu)
  expect(state().currentBuild.name).toBe('Falcon')
  setItem.mockRestore()
  state().choose(ram)
  expect(state().currentBuild).toMatchObject({ name: 'Falcon', components: { CPU: [{}], RAM: [{}] } })
  expect(localStorage.getItem('tajmeea.build')).toContain('Falcon')
})
