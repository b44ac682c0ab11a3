/** The number of pieces of a part, behind its name or category; nothing for a single piece. */
export function Pieces({ quantity }: { quantity: number }) {
  if (quantity === 1) return null
  return (
    <>
      {/* Outside of the isolate, so that the space is on the side of the text before in Arabic too. */}{' '}
      <bdi dir="ltr">×{quantity}</bdi>
    </>
  )
}
