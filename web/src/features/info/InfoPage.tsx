import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { siteQuery } from '~/api/queries'
import type { SiteFacts } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { useErrorText } from '~/lib/useErrorText'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Page } from '~/ui/Page'
import { Panel } from '~/ui/Panel'
import styles from './Info.module.css'
import pages from './infoPages.json'

type Item = { key: string; unless?: string; link?: string }
type Values = Record<string, string>
type T = ReturnType<typeof useText>['t']

/** What Tajmeea does, how, and who runs it. */
export const AboutPage = () => <InfoPage name="about" />
/** Where prices come from, and which are not shown. */
export const HowPricesAreReadPage = () => <InfoPage name="prices" />
/** What is kept about visitors and users, and for how long. */
export const PrivacyPage = () => <InfoPage name="privacy" />
/** The rules of the site. */
export const TermsPage = () => <InfoPage name="terms" />
/** How to reach those who run the site. */
export const ContactPage = () => <InfoPage name="contact" />

/** A page about the site. The server writes the same into the page (`api/src/site/content/info.rs`). */
function InfoPage({ name }: { name: string }) {
  const { t } = useText()
  const errorText = useErrorText()
  const { data, error, refetch } = useQuery(siteQuery)
  const sections = pages.find(({ key }) => key === name)?.sections ?? []
  const values = data && valuesOf(data, t)
  return (
    <Page title={textAt(t, `${name}.title`)}>
      <header className={styles.head}>
        <h1>{textAt(t, `${name}.title`)}</h1>
        <p>{textAt(t, `${name}.lead`)}</p>
      </header>
      {error && <ErrorAlert text={errorText(error, t('infoPages.failed'))} onRetry={() => void refetch()} />}
      <div className={styles.sections}>
        {sections.map(({ key, items }) => (
          <Panel key={key} title={textAt(t, `${name}.${key}.title`)}>
            <ul className={styles.items}>
              {items.map((item: Item) => (
                <ItemLine key={item.key} item={item} path={`${name}.${key}.${item.key}`} values={values} facts={data} />
              ))}
            </ul>
          </Panel>
        ))}
      </div>
    </Page>
  )
}

type LineProps = { item: Item; path: string; values: Values | undefined; facts: SiteFacts | undefined }

/** One line; nothing where its text names a value that is missing, or where there is the value without which it is meant. */
function ItemLine({ item: { unless, link }, path, values, facts }: LineProps) {
  const { t } = useText()
  if (unless !== undefined && (!values || unless in values)) return null
  const text = textAt(t, path, values)
  if (text.includes('{{')) return null
  if (link === undefined) return <li>{text}</li>
  return <li>{link === 'contact' ? <a href={facts?.contact?.url}>{text}</a> : <Link to={link}>{text}</Link>}</li>
}

/** The text at a path that a table names. */
function textAt(t: T, path: string, values: Values = {}): string {
  return t(`infoPages.${path}` as never, values as never) as unknown as string
}

/** The values that the texts name. A value that this installation does not have is missing. */
function valuesOf(facts: SiteFacts, t: T): Values {
  const days = (count: number | null) =>
    count === null ? null : t('infoPages.days', { count, n: String(count) }).replace(/[\u2066-\u2069]/g, '')
  const values = {
    operator: facts.operator,
    contact: facts.contact?.address,
    reader: facts.reader,
    botService: facts.botService,
    searchesDays: days(facts.searchesDays),
    interestDays: days(facts.interestDays),
    clickOutsDays: days(facts.clickOutsDays),
    guestBuildsDays: days(facts.guestBuildsDays),
    buildSuggestionsDays: days(facts.buildSuggestionsDays),
    inStockDays: days(facts.inStockDays),
    thinAfterDays: days(facts.thinAfterDays),
    movePercent: String(facts.movePercent),
  }
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] != null))
}
