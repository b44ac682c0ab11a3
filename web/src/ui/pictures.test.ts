import { expect, test } from 'vitest'
import { pictureSources } from './pictures'

const hash = '0123456789abcdef0123456789abcdef'

test('a picture is offered in every stored width', () => {
  const { src, srcSet } = pictureSources({ hash, width: 640, height: 480 })
  expect(src).toBe(`/pictures/${hash}-192.webp`)
  expect(srcSet).toBe(
    `/pictures/${hash}-192.webp 192w, /pictures/${hash}-384.webp 384w, /pictures/${hash}-640.webp 640w`,
  )
})

test('a narrow picture has no files wider than itself, and states its width', () => {
  expect(pictureSources({ hash, width: 100, height: 80 }).srcSet).toBe(`/pictures/${hash}-192.webp 100w`)
  expect(pictureSources({ hash, width: 192, height: 80 }).srcSet).toBe(`/pictures/${hash}-192.webp 192w`)
  expect(pictureSources({ hash, width: 500, height: 80 }).srcSet).toContain(`/pictures/${hash}-640.webp 500w`)
})
