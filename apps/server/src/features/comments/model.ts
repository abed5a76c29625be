import { type CollectionIndexes, timedUUID } from '@platform/docstore'
import type { Comment, CommentStatus, StatusHistoryEntry, TagLink } from '@platform/plugin-sdk'
import { withHistory } from '../../runtime/comment-record.ts'
import { EVER } from '../assets/model.ts'

export const commentIndexes: CollectionIndexes = {
  collection: 'comments',
  indexes: [
    { name: 'id', keys: { id: 1 }, unique: true },
    { name: 'thread', keys: { asset_id: 1, parent_id: 1, created_at: 1, id: 1 } },
    { name: 'thread_replied', keys: { asset_id: 1, parent_id: 1, reply_count: 1, created_at: 1, id: 1 } },
    { name: 'asset', keys: { asset_id: 1, created_at: 1, id: 1 } },
    { name: 'author', keys: { author_id: 1, created_at: 1, id: 1 } },
    // Only comments of discussions in which repeated texts wait for a moderator have a body digest.
    { name: 'said', keys: { author_id: 1, said: 1, created_at: 1 }, partial: { said: { $gt: '' } } },
    // Nearly every comment is NONE and found by its time, so this index holds only the statuses that sort after NONE:
    // those of hidden comments.
    { name: 'status', keys: { status: 1, created_at: 1, id: 1 }, partial: { status: { $gt: 'NONE' } } },
    { name: 'accepted', keys: { created_at: 1, id: 1, deleted_at: 1 }, partial: { status: 'ACCEPTED' } },
    {
      name: 'asset_status',
      keys: { asset_id: 1, status: 1, created_at: 1, id: 1 },
      partial: { status: { $gt: 'NONE' } },
    },
    // Without it, every comment of a large discussion, or of a busy author, would be read.
    { name: 'author_asset', keys: { author_id: 1, asset_id: 1, created_at: 1, id: 1 } },
    // What of their own waits for a moderator in a discussion is asked for by every signed-in reader of it.
    {
      name: 'author_status',
      keys: { author_id: 1, asset_id: 1, created_at: 1, id: 1, status: 1 },
      partial: { status: { $gt: 'NONE' } },
    },
    { name: 'asset_accepted', keys: { asset_id: 1, created_at: 1, id: 1 }, partial: { status: 'ACCEPTED' } },
    {
      name: 'thread_accepted',
      keys: { asset_id: 1, parent_id: 1, created_at: 1, id: 1 },
      partial: { status: 'ACCEPTED' },
    },
    {
      name: 'flagged',
      keys: { created_at: 1, id: 1, status: 1, deleted_at: 1 },
      partial: { 'action_counts.flag': { $gt: 0 } },
    },
    {
      name: 'asset_flagged',
      keys: { asset_id: 1, created_at: 1, id: 1 },
      partial: { 'action_counts.flag': { $gt: 0 } },
    },
    {
      name: 'thread_flagged',
      keys: { asset_id: 1, parent_id: 1, created_at: 1, id: 1 },
      partial: { 'action_counts.flag': { $gt: 0 } },
    },
    // Holds the few comments that a moderator decided about; only read when an account is deleted.
    {
      name: 'decided',
      keys: { 'status_history.assigned_by': 1 },
      multikey: true,
      partial: { 'status_history.assigned_by': { $gt: '' } },
    },
    // Tombstones, which are counted apart from the comments that are whole.
    { name: 'deleted', keys: { asset_id: 1, status: 1, deleted_at: 1 }, partial: { deleted_at: { $gt: EVER } } },
    { name: 'tagged', keys: { 'tags.assigned_by': 1 }, multikey: true, partial: { 'tags.assigned_by': { $gt: '' } } },
    { name: 'newest', keys: { created_at: 1, id: 1, status: 1, deleted_at: 1 } },
    {
      name: 'tags',
      keys: { 'tags.tag.name': 1, asset_id: 1, created_at: 1, id: 1 },
      multikey: true,
      partial: { 'tags.tag.name': { $exists: true } },
    },
    {
      name: 'tags_newest',
      keys: { 'tags.tag.name': 1, created_at: 1, id: 1 },
      multikey: true,
      partial: { 'tags.tag.name': { $exists: true } },
    },
  ],
}

/** The statuses of comments that every caller may read. */
export const VISIBLE_STATUSES = ['NONE', 'ACCEPTED'] as const satisfies readonly CommentStatus[]

export function isVisible(comment: Pick<Comment, 'status'>): boolean {
  return VISIBLE_STATUSES.some(status => status === comment.status)
}

/** A comment as the record of an event, which says whether readers see it. */
export function withVisibility(comment: Comment): Comment & { readonly visible: boolean } {
  return { ...withHistory(comment), visible: isVisible(comment) }
}

/** The values of a new comment. */
export interface CommentDraft {
  readonly id?: string
  readonly asset_id: string
  readonly author_id: string
  readonly parent_id: string | null
  readonly body: string
  readonly status: CommentStatus
  /** The moderation phase that decided. */
  readonly phase?: string | null
  readonly reason?: string | null
  readonly tags?: TagLink[]
  readonly metadata?: Record<string, unknown>
  readonly source?: { id: string }
  /** The body digest, see `body-digest.ts`. */
  readonly said?: string | null
}

export function newComment({ id, source, tags, metadata, phase, reason, ...draft }: CommentDraft, now: Date): Comment {
  return {
    id: id ?? timedUUID(),
    ...draft,
    body_history: [{ body: draft.body, created_at: now }],
    status_history: [statusEntry({ status: draft.status, phase, reason, now })],
    reply_count: 0,
    action_counts: {},
    tags: tags ?? [],
    metadata: metadata ?? {},
    deleted_at: null,
    created_at: now,
    updated_at: now,
    ...(source ? { source } : {}),
  }
}

/** The values of an entry in the status history. */
interface Decided {
  readonly status: CommentStatus
  readonly by?: string | null
  readonly phase?: string | null | undefined
  readonly reason?: string | null | undefined
  /** What a moderator wrote for the author. */
  readonly author_reason?: string | null | undefined
  /** The id of the bulk rejection that the decision belongs to. */
  readonly bulk_rejection?: string | null | undefined
  readonly now: Date
}

export function statusEntry({ status, by = null, now, ...texts }: Decided): StatusHistoryEntry {
  const { phase, reason, author_reason, bulk_rejection } = texts
  return {
    type: status,
    assigned_by: by,
    ...(by === null ? {} : { decided: true }),
    created_at: now,
    ...(phase ? { phase } : {}),
    ...(reason ? { reason } : {}),
    ...(author_reason ? { author_reason } : {}),
    ...(bulk_rejection ? { bulk_rejection } : {}),
  }
}
