import { useId, useState } from 'react'
import { ApiError } from '~/api/client'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { readTarget, findTargetProblem } from '~/lib/alerts/targetPrice'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { LoginLink } from '~/lib/LoginLink'
import { useProductName } from '~/ui/ProductName'
import { Price } from '~/ui/Price'
import { Segmented } from '~/ui/product/Segmented'
import { TargetField } from '~/lib/alerts/TargetField'
import { useAlertErrorText } from '~/lib/alerts/useAlertErrorText'
import { useCreateAlert } from '~/lib/alerts/useCreateAlert'
import { percentageRange, priceUnder, type AlertDraft } from './alerts'
import styles from './PriceAlert.module.css'

/** Time for which the page shows the success, in milliseconds. */
const SUCCESS_TIME = 4000

type Kind = AlertDraft['alertType']

type PriceAlertDialogProps = { product: Product; price: number; onClose: () => void }

/** Dialog that creates a price alert: any drop, a target price or a percentage. */
export function PriceAlertDialog({ product, price, onClose }: PriceAlertDialogProps) {
  const { t } = useText()
  const productName = useProductName()
  const { kind, setKind, target, setTarget, percentage, setPercentage, problem, create, send } = usePriceAlert(
    product,
    price,
    onClose,
  )
  const errorText = useAlertErrorText()
  return (
    <Dialog title={t('alert.title')} closeLabel={t('alert.close')} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <p>{t('alert.lead', { name: productName(product) })}</p>
        <p className={styles.now}>
          {t('alert.now')} <Price value={price} size="lg" unavailable={!product.inStock} />
        </p>
        <KindChoice kind={kind} onChange={setKind} />
        {kind === 'ANY_DROP' && <AnyDrop price={price} />}
        {kind === 'TARGET_PRICE' && (
          <TargetField
            label={t('alert.targetLabel')}
            typed={target}
            price={price}
            problem={problem}
            onChange={setTarget}
          />
        )}
        {kind === 'PERCENTAGE_DROP' && <Percentage value={percentage} price={price} onChange={setPercentage} />}
        {create.isError && (
          <>
            <ErrorAlert text={errorText(create.error)} />
            {create.error instanceof ApiError && create.error.status === 401 && (
              <LoginLink wide>{t('nav.login')}</LoginLink>
            )}
          </>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t('alert.cancel')}</Button>
          <Button type="submit" kind="filled" disabled={create.isPending}>
            {create.isPending ? t('alert.sending') : t('alert.create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function KindChoice({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const { t } = useText()
  return (
    <Segmented<Kind>
      label={t('alert.type')}
      value={kind}
      options={[
        { value: 'ANY_DROP', label: t('alert.any') },
        { value: 'TARGET_PRICE', label: t('alert.target') },
        { value: 'PERCENTAGE_DROP', label: t('alert.percent') },
      ]}
      onChange={onChange}
    />
  )
}

/** The fields of a new alert, and `send`, which creates it when they are valid and then calls `onCreated`. */
function usePriceAlert(product: Product, price: number, onCreated: () => void) {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const [kind, setKind] = useState<Kind>('ANY_DROP')
  const [target, setTarget] = useState('')
  const [percentage, setPercentage] = useState<number>(percentageRange.initial)
  const [problem, setProblem] = useState<'invalid' | 'tooHigh' | null>(null)
  const create = useCreateAlert()

  function chooseKind(next: Kind) {
    setKind(next)
    setProblem(null)
  }

  function send() {
    const found = kind === 'TARGET_PRICE' ? findTargetProblem(target, price) : null
    setProblem(found)
    if (found || create.isPending) return
    create.mutate(
      { productId: product.id, ...toDraft(kind, target, percentage) },
      {
        onSuccess: () => {
          showToast(t('alert.done'), SUCCESS_TIME)
          onCreated()
        },
      },
    )
  }

  return { kind, setKind: chooseKind, target, setTarget, percentage, setPercentage, problem, create, send }
}

function toDraft(kind: Kind, target: string, percentage: number): AlertDraft {
  if (kind === 'TARGET_PRICE') return { alertType: kind, targetPrice: readTarget(target) ?? 0 }
  return kind === 'PERCENTAGE_DROP' ? { alertType: kind, percentage } : { alertType: kind }
}

function AnyDrop({ price }: { price: number }) {
  const { t, format } = useText()
  return <p className={styles.hint}>{t('alert.anyText', { price: format.money(price) })}</p>
}

function Percentage({ value, price, onChange }: { value: number; price: number; onChange: (value: number) => void }) {
  const { t, format } = useText()
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('alert.percentLabel')}</label>
      <span className={styles.slider}>
        <input
          id={id}
          type="range"
          min={percentageRange.min}
          max={percentageRange.max}
          step={percentageRange.step}
          value={value}
          aria-valuetext={`${value}%`}
          onChange={(event) => onChange(Number(event.target.value))}
        />
        <output htmlFor={id}>
          <bdi dir="ltr">{value}%</bdi>
        </output>
      </span>
      <p className={styles.hint}>{t('alert.percentText', { price: format.money(priceUnder(price, value)) })}</p>
    </div>
  )
}
