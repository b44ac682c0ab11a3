import { useText } from '~/i18n/useText'

const actions = [
  'APPROVE_MATCH',
  'REJECT_MATCH',
  'FLAG_MATCH',
  'UNDO_MATCH',
  'REOPEN_MATCH',
  'LINK_OFFER',
  'CREATE_PRODUCT',
  'UPDATE_PRODUCT',
  'DELETE_PRODUCT',
  'MERGE_PRODUCT',
  'SPLIT_PRODUCT',
  'UNDO_SPLIT',
  'CHOOSE_PICTURE',
  'REFUSE_PICTURE',
  'ALLOW_PICTURE',
  'UNPIN_PICTURE',
  'CRAWL_RETAILER',
  'SWITCH_ON_RETAILER',
  'SWITCH_OFF_RETAILER',
  'DISMISS_LISTING',
  'RESTORE_LISTING',
  'ASSIGN_LISTING',
  'UNASSIGN_LISTING',
  'UNDO_ASSIGNMENT',
  'CREATE_RETAILER_TOKEN',
  'REVOKE_RETAILER_TOKEN',
  'RELEASE_PRICE',
  'DROP_PRICE',
  'RETRY_JOB',
  'CANCEL_JOB',
  'GRANT_ADMIN',
  'REVOKE_ADMIN',
  'SIGN_OUT_USER',
  'SUSPEND_USER',
  'RESTORE_USER',
  'DELETE_USER',
  'REMOVE_SECOND_FACTOR',
  'DELETE_REVIEW',
  'CONFIRM_MANUFACTURER',
  'ALIAS_MANUFACTURER',
  'REFUSE_MANUFACTURER',
  'CONFIRM_LEARNT_VALUE',
  'REJECT_LEARNT_VALUE',
  'CREATE_SEARCH_RULE',
  'DELETE_SEARCH_RULE',
  'RESTORE_SEARCH_RULE',
] as const
/** The kinds of targets. */
export const targets = [
  'MATCH',
  'OFFER',
  'PRODUCT',
  'USER',
  'RETAILER',
  'JOB',
  'HELD_PRICE',
  'REVIEW',
  'MANUFACTURER',
  'LEARNT_VALUE',
  'SEARCH_RULE',
] as const

/** Returns a function that names an action: its code with spaces, or its name in the reader's language. */
export function useActionName(): (action: string) => string {
  const { t } = useText()
  return (action) => {
    const known = actions.find((one) => one === action)
    return known ? t(`admin.audit.actionName.${known}`) : action.replaceAll('_', ' ')
  }
}

/** Returns a function that names the kind of a target. */
export function useTargetName(): (target: string) => string {
  const { t } = useText()
  return (target) => {
    const known = targets.find((one) => one === target)
    return known ? t(`admin.audit.target.${known}`) : target.replaceAll('_', ' ')
  }
}
