import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client, expectSuccess, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import { savedToWireComponents, type SavedBuild } from '~/lib/accountBuilds'
import { toFils } from '~/lib/money'
import { useToasts } from '~/lib/toasts'
import { useErrorText } from '~/lib/useErrorText'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Panel } from '~/ui/Panel'
import { Name } from '~/ui/ProductName'
import styles from './Suggestions.module.css'
import { suggestionsQuery, swapParts, type Suggestion } from './suggestions'
import { useSuggestionCount } from './useSuggestionCount'

/** The swaps that visitors proposed for the owner's build; each is taken or left. Nothing where there are none. */
export function SuggestionsPanel({ build }: { build: SavedBuild }) {
  const countText = useSuggestionCount()
  const { data } = useQuery(suggestionsQuery)
  const suggestions = (data?.suggestions ?? []).filter(({ buildId }) => buildId === build.id)
  if (suggestions.length === 0) return null
  return (
    <Panel title={countText(suggestions)} icon="swap">
      <ul className={styles.list}>
        {suggestions.map((suggestion) => (
          <SuggestionRow key={suggestion.id} build={build} suggestion={suggestion} />
        ))}
      </ul>
    </Panel>
  )
}

function SuggestionRow({ build, suggestion }: { build: SavedBuild; suggestion: Suggestion }) {
  const { t } = useText()
  const { from, to, category, conflicts } = suggestion
  const { take, leave, isBusy, problem } = useDecision(build, suggestion)
  return (
    <li>
      <p>
        <small>{t(`category.${category}.one`)}</small>
        <s>
          <Name product={from} />
        </s>{' '}
        <Link to="/product/$productId" params={{ productId: to.id }}>
          <Name product={to} />
        </Link>
      </p>
      <p className={styles.facts}>
        <SavingText suggestion={suggestion} />
        {conflicts > 0 && (
          <Chip kind="error" icon="error">
            {t('swap.conflict')}
          </Chip>
        )}
      </p>
      <div className={styles.actions}>
        <Button small kind="outline" disabled={isBusy} aria-label={t('swap.takeOf', { name: to.name })} onClick={take}>
          {t('swap.take')}
        </Button>
        <Button small kind="quiet" disabled={isBusy} aria-label={t('swap.leaveOf', { name: to.name })} onClick={leave}>
          {t('swap.leave')}
        </Button>
      </div>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </li>
  )
}

/** The sum that a swap saves, or costs. */
function SavingText({ suggestion: { saving } }: { suggestion: Suggestion }) {
  const { t, format } = useText()
  if (saving === null) return null
  const fils = toFils(saving)
  if (fils === 0) return <span>{t('swap.same')}</span>
  const amount = format.money(Math.abs(saving))
  return fils > 0 ? <b>{t('swap.saves', { amount })}</b> : <span>{t('swap.costs', { amount })}</span>
}

/** Takes or leaves a suggestion. Both delete it; taking saves the build with the other part first. */
function useDecision(build: SavedBuild, suggestion: Suggestion) {
  const { t } = useText()
  const errorText = useErrorText()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const decision = useSubmit({
    mutationFn: async (isTaken: boolean) => {
      if (isTaken) {
        const components = swapParts(savedToWireComponents(build), suggestion)
        await readBody(
          client.PUT('/api/builds/{id}', {
            params: { path: { id: build.id } },
            body: { components, version: build.version },
          }),
          { build: {} },
        )
      }
      await expectSuccess(
        client.DELETE('/api/user/build-suggestions/{id}', { params: { path: { id: suggestion.id } } }),
      )
    },
    onSuccess: (_, isTaken) => isTaken && showToast(t('swap.taken')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['ofUser'] }),
  })
  return {
    take: () => decision.mutate(true),
    leave: () => decision.mutate(false),
    isBusy: decision.isPending,
    problem: decision.error ? errorText(decision.error, t('swap.takeFailed')) : null,
  }
}
