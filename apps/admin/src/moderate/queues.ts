import { type ListedPart, type QueueStatus, queuesOf } from '@platform/client-sdk'
import type { AdminComment } from '../app/comments.ts'
import type { AdminTranslator } from '../app/context.ts'
import type { CommentCountQuery } from '../documents/types.ts'

/** A moderation queue: the comments that have one of the statuses, one of the tags and an action of the type. */
export interface Queue {
  /** Its name in addresses. */
  readonly key: string
  readonly name: string
  /** The path of an SVG of 24 by 24, drawn with a line. */
  readonly icon: string
  readonly statuses: readonly QueueStatus[] | null
  readonly tags: readonly string[]
  readonly actionType: string | null
  /** Whether moderators should work through it, so that it is seen when there is something in it. */
  readonly isWork: boolean
}

const WORK = ['new', 'premod', 'reported']

const CORE = [
  { key: 'new', icon: 'M4 5h16v11H9l-5 4z', statuses: ['NONE'] },
  { key: 'premod', icon: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18', statuses: ['PREMOD'] },
  {
    key: 'reported',
    icon: 'M5 21V4h11l-2 4 2 4H5',
    statuses: ['NONE', 'PREMOD', 'SYSTEM_WITHHELD'],
    actionType: 'FLAG',
  },
  { key: 'approved', icon: 'M5 12l5 5 9-10', statuses: ['ACCEPTED'] },
  { key: 'rejected', icon: 'M6 6l12 12M18 6L6 18', statuses: ['REJECTED'] },
  { key: 'all', icon: 'M4 6h16M4 12h16M4 18h16', statuses: null },
] as const

const NAMES = {
  new: 'queueNew',
  premod: 'queuePremod',
  reported: 'queueReported',
  approved: 'queueApproved',
  rejected: 'queueRejected',
  all: 'queueAll',
} as const

/** All queues in their order. A queue of a plugin takes the place of the one of its key. */
export function allQueues(parts: readonly ListedPart[], texts: AdminTranslator): readonly Queue[] {
  const core = CORE.map(
    (queue): Queue => ({
      tags: [],
      actionType: null,
      ...queue,
      name: texts.text(NAMES[queue.key]),
      isWork: WORK.includes(queue.key),
    }),
  )
  const added = queuesOf(parts, texts.lang).map(
    ({ key, name, icon, statuses = null, tags = [], action_type: actionType = null }): Queue => ({
      key,
      name,
      icon,
      statuses,
      tags,
      actionType,
      isWork: WORK.includes(key),
    }),
  )
  return [...new Map([...core, ...added].map(queue => [queue.key, queue])).values()]
}

/** The ids of the discussions whose comments are shown; `null` for all. */
export type Assets = readonly string[] | null

/** Whether the user is told of what comes into a queue. Into that of new comments something comes all the time. */
export const announces = ({ key, isWork }: Queue): boolean => isWork && key !== 'new'

/** The comments of a queue, as the graph is asked for them. Those of deleted accounts need no decision. */
export function selectionOf({ statuses, tags, actionType }: Queue, assets: Assets) {
  return {
    statuses,
    ...(assets === null ? {} : { asset_ids: assets }),
    excludeDeleted: true,
    ...(tags.length > 0 ? { tags } : {}),
    ...(actionType === null ? {} : { action_type: actionType as NonNullable<CommentCountQuery['action_type']> }),
  }
}

/** Whether a comment is in a queue. */
export function isIn({ statuses, tags, actionType }: Queue, assets: Assets, comment: AdminComment): boolean {
  if (comment.deleted_at !== null || !(assets?.includes(comment.asset?.id ?? '') ?? true)) return false
  if (statuses && !statuses.includes(comment.status)) return false
  if (tags.length > 0 && !comment.tags?.some(({ tag }) => tags.includes(tag.name))) return false
  return (
    actionType === null || (comment.actions ?? []).some(action => action && isOfType(action.__typename, actionType))
  )
}

/** `FlagAction` is an action of the type `FLAG`. */
const isOfType = (typename: string, type: string) =>
  typename.toLowerCase() === `${type.replaceAll('_', '').toLowerCase()}action`

/** The queues that are shown: those to work through where comments come into them, and while one is not empty. */
export function isShown({ key, isWork }: Queue, mode: 'PRE' | 'POST', count: number): boolean {
  if (!isWork || key === 'reported' || count > 0) return true
  return key === (mode === 'PRE' ? 'premod' : 'new')
}
