import type { Action, ActionSummary } from '@platform/plugin-sdk'
import { LRUCache } from 'lru-cache'
import { oncePer } from '../../runtime/once-per.ts'
import { isDiscreet } from './model.ts'

interface Reader {
  /** The kinds of actions, the longest first. */
  readonly types: readonly string[]
  readonly seesAll: boolean
  readonly own: readonly Action[]
}

type Kind = Pick<ActionSummary, 'action_type' | 'group_id'>

/** The most keys of counters that are kept as they were split. */
const MOST_KEYS = 1_000

/** Reads the counters of an item as summaries, one for each kind and group. */
export function summarise(counts: Record<string, number>, { types, seesAll, own }: Reader): ActionSummary[] {
  const kinds = Object.keys(counts).map(key => kindOf(key, types))
  return Object.values(counts).flatMap((count, i) => {
    const { action_type, group_id } = kinds[i]!
    if (count <= 0) return []
    // A kind with groups is summarised by them alone.
    if (group_id === null && kinds.some(kind => kind.group_id !== null && kind.action_type === action_type)) return []
    const current_user = own.find(action => action.action_type === action_type && action.group_id === group_id) ?? null
    if (seesAll || !isDiscreet({ action_type })) return [{ action_type, group_id, count, current_user }]
    return current_user ? [{ action_type, group_id, count: 1, current_user }] : []
  })
}

/** The kinds of which an item has actions, by its counters; also kinds of removed plugins, which nobody else knows. */
export function typesIn(counts: Record<string, number>, types: readonly string[]): readonly string[] {
  const keys = Object.keys(counts).filter(key => (counts[key] ?? 0) > 0)
  return [...new Set(keys.map(key => kindOf(key, types).action_type))]
}

const kindsByKey = oncePer((_types: readonly string[]) => new LRUCache<string, Kind>({ max: MOST_KEYS }))

/** Splits `flag_comment_spam` into FLAG and COMMENT_SPAM, by the longest kind with which the key begins. */
function kindOf(key: string, types: readonly string[]): Kind {
  const known = kindsByKey(types)
  const kept = known.get(key)
  if (kept) return kept
  const upper = key.toUpperCase()
  const type = types.find(other => upper === other || upper.startsWith(`${other}_`)) ?? upper
  const kind = { action_type: type, group_id: upper === type ? null : upper.slice(type.length + 1) }
  known.set(key, kind)
  return kind
}
