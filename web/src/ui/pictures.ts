import type { Picture } from '~/api/wire'

/** The widths in which the server stores pictures; a narrower picture is stored whole in the next width. */
const widths = [192, 384, 640]

/** Display widths of pictures, for `sizes`; api/src/site/content repeats those of cards and photos. */
export const pictureSizes = {
  card: '(max-width: 47.9375rem) 3.5rem, 11.5rem',
  photo: '(max-width: 47.9375rem) 75vw, 22rem',
  thumb: '3.25rem',
}

/**
 * Returns the addresses of a picture's files: the smallest for browsers without `srcset`, and all of them with their
 * widths.
 */
export function pictureSources(picture: Picture): { src: string; srcSet: string } {
  const files = widths.filter((_, index) => index === 0 || picture.width > (widths[index - 1] ?? 0))
  const path = (width: number) => `/pictures/${picture.hash}-${width}.webp`
  return {
    src: path(files[0] ?? 192),
    srcSet: files.map((width) => `${path(width)} ${Math.min(width, picture.width)}w`).join(', '),
  }
}
