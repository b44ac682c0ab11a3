import { fireEvent, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { product } from '~/testing/fixtures'
import { PartPicture } from './PartPicture'

const picture = { hash: '0123456789abcdef0123456789abcdef', width: 640, height: 480 }

test('a picture states its size and has only files of this site', () => {
  const { container } = render(<PartPicture product={product({ picture })} place="card" />)
  const image = container.querySelector('img')
  expect(image).toHaveAttribute('src', `/pictures/${picture.hash}-192.webp`)
  expect(image?.srcset.split(', ')).toHaveLength(3)
  expect(image).toHaveAttribute('sizes', '(max-width: 47.9375rem) 3.5rem, 11.5rem')
  expect(image).toHaveAttribute('width', '640')
  expect(image).toHaveAttribute('height', '480')
  expect(image).toHaveAttribute('loading', 'lazy')
})

test('a drawing of the category replaces a picture that is missing or does not load', () => {
  const onDrawing = vi.fn()
  const { container, rerender } = render(
    <PartPicture product={product({ picture })} place="photo" loading="first" onDrawing={onDrawing} />,
  )
  const image = container.querySelector('img')
  expect(image).toHaveAttribute('loading', 'eager')
  if (image) fireEvent.error(image)
  expect(onDrawing).toHaveBeenCalledOnce()
  expect(container.querySelector('img')).toBeNull()
  expect(container.querySelector('svg')).not.toBeNull()
  rerender(<PartPicture product={product({ picture: null })} place="photo" />)
  expect(container.querySelector('svg')).not.toBeNull()
})

test('a picture for later has its space, but no file', () => {
  const { container } = render(<PartPicture product={product({ picture })} place="card" loading="later" />)
  const image = container.querySelector('img')
  expect(image).toHaveAttribute('width', '640')
  expect(image).not.toHaveAttribute('src')
  expect(image).not.toHaveAttribute('srcset')
})
