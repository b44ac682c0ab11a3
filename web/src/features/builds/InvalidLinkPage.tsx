import { NoBuild } from './NoBuild'

/** The page of a share link without its token. */
export default function InvalidLinkPage() {
  return <NoBuild title="builds.invalidLink" />
}
