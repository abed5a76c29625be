import type { CollectionIndexes, Docstore, Session } from '@platform/docstore'
import type { Comment, StatusHistoryEntry } from '@platform/plugin-sdk'
import { incrementAll } from './increments.ts'

/** What happened to the comments that were written on one day in one discussion. Imported comments are not counted. */
export interface DailyCounts {
  readonly _id?: string
  readonly asset_id: string
  /** The day on which the comments were written, in UTC, such as `2026-03-01`. */
  readonly day: string
  readonly comments: number
  /** Comments that moderation phases made wait for a moderator. */
  readonly held: number
  /** Comments that are rejected now. */
  readonly rejected: number
  /** Comments that a moderator decided about, and the seconds from writing each to the first decision, added up. */
  readonly decided: number
  readonly decision_seconds: number
}

export const dailyCountsIndexes: CollectionIndexes = {
  collection: 'daily_counts',
  indexes: [
    { name: 'discussion', keys: { asset_id: 1, day: 1 }, unique: true },
    { name: 'day', keys: { day: 1, asset_id: 1 } },
  ],
}

/** The comment as far as it is counted. */
export type DailyCounted = Pick<Comment, 'asset_id' | 'created_at' | 'status' | 'status_history' | 'source'>

type Steps = Omit<DailyCounts, '_id' | 'asset_id' | 'day'>

/** The fields of {@link DailyCounts} that are numbers. */
export const COUNTS = [
  'comments',
  'held',
  'rejected',
  'decided',
  'decision_seconds',
] as const satisfies readonly (keyof Steps)[]
const NOTHING: Steps = { comments: 0, held: 0, rejected: 0, decided: 0, decision_seconds: 0 }
const HELD: readonly string[] = ['PREMOD', 'SYSTEM_WITHHELD']

/** The day of a time, in UTC. */
export const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** What one comment adds to the counts of its day. */
export function countedAs({ status, status_history: history, source, created_at: written }: DailyCounted): Steps {
  if (source) return NOTHING
  const decision = history.find(isDecision)
  return {
    comments: 1,
    held: Number(history.some(entry => HELD.includes(entry.type) && !isDecision(entry))),
    rejected: Number(status === 'REJECTED'),
    decided: Number(decision !== undefined),
    decision_seconds: decision ? Math.round((decision.created_at.getTime() - written.getTime()) / 1_000) : 0,
  }
}

/**
 * Whether a moderator made the entry. Entries that older servers stored name the moderator, unless the account was
 * deleted.
 */
export function isDecision({ decided, assigned_by: by }: StatusHistoryEntry): boolean {
  return decided === true || by !== null
}

/** A comment that is counted, or is not counted any more. */
export interface DailyStep {
  readonly comment: DailyCounted
  readonly step: 1 | -1
}

/** Moves the counts of days, in the transaction that changes the comments. */
export async function moveDailyCounts(
  docstore: Docstore,
  steps: readonly DailyStep[],
  session: Session,
): Promise<void> {
  const changes = [...Map.groupBy(steps, ({ comment }) => `${dayOf(comment.created_at)} ${comment.asset_id}`)].flatMap(
    ([key, own]) => {
      const sum = { ...NOTHING }
      for (const { comment, step } of own) {
        const counted = countedAs(comment)
        for (const name of COUNTS) sum[name] += step * counted[name]
      }
      const $inc = Object.fromEntries(COUNTS.filter(name => sum[name] !== 0).map(name => [name, sum[name]]))
      const [day, asset_id] = [key.slice(0, 10), key.slice(11)]
      return Object.keys($inc).length > 0 ? [{ filter: { asset_id, day }, $inc }] : []
    },
  )
  await incrementAll({ docstore, collection: dailyCountsIndexes.collection }, changes, session)
}
