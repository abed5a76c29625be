import type { Collection, ReadOptions } from '@platform/docstore'
import type { Comment, CommentsQuery } from '@platform/plugin-sdk'
import { SEARCH } from '../../paging/long-reads.ts'
import { VISIBLE_STATUSES } from './model.ts'

/** The most comments that are looked at as a whole for one answer. Of more, a deadline makes a long read. */
const FEW = 500

type Conditions = Readonly<Record<string, unknown>>
type Deadline = Pick<ReadOptions, 'maxTimeMS'>

/**
 * The deadline of a list with a tag, or by an author, in an order that no index has: all of it is sorted for a page.
 * Other lists are in order, or refused by `assertSortable`. A list that is sifted is read with one as
 * well, because no index finds its comments in its order.
 */
export async function listDeadline(
  comments: Collection<Comment>,
  query: CommentsQuery,
  filter: Conditions,
): Promise<Deadline> {
  if (isByTime(query) && !isSifted(query)) return {}
  const narrowing = taggedIn(filter) ?? writtenBy(filter)
  if (narrowing !== null) return deadlineOf(comments, narrowing)
  return isSifted(query) ? SEARCH : {}
}

/**
 * Whether each comment may have to be looked at for an action or a status. Of actions only flags have indexes. Those of
 * flags and statuses are in the order of time: in another one stores may read a whole level of a discussion.
 */
export function isSifted(query: CommentsQuery): boolean {
  const type = query.action_type ?? null
  if (type !== null && type !== 'FLAG') return true
  const statuses = query.statuses ?? VISIBLE_STATUSES
  return !isByTime(query) && (type === 'FLAG' || !VISIBLE_STATUSES.every(status => statuses.includes(status)))
}

function isByTime({ sortBy }: CommentsQuery): boolean {
  return (sortBy ?? 'CREATED_AT') === 'CREATED_AT'
}

/** The deadline of a count that no counter answers. Readers ask for those of tags with every page of a discussion. */
export async function countDeadline(comments: Collection<Comment>, filter: Conditions): Promise<Deadline> {
  const narrowing = taggedIn(filter)
  return narrowing === null ? SEARCH : deadlineOf(comments, narrowing)
}

async function deadlineOf(comments: Collection<Comment>, narrowing: Conditions): Promise<Deadline> {
  return (await comments.countDocuments(narrowing, { limit: FEW + 1 })) > FEW ? SEARCH : {}
}

function taggedIn({ asset_id: asset, 'tags.tag.name': tag }: Conditions): Conditions | null {
  return tag === undefined ? null : { 'tags.tag.name': tag, ...(asset === undefined ? {} : { asset_id: asset }) }
}

function writtenBy({ author_id: author, asset_id: asset }: Conditions): Conditions | null {
  const { $eq: id } = (author ?? {}) as { readonly $eq?: string }
  return id === undefined ? null : { author_id: id, ...(asset === undefined ? {} : { asset_id: asset }) }
}
