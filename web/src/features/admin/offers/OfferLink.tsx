/** An offer's name as a link to the retailer's page, where it has one. */
export function OfferLink({ name, url }: { name: string; url: string | null }) {
  const shown = <bdi dir="auto">{name}</bdi>
  if (url === null) return shown
  return (
    <a href={url} target="_blank" rel="noopener nofollow">
      {shown}
    </a>
  )
}
