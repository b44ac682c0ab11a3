import { Fragment } from 'react'
import { useText } from '~/i18n/useText'
import { contactAddress } from '~/lib/contact'
import { Page } from '~/ui/Page'
import { Panel } from '~/ui/Panel'
import styles from './ForShops.module.css'

const required = ['id', 'title', 'price', 'link'] as const
const optional = [
  'availability',
  'brand',
  'mpn',
  'gtin',
  'product_type',
  'image_link',
  'sale_price',
  'condition',
  'deleted',
] as const

const whole = `id,title,price,link,availability,brand,mpn
A-1001,Sapphire Pulse Radeon RX 9070 XT 16GB,219.900,https://shop.example/p/1001,in stock,Sapphire,11348-03-20G
A-1002,Noctua NF-A12x25 PWM,11.500,https://shop.example/p/1002,out of stock,Noctua,NF-A12x25 PWM`
const changes = `id,title,price,link,deleted
A-1001,Sapphire Pulse Radeon RX 9070 XT 16GB,214.900,https://shop.example/p/1001,
A-1002,,,,yes`

/** The page for shops: how to be listed, the format of a list, and how to be removed. */
export default function ForShopsPage() {
  const { t } = useText()
  return (
    <Page title={t('forShops.title')}>
      <header className={styles.head}>
        <h1>{t('forShops.title')}</h1>
        <p>{t('forShops.lead')}</p>
      </header>
      <div className={styles.panels}>
        <Panel title={t('forShops.listed.title')}>
          <div className={styles.text}>
            <ul>
              <li>{t('forShops.listed.crawl')}</li>
              <li>{t('forShops.listed.feed')}</li>
              <li>{t('forShops.listed.handIn')}</li>
            </ul>
            <p>{t('forShops.listed.contact')}</p>
            <p>{t('forShops.listed.new')}</p>
            <Contact />
          </div>
        </Panel>
        <FormatPanel />
        <SendPanel />
        <Panel title={t('forShops.removed.title')} id="removed">
          <div className={styles.text}>
            <p>{t('forShops.removed.shop')}</p>
            <p>{t('forShops.removed.robots')}</p>
            <p>{t('forShops.removed.offer')}</p>
            <Contact />
          </div>
        </Panel>
      </div>
    </Page>
  )
}

function Contact() {
  const { t } = useText()
  return (
    <p>
      <a href={contactAddress} rel="noopener">
        {t('forShops.contact')}
      </a>
    </p>
  )
}

function FormatPanel() {
  const { t } = useText()
  return (
    <Panel title={t('forShops.format.title')} id="format">
      <div className={styles.text}>
        <p>{t('forShops.format.text')}</p>
        <dl className={styles.fields}>
          {required.map((field) => (
            <Fragment key={field}>
              <dt>
                <Code text={field} /> <small>{t('forShops.format.required')}</small>
              </dt>
              <dd>{t(`forShops.format.${field === 'title' ? 'name' : field}`)}</dd>
            </Fragment>
          ))}
          {optional.map((field) => (
            <Fragment key={field}>
              <dt>
                <Code text={field} />
              </dt>
              <dd>{t(`forShops.format.${field}`)}</dd>
            </Fragment>
          ))}
        </dl>
      </div>
    </Panel>
  )
}

function SendPanel() {
  const { t } = useText()
  return (
    <Panel title={t('forShops.send.title')} id="send">
      <div className={styles.text}>
        <p>{t('forShops.send.text')}</p>
        <Sample title={t('forShops.send.whole')} list={whole} mode="whole" />
        <Sample title={t('forShops.send.changes')} list={changes} mode="changes" />
        <p>{t('forShops.send.answer')}</p>
        <ul>
          <li>{t('forShops.send.again')}</li>
          <li>{t('forShops.send.shrunken')}</li>
          <li>{t('forShops.send.held')}</li>
          <li>{t('forShops.send.secret')}</li>
        </ul>
      </div>
    </Panel>
  )
}

/** A list as a file, and the command that hands it in. */
function Sample({ title, list, mode }: { title: string; list: string; mode: 'whole' | 'changes' }) {
  const file = `${mode}.csv`
  const address = `${globalThis.location.origin}/api/retailers/your-shop/offers?mode=${mode}`
  const command = `curl --fail-with-body -T ${file} -H 'Content-Type: text/csv' -H "Authorization: Bearer $TOKEN" '${address}'`
  return (
    <figure className={styles.sample}>
      <figcaption>{title}</figcaption>
      <pre dir="ltr" lang="en">
        <code>{list}</code>
      </pre>
      <pre dir="ltr" lang="en">
        <code>{command}</code>
      </pre>
    </figure>
  )
}

function Code({ text }: { text: string }) {
  return (
    <bdi dir="ltr" lang="en">
      <code>{text}</code>
    </bdi>
  )
}
