import type { Action, ActionSummary } from '@platform/plugin-sdk'
import { isDiscreet } from './model.ts'

interface Reader {
  /** The kinds of actions, the longest first. */
  readonly types: readonly string[]
  readonly seesAll: boolean
  readonly own: readonly Action[]
}

/** Reads the counters of an item as summaries, one for each kind and group. */
export function summarise(counts: Record<string, number>, { types, seesAll, own }: Reader): ActionSummary[] {
  const all = Object.entries(counts).map(([key, count]) => ({ ...parseKey(key, types), count }))
  const grouped = new Set(all.filter(summary => summary.group_id !== null).map(summary => summary.action_type))
  return all
    .filter(summary => summary.group_id !== null || !grouped.has(summary.action_type))
    .filter(summary => summary.count > 0)
    .map(summary => ({
      ...summary,
      current_user:
        own.find(action => action.action_type === summary.action_type && action.group_id === summary.group_id) ?? null,
    }))
    .flatMap(summary => {
      if (seesAll || !isDiscreet(summary)) return [summary]
      return summary.current_user ? [{ ...summary, count: 1 }] : []
    })
}

/** Splits `flag_comment_spam` into FLAG and COMMENT_SPAM, by the longest kind with which the key begins. */
function parseKey(key: string, types: readonly string[]): { action_type: string; group_id: string | null } {
  const upper = key.toUpperCase()
  const type = types.find(known => upper === known || upper.startsWith(`${known}_`)) ?? upper
  return { action_type: type, group_id: upper === type ? null : upper.slice(type.length + 1) }
}
