import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Checkbox, SelectField } from '~/ui/Field'
import { TextField } from '~/ui/form/TextField'
import { panelClass } from '~/ui/Panel'
import { classNames } from '~/ui/classNames'
import styles from '../shared/Admin.module.css'
import { MESSAGE_TIME } from '../shared/messageTime'
import { ProductField } from '../products/ProductField'
import { SearchRuleDifferences } from './SearchRuleDifferences'
import {
  allRuleQueries,
  createSearchRule,
  previewSearchRule,
  ruleKinds,
  type SearchRulePreview,
  type SearchRuleRequest,
} from './searches'
import { useAdminErrorText } from '../shared/useAdminErrorText'

type Draft = {
  kind: (typeof ruleKinds)[number]
  text: string
  other: string
  twoWay: boolean
  path: string
  productId: string
}

const emptyDraft: Draft = { kind: 'SYNONYM', text: '', other: '', twoWay: true, path: '', productId: '' }

/** Returns the rule of a draft: only the fields of its kind. */
function toRequest({ kind, text, other, twoWay, path, productId }: Draft): SearchRuleRequest {
  if (kind === 'SYNONYM') return { kind, text, other, twoWay }
  if (kind === 'REDIRECT') return { kind, text, path: path.trim(), twoWay: false }
  return { kind, text, productId: productId.trim(), twoWay: false }
}

/** Form for a new rule. A preview shows what the rule would change before it is saved. */
export function SearchRuleForm({ text }: { text: string }) {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, text })
  const { save, preview, shown, forget } = useRuleCalls(() => setDraft({ ...emptyDraft, kind: draft.kind }))
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    // What was shown is of another rule now.
    forget()
  }
  const failed = save.error ?? preview.error
  const wrong = failed instanceof ApiError ? failed.fields : {}
  const busy = save.isPending || preview.isPending
  const isComplete = draft.text.trim() !== '' && detailOf(draft).trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete) save.mutate(toRequest(draft))
  }
  return (
    <form
      className={classNames(panelClass, styles.form)}
      onSubmit={submit}
      aria-label={t('admin.searches.rules.newRule')}
    >
      <SelectField
        label={t('admin.searches.rules.kind')}
        value={draft.kind}
        options={ruleKinds.map((value) => ({ value, label: t(`admin.searches.rules.kindOf.${value}`) }))}
        onChange={(kind) => change({ kind })}
      />
      <TextField
        label={t(draft.kind === 'SYNONYM' ? 'admin.searches.rules.words' : 'admin.searches.rules.wholeText')}
        value={draft.text}
        maxLength={200}
        problem={'text' in wrong ? t('admin.searches.rules.wrong.text') : undefined}
        onChange={(value) => change({ text: value })}
      />
      <DetailFields draft={draft} wrong={wrong} onChange={change} />
      {failed && Object.keys(wrong).length === 0 && (
        <ErrorAlert text={errorText(failed, t('admin.searches.rules.saveFailed'))} />
      )}
      <span className={styles.actions}>
        <Button disabled={busy || !isComplete} onClick={() => preview.mutate(toRequest(draft))}>
          {t('admin.searches.rules.preview')}
        </Button>
        <Button type="submit" kind="filled" disabled={busy || !isComplete}>
          {t('admin.searches.rules.save')}
        </Button>
      </span>
      {shown && <SearchRuleDifferences preview={shown} />}
    </form>
  )
}

/** Returns the field that a draft needs beside its text. */
const detailOf = ({ kind, other, path, productId }: Draft): string =>
  kind === 'SYNONYM' ? other : kind === 'REDIRECT' ? path : productId

/** Returns the calls of the form, and the preview that was shown last. */
function useRuleCalls(onSaved: () => void) {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const [shown, setShown] = useState<SearchRulePreview | null>(null)
  const preview = useSubmit({ mutationFn: previewSearchRule, onSuccess: setShown })
  const save = useSubmit({
    mutationFn: createSearchRule,
    onSuccess: async (_, { text }) => {
      showToast(t('admin.searches.rules.saved', { text }), MESSAGE_TIME)
      setShown(null)
      preview.reset()
      onSaved()
      await queryClient.invalidateQueries(allRuleQueries)
    },
  })
  const forget = () => {
    setShown(null)
    if (save.isError) save.reset()
    if (preview.isError) preview.reset()
  }
  return { save, preview, shown, forget }
}

type DetailFieldsProps = {
  draft: Draft
  wrong: Record<string, string>
  onChange: (part: Partial<Draft>) => void
}

function DetailFields({ draft, wrong, onChange }: DetailFieldsProps) {
  const { t } = useText()
  if (draft.kind === 'SYNONYM') {
    return (
      <>
        <TextField
          label={t('admin.searches.rules.other')}
          value={draft.other}
          maxLength={200}
          problem={'other' in wrong ? t('admin.searches.rules.wrong.other') : undefined}
          onChange={(other) => onChange({ other })}
        />
        <label className={styles.option}>
          <Checkbox checked={draft.twoWay} onChange={(event) => onChange({ twoWay: event.target.checked })} />
          {t('admin.searches.rules.twoWay')}
        </label>
      </>
    )
  }
  if (draft.kind === 'REDIRECT') {
    return (
      <TextField
        label={t('admin.searches.rules.path')}
        help={t('admin.searches.rules.pathHelp')}
        dir="ltr"
        value={draft.path}
        maxLength={300}
        problem={'path' in wrong ? t('admin.searches.rules.wrong.path') : undefined}
        onChange={(path) => onChange({ path })}
      />
    )
  }
  return (
    <ProductField
      value={draft.productId}
      category={null}
      name={null}
      problem={'productId' in wrong ? t('admin.searches.rules.wrong.productId') : undefined}
      onChange={(productId) => onChange({ productId })}
    />
  )
}
