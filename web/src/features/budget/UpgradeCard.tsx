import { useId } from 'react'
import { useText } from '~/i18n/useText'
import type { BuildUse } from '~/lib/budgetInput'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Icon } from '~/ui/Icon'
import { Price } from '~/ui/Price'
import { Name } from '~/ui/ProductName'
import { BuildNotes } from './BuildNotes'
import styles from './BuildFor.module.css'
import { Estimates } from './Estimates'
import { PartRows, type Products } from './PartRows'
import type { UpgradeOption } from './upgrades'
import upgradeStyles from './Upgrade.module.css'
import { useApplyUpgrade } from './useApplyUpgrade'
import { useGainText } from './useGainText'
import { useOpenInBuilder } from './useOpenInBuilder'

type UpgradeCardProps = {
  option: UpgradeOption
  /** Rules that could not be checked of any upgrade, as the page names them above the cards. */
  saidOnce: UpgradeOption['unchecked']
  /** The index of the PC as it is. */
  indexBefore: number
  use: BuildUse
  products: Products
  /** Whether the PC at home is the current build; otherwise the address names its parts. */
  isBuild: boolean
  /** Whether it is the first card, whose button is the page's main one. */
  main: boolean
}

/** Change of the PC: what it costs and gains, the parts to buy, and a button that puts them into the build. */
export function UpgradeCard({ option, saidOnce, indexBefore, use, products, isBuild, main }: UpgradeCardProps) {
  const { t, format } = useText()
  const heading = useId()
  const name = t('upgrade.parts', { count: option.bought.length, n: format.count(option.bought.length) })
  const gain = useGainText(use)(option.indexChange, indexBefore)
  const parts = option.parts.filter((part) => !part.owned)
  return (
    <article className={styles.card} aria-labelledby={heading}>
      <header className={styles.cardHead}>
        <h2 id={heading}>{name}</h2>
        {gain !== null && <Chip kind="accent">{gain}</Chip>}
      </header>
      <p className={styles.total}>
        <Price value={option.total} size="xl" best={main} />
        <span>{option.deliveryKnown ? t('budget.delivered') : t('budget.deliveryUnknown')}</span>
      </p>
      <Estimates estimates={option.estimates}>
        <IndexChange before={indexBefore} after={option.index} />
      </Estimates>
      <PartRows
        build={{ parts }}
        products={products}
        renderNote={(part) => <Replaced ids={option.replaced} category={part.category} products={products} />}
      />
      <BuildNotes option={option} saidOnce={saidOnce} />
      {isBuild ? (
        <ApplyButton option={option} name={name} main={main} />
      ) : (
        <OpenButton option={option} name={name} main={main} />
      )}
    </article>
  )
}

/** The index before and after the change, among the figures. */
function IndexChange({ before, after }: { before: number; after: number }) {
  const { t, format } = useText()
  const [from, to] = [before, after].map((index) => format.decimal(Math.round(index * 10) / 10))
  return (
    <div>
      <dt>{t('upgrade.index')}</dt>
      <dd className={upgradeStyles.change}>
        <span className="sr">{t('upgrade.before')} </span>
        <bdi dir="ltr">{from}</bdi>
        <Icon name="next" size="s" flip />
        <span className="sr"> {t('upgrade.after')} </span>
        <bdi dir="ltr">{to}</bdi>
      </dd>
    </div>
  )
}

type ReplacedProps = { ids: readonly string[]; category: string; products: Products }

/** The parts at home that a new part replaces: those of its category. */
function Replaced({ ids, category, products }: ReplacedProps) {
  const { t } = useText()
  const old = ids.flatMap((id) => products.get(id) ?? []).filter((product) => product.category === category)
  if (old.length === 0) return <p className={upgradeStyles.replaced}>{t('upgrade.adds')}</p>
  return (
    <p className={upgradeStyles.replaced}>
      {t('upgrade.replaces')}
      {old.map((product) => (
        <span key={product.id}>
          <Name product={product} />
        </span>
      ))}
    </p>
  )
}

type ActionProps = Pick<UpgradeCardProps, 'option' | 'main'> & { name: string }

/** Puts the new parts into the current build. */
function ApplyButton({ option, name, main }: ActionProps) {
  const { t } = useText()
  const { apply, applying, failure } = useApplyUpgrade()
  return (
    <>
      {failure && <Failure text={failure} />}
      <Button
        kind={main ? 'filled' : 'outline'}
        wide
        disabled={applying}
        aria-label={t('upgrade.applyNamed', { name })}
        onClick={() => apply(option)}
      >
        {t('upgrade.apply')}
      </Button>
    </>
  )
}

/** Opens the whole PC after the change in the builder, whose parts are not those at home. */
function OpenButton({ option, name, main }: ActionProps) {
  const { t } = useText()
  const { open, opening, failure } = useOpenInBuilder()
  return (
    <>
      {failure && <Failure text={failure} />}
      <Button
        kind={main ? 'filled' : 'outline'}
        wide
        disabled={opening}
        aria-label={t('budget.openNamed', { name })}
        onClick={() => open(option, t('upgrade.buildName'))}
      >
        {t('budget.open')}
      </Button>
    </>
  )
}

function Failure({ text }: { text: string }) {
  return (
    <p role="alert" className={styles.failure}>
      {text}
    </p>
  )
}
