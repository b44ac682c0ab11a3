import type { Picture } from '~/api/wire'

/** The widths in which the server keeps pictures; of a narrower picture the next one holds it whole. */
const widths = [192, 384, 640]

/** How wide pictures are shown, as in `sizes`; those of cards and photos stand in api/src/site/preload.rs too. */
export const pictureSizes = {
  card: '(max-width: 47.9375rem) 5.7rem, 11.5rem',
  photo: '(max-width: 47.9375rem) 75vw, 22rem',
  thumb: '3.25rem',
}

/** Where a picture's files are: the smallest for browsers without `srcset`, and all of them with their widths. */
export function pictureSources(picture: Picture): { src: string; srcSet: string } {
  const files = widths.filter((_, index) => index === 0 || picture.width > (widths[index - 1] ?? 0))
  const path = (width: number) => `/pictures/${picture.hash}-${width}.webp`
  return {
    src: path(files[0] ?? 192),
    srcSet: files.map((width) => `${path(width)} ${Math.min(width, picture.width)}w`).join(', '),
  }
}
