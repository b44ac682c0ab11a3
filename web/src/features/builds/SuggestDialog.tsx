import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { client, readBody } from '~/api/client'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { listSavedParts, type SavedBuild, type SavedPart } from '~/lib/accountBuilds'
import { BotCheck } from '~/lib/botCheck/BotCheck'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { listingQuery } from '~/lib/listingQueries'
import { useToasts } from '~/lib/toasts'
import { useDebounced } from '~/lib/useDebounced'
import { useErrorText } from '~/lib/useErrorText'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { TextField } from '~/ui/form/TextField'
import { Price } from '~/ui/Price'
import { Name } from '~/ui/ProductName'
import styles from './Suggestions.module.css'

/** Pause after the last letter before the search is sent, in ms. */
const SEARCH_PAUSE = 300

type SuggestDialogProps = { build: SavedBuild; part: SavedPart; onClose: () => void }

/** A visitor proposes another product for a part of a shared build, of those that fit its other parts, cheapest first. */
export function SuggestDialog({ build, part, onClose }: SuggestDialogProps) {
  const { t } = useText()
  const errorText = useErrorText()
  const showToast = useToasts((state) => state.show)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [proof, setProof] = useState<string | null>(null)
  const from = part.product.id
  const sending = useSubmit({
    mutationFn: () =>
      readBody(
        client.POST('/api/builds/{id}/suggestions', {
          params: { path: { id: build.shareToken } },
          body: { from: from ?? '', to: chosen ?? '', turnstileToken: proof ?? '' },
        }),
      ),
    onSuccess: () => {
      showToast(t('swap.sent'))
      onClose()
    },
  })
  const isReady = chosen !== null && proof !== null && !sending.isPending
  return (
    <Dialog title={t('swap.title')} closeLabel={t('swap.cancel')} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) sending.mutate()
        }}
      >
        <p>{t('swap.lead', { name: part.product.name })}</p>
        <TextField label={t('swap.search')} type="search" value={typed} onChange={setTyped} />
        <Choices build={build} part={part} typed={typed} chosen={chosen} onChoose={setChosen} />
        {/* Each proof is good for one attempt: a failure starts a new check. */}
        <BotCheck key={sending.failureCount + sending.submittedAt} touched={chosen !== null} onProof={setProof} />
        {sending.error && (
          <p role="alert" className={styles.problem}>
            {errorText(sending.error, t('swap.failed'))}
          </p>
        )}
        <DialogActions>
          <Button kind="quiet" onClick={onClose}>
            {t('swap.cancel')}
          </Button>
          <Button type="submit" kind="filled" disabled={!isReady}>
            {t('swap.send')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type ChoicesProps = {
  build: SavedBuild
  part: SavedPart
  typed: string
  chosen: string | null
  onChoose: (id: string) => void
}

/** The products of the part's category that fit the other parts. */
function Choices({ build, part, typed, chosen, onChoose }: ChoicesProps) {
  const { t } = useText()
  const name = useId()
  const text = useDebounced(typed.trim(), SEARCH_PAUSE)
  const others = listSavedParts(build).filter((one) => one !== part && one.componentType !== part.componentType)
  const partsToFit = others
    .flatMap(({ product, quantity }) =>
      product.id === null ? [] : [quantity > 1 ? `${product.id}:${quantity}` : product.id],
    )
    .toSorted()
  const { data } = useQuery(
    listingQuery(
      { category: [part.componentType], sort: 'price_asc', ...(text === '' ? {} : { q: text }) },
      partsToFit,
    ),
  )
  const products = (data?.products ?? []).filter(({ id }) => id !== part.product.id)
  if (data && products.length === 0) return <p>{t('swap.none')}</p>
  return (
    <fieldset className={styles.choices}>
      <legend className="sr">{t('swap.choice')}</legend>
      {products.map((product) => (
        <Choice key={product.id} name={name} product={product} isChosen={product.id === chosen} onChoose={onChoose} />
      ))}
    </fieldset>
  )
}

type ChoiceProps = { name: string; product: Product; isChosen: boolean; onChoose: (id: string) => void }

function Choice({ name, product, isChosen, onChoose }: ChoiceProps) {
  return (
    <label>
      <input type="radio" name={name} checked={isChosen} onChange={() => onChoose(product.id)} />
      <span>
        <Name product={product} />
      </span>
      <Price value={product.price} />
    </label>
  )
}
