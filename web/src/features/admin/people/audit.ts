import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { withPasswordPrompt } from '../shared/passwordPrompt'
import type { Tone } from '../table/ToneChip'

/** Entry of the audit log: who did what to which target. */
export type AuditAction = components['schemas']['AuditAction']

/** An administrator who has entries in the log. */
export type AuditAuthor = components['schemas']['AuditAuthor']

/** Filters of the audit log. */
export type AuditFilter = {
  action?: string
  target?: string
  id?: string
  /** An administrator's id, PEOPLE for all administrators, or SYSTEM. */
  admin?: string
  /** Words of the target's or the administrator's name. */
  q?: string
  /** First and last day (inclusive) in the reader's time zone, as `2026-11-23`. */
  from?: string
  until?: string
  page: number
}

/** Number of entries on a page of the log. */
export const AUDIT_ENTRIES_PER_PAGE = 25

/** A page of the log, newest first. */
export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['ofUser', 'admin', 'audit', filter],
    queryFn: ({ signal }) => listAudit(filter, AUDIT_ENTRIES_PER_PAGE, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

function listAudit(
  { action, target, id, admin, q, from, until, page }: AuditFilter,
  limit: number,
  signal?: AbortSignal,
) {
  const query = {
    actionType: action,
    targetType: target,
    targetId: id,
    admin,
    search: q,
    from: startOfDay(from, 0),
    until: startOfDay(until, 1),
    page,
    limit,
  }
  return withPasswordPrompt(() =>
    readBody(client.GET('/api/admin/audit-log', { params: { query }, signal }), {
      actionTypes: [],
      actions: [],
      admins: [],
    }),
  )
}

/**
 * Returns the start of a day in the reader's time zone, `later` days after it, as ISO text; undefined for an invalid
 * day.
 */
function startOfDay(day: string | undefined, later: number): string | undefined {
  const [year, month, date] = day?.split('-').map(Number) ?? []
  if (year === undefined || month === undefined || date === undefined) return undefined
  const start = new Date(year, month - 1, date + later)
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString()
}

/** Returns a page of the log as rows of a CSV file. */
export async function loadAuditRows(filter: AuditFilter, page: number, limit: number) {
  const { actions, total } = await listAudit({ ...filter, page }, limit)
  const rows = actions.map(({ createdAt, admin, actionType, targetType, targetId, targetName, before, after }) => ({
    createdAt,
    admin: admin.name,
    email: admin.email,
    action: actionType,
    targetType,
    targetId,
    target: targetName,
    before: before === null ? null : JSON.stringify(before),
    after: after === null ? null : JSON.stringify(after),
  }))
  return { rows, total }
}

/** Returns an action's colour: green for approvals, red for rejections, orange for deletions. */
export function actionTone(action: string): Tone {
  const name = action.toLowerCase()
  if (name.includes('approve')) return 'green'
  if (name.includes('reject')) return 'red'
  return name.includes('delete') ? 'orange' : 'plain'
}

/** Field that an action changed. */
type Change = { field: string; before: string | null; after: string | null }

/** Returns the fields in which the two states differ; all fields where there is only one state. */
export function listChanges({ before, after }: AuditAction): Change[] {
  const [left, right] = [fields(before), fields(after)]
  return [...new Set([...left.keys(), ...right.keys()])]
    .map((field) => ({ field, before: left.get(field) ?? null, after: right.get(field) ?? null }))
    .filter((change) => change.before !== change.after)
}

function fields(state: unknown): Map<string, string | null> {
  if (typeof state !== 'object' || state === null) return new Map()
  return new Map(Object.entries(state).map(([field, value]) => formatField(field, value)))
}

/** Formats a field for display: amounts in dinars, and of the pinned fields the names alone. */
function formatField(field: string, value: unknown): [string, string | null] {
  if (field.endsWith('Fils') && typeof value === 'number')
    return [field.slice(0, -'Fils'.length), (value / 1000).toFixed(3)]
  if (field === 'pinned' && typeof value === 'object' && value !== null)
    return [field, Object.keys(value).join(', ') || null]
  return [field, formatValue(value)]
}

const formatValue = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)
