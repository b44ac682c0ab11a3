import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CATEGORIES } from '~/api/categories'
import type { Product } from '~/api/wire'
import { DrawnPart } from './DrawnPart'
import { chooseDrawing, isClosed, isRgb } from './partDrawing'

const file = readFileSync(join(import.meta.dirname, 'parts.svg'), 'utf8')
const symbols = new Set([...file.matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id))

/** Returns the cases whose drawing is wrong or missing in the file. */
function wrong(category: Product['category'], cases: [Product['specs'], string][]): unknown[] {
  return cases.filter(([specs, drawing]) => chooseDrawing({ category, specs }) !== drawing || !symbols.has(drawing))
}

test('a video card is drawn with the fans that its facts state, or that its length suggests', () => {
  expect(
    wrong('GPU', [
      [{ cooling: '1 Fan' }, 'gpu1'],
      [{ cooling: '2 Fans', length: 340 }, 'gpu2'],
      [{ cooling: '3 Fans', length: 300 }, 'gpu3'],
      [{ cooling: '3 Fans', length: 348 }, 'gpux'],
      [{ cooling: 'Blower' }, 'gpublower'],
      [{ cooling: 'Passive' }, 'gpupassive'],
      [{ cooling: 'Hybrid' }, 'gpuwater'],
      [{ length: 170 }, 'gpu1'],
      [{ length: 240 }, 'gpu2'],
      [{ length: 'long' }, 'gpu3'],
      [{}, 'gpu3'],
    ]),
  ).toEqual([])
})

test('a cooler is drawn as a tower, as a flat one, or with its radiator', () => {
  expect(
    wrong('CPU_COOLER', [
      [{ coolerType: 'AIR', coolerHeight: 158 }, 'tower'],
      [{ coolerType: 'AIR', coolerHeight: 47 }, 'lowcooler'],
      [{ coolerType: 'AIO', radiatorSize: 120 }, 'aio1'],
      [{ coolerType: 'AIO', radiatorSize: 280 }, 'aio2'],
      [{ coolerType: 'AIO', radiatorSize: 420 }, 'aio3'],
      [{ coolerType: 'AIO' }, 'aio2'],
      [{}, 'tower'],
    ]),
  ).toEqual([])
})

test('boards, cases and power supplies are drawn in their form factor', () => {
  expect(
    wrong('MOTHERBOARD', [
      [{ formFactor: 'ATX' }, 'board'],
      [{ formFactor: 'Micro ATX' }, 'boardm'],
      [{ formFactor: 'Mini-ITX' }, 'boarditx'],
      [{ formFactor: 'EATX' }, 'boarde'],
      [{}, 'board'],
    ]),
  ).toEqual([])
  expect(
    wrong('CASE', [
      [{ caseFormFactor: 'ATX Mid Tower' }, 'case'],
      [{ caseFormFactor: 'EATX Full Tower' }, 'casefull'],
      [{ caseFormFactor: 'Micro ATX Mini Tower' }, 'casemini'],
      [{ caseFormFactor: 'Mini ITX Tower' }, 'caseitx'],
      [{ caseFormFactor: 'HTPC' }, 'caseflat'],
      [{ caseFormFactor: 'ATX Test Bench' }, 'caseopen'],
      [{}, 'case'],
    ]),
  ).toEqual([])
  expect(
    wrong('PSU', [
      [{ formFactor: 'ATX' }, 'psu'],
      [{ formFactor: 'SFX-L' }, 'psusfx'],
      [{}, 'psu'],
    ]),
  ).toEqual([])
})

test('drives, memory, fans and screens are drawn in their kind and number', () => {
  expect(
    wrong('STORAGE', [
      [{ storageFormFactor: 'M.2-NVMe', m2Size: '2280' }, 'm2'],
      [{ storageFormFactor: 'M.2-NVMe', m2Size: '2230' }, 'm2short'],
      [{ storageFormFactor: '2.5-SATA' }, 'ssd25'],
      [{ storageFormFactor: '3.5-HDD' }, 'hdd35'],
      [{ storageFormFactor: 'PCIe' }, 'addin'],
      [{ type: 'HDD' }, 'hdd35'],
      [{}, 'm2'],
    ]),
  ).toEqual([])
  expect(
    wrong('RAM', [
      [{ modules: 1 }, 'ram1'],
      [{ modules: 2 }, 'ram2'],
      [{ modules: 3 }, 'ram2'],
      [{ modules: 8 }, 'ram4'],
      [{ formFactor: 'SO-DIMM', modules: 2 }, 'sodimm'],
      [{}, 'ram1'],
    ]),
  ).toEqual([])
  expect(
    wrong('CASE_FAN', [
      [{ fanQuantity: 1 }, 'fan1'],
      [{ fanQuantity: 2 }, 'fan2'],
      [{ fanQuantity: 5 }, 'fan3'],
      [{ fanQuantity: 0 }, 'fan1'],
    ]),
  ).toEqual([])
  expect(
    wrong('MONITOR', [
      [{ aspectRatio: '16:9' }, 'monitor'],
      [{ aspectRatio: '21:9' }, 'monitorwide'],
      [{ aspectRatio: '32:9' }, 'monitorsuper'],
      [{ aspectRatio: '?' }, 'monitor'],
    ]),
  ).toEqual([])
  expect(
    wrong('KEYBOARD', [
      [{ keyboardSize: 'TKL' }, 'keyboardsmall'],
      [{ keyboardSize: 'Full Size' }, 'keyboard'],
    ]),
  ).toEqual([])
})

test('every category has a drawing, with any facts', () => {
  for (const { type } of CATEGORIES) expect(symbols).toContain(chooseDrawing({ category: type }))
})

test('lighting is read from the facts, or from the name without them', () => {
  expect(isRgb({ category: 'RAM', specs: { rgb: false }, name: 'Vengeance RGB' })).toBe(false)
  expect(isRgb({ category: 'CASE_FAN', specs: { lighting: 'Addressable RGB' } })).toBe(true)
  expect(isRgb({ category: 'CASE_FAN', specs: { lighting: 'Red' }, name: 'RGB' })).toBe(false)
  expect(isRgb({ category: 'CPU_COOLER', specs: {}, name: 'Kraken 360 RGB' })).toBe(true)
})

test('a case with a closed side shows no inside', () => {
  expect(isClosed({ category: 'CASE', specs: { sidePanel: 'Solid' } })).toBe(true)
  expect(isClosed({ category: 'CASE', specs: { sidePanel: 'Tempered Glass' } })).toBe(false)
  const { container } = render(
    <DrawnPart product={{ category: 'CASE', specs: { sidePanel: 'Solid', color: ['White'] } }} />,
  )
  expect(container.querySelector('use')?.getAttribute('href')).toMatch(/#case$/)
  expect(container.querySelector('svg')?.getAttribute('class')?.split(' ')).toHaveLength(3)
})
