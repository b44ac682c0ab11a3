import { client, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { changeAll, type BatchResult } from '../shared/operations'
import { withPasswordPrompt } from '../shared/passwordPrompt'
import type { Failure } from '../shared/useAdminErrorText'

/** Assignment of offers by an administrator; the category `OTHER` says that they are not parts. */
export type Assignment = components['schemas']['OfferAssignment']
/** A rejected item, by the retailer's id. */
export type Listing = components['schemas']['Listing']

/** Assigns a category, a manufacturer or a product to offers that wait without a product. */
export const assignOffers = (ids: string[], assignment: Assignment): Promise<BatchResult> =>
  changeAll(ids, async (batch) => {
    const body = { ids: batch, ...assignment }
    const { done, failed } = await withPasswordPrompt(() =>
      readBody(client.POST('/api/admin/offers/assign', { body }), { failed: [] }),
    )
    return { doneCount: done, failed }
  })

/** Takes the last assignments of offers back. */
export const unassignOffers = (ids: string[]): Promise<BatchResult> =>
  changeAll(ids, async (batch) => {
    const { done, failed } = await withPasswordPrompt(() =>
      readBody(client.POST('/api/admin/offers/unassign', { body: { ids: batch } }), { failed: [] }),
    )
    return { doneCount: done, failed }
  })

/** Releases held prices as what an administrator says that their offers are. */
export const releaseHeldOffersAs = (ids: string[], assignment: Assignment): Promise<BatchResult> =>
  changeAll(ids, async (batch) => {
    const body = { ids: batch, ...assignment }
    const { released, failed } = await withPasswordPrompt(() =>
      readBody(client.POST('/api/admin/quarantine/release', { body }), { failed: [] }),
    )
    return { doneCount: released, failed }
  })

/** Sends rejected items batch by batch; the server names those that it refused by their positions in the batch. */
const changeListings = (
  listings: Listing[],
  send: (batch: Listing[]) => Promise<{ done: number; failed: Failure[] }>,
): Promise<BatchResult> =>
  changeAll(listings, async (batch) => {
    const { done, failed } = await withPasswordPrompt(() => send(batch))
    return {
      doneCount: done,
      failed: failed.map((one) => {
        const refused = batch[Number(one.id)]
        return refused ? { ...one, id: listingId(refused) } : one
      }),
    }
  })

/** Returns an id of a rejected item that is unique among the shops. */
export const listingId = ({ retailerSlug, externalId }: Listing): string => `${retailerSlug} ${externalId}`

/** Lists rejected items no more, unless they are rejected for another reason or with another title. */
export const dismissListings = (listings: Listing[]): Promise<BatchResult> =>
  changeListings(listings, (batch) =>
    readBody(client.POST('/api/admin/offers/rejected/dismiss', { body: { listings: batch } }), { failed: [] }),
  )

/** Lists dismissed items again. */
export const restoreListings = (listings: Listing[]): Promise<BatchResult> =>
  changeListings(listings, (batch) =>
    readBody(client.POST('/api/admin/offers/rejected/restore', { body: { listings: batch } }), { failed: [] }),
  )

/** Says what rejected items are: the next crawl that can read them takes them in as such. */
export const assignListings = (listings: Listing[], assignment: Assignment): Promise<BatchResult> =>
  changeListings(listings, (batch) =>
    readBody(client.POST('/api/admin/offers/rejected/assign', { body: { listings: batch, ...assignment } }), {
      failed: [],
    }),
  )

/** Takes back what was said about rejected items. */
export const unassignListings = (listings: Listing[]): Promise<BatchResult> =>
  changeListings(listings, (batch) =>
    readBody(client.POST('/api/admin/offers/rejected/unassign', { body: { listings: batch } }), { failed: [] }),
  )
