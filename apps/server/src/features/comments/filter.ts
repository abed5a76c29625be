import { BadUserInputError, type CommentsQuery } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { IS_PUBLIC, seesAllTags } from '../tags/visible.ts'
import { VISIBLE_STATUSES } from './model.ts'

/** The most assets whose comments are read together: each adds a range of an index to the query. */
const MOST_ASSETS = 20
/** The most tags of a query, for the same reason: there is a range for each tag in each asset. */
const MOST_TAGS = 10

/**
 * The store filter of a query, as far as its caller may ask it.
 * `null` when the caller may not look up the statuses, the author or the text that the query asks for.
 */
export function commentFilter(context: ServerContext, query: CommentsQuery): Record<string, unknown> | null {
  const statuses = statusFilter(context, query)
  if (!statuses) return null
  const { author_id: author } = query
  if (isGiven(author) && author !== context.user?.id && !context.can('SEARCH_OTHERS_COMMENTS')) return null
  if (isSearched(query) && !context.can('SEARCH_OTHERS_COMMENTS')) return null
  const ignored = query.excludeIgnored ? (context.user?.ignoresUsers ?? []) : []
  return {
    ...statuses,
    ...assetFilter(query),
    ...(query.parent_id === undefined ? {} : { parent_id: query.parent_id }),
    ...(isGiven(author) || ignored.length > 0
      ? { author_id: { ...(isGiven(author) ? { $eq: author } : {}), ...(ignored.length > 0 ? { $nin: ignored } : {}) } }
      : {}),
    ...tagFilter(context, query),
    ...(query.action_type && context.can('SEARCH_OTHERS_COMMENTS')
      ? { [`action_counts.${query.action_type.toLowerCase()}`]: { $gt: 0 } }
      : {}),
    ...(query.excludeDeleted ? { deleted_at: null } : {}),
  }
}

function assetFilter({ asset_id: asset, asset_ids: assets }: CommentsQuery): Record<string, unknown> {
  if (!assets) return isGiven(asset) ? { asset_id: asset } : {}
  if (isGiven(asset)) throw new BadUserInputError('asset_ids: give either one asset or several')
  const ids = [...new Set(assets)]
  if (ids.length > MOST_ASSETS) throw new BadUserInputError(`asset_ids: give at most ${MOST_ASSETS} ids`)
  // Stores sort by an index only behind a field that equals one value.
  return { asset_id: ids.length === 1 ? ids[0] : { $in: ids } }
}

/**
 * The condition for the tags of a query; nothing for one that names none. Who does not see a tag on a comment does not
 * find the comment by it either.
 */
function tagFilter(context: ServerContext, { tags }: CommentsQuery): Record<string, unknown> {
  const names = [...new Set(tags)]
  if (names.length === 0) return {}
  if (names.length > MOST_TAGS) throw new BadUserInputError(`tags: give at most ${MOST_TAGS} names`)
  const name = names.length === 1 ? names[0] : { $in: names }
  return {
    // Indexes have the names of the tags only, so they find the comments by these also where more is asked of the tags.
    'tags.tag.name': name,
    ...(seesAllTags(context) ? {} : { tags: { $elemMatch: { 'tag.name': name, ...IS_PUBLIC } } }),
  }
}

/** Whether a query asks for words in the texts. */
export function isSearched(query: CommentsQuery): query is CommentsQuery & { readonly text: string } {
  return Boolean(query.text?.trim())
}

/** Whether a query names an id. An empty id is an id that no record has, so a query for it finds nothing. */
export function isGiven(id: string | null | undefined): id is string {
  return id !== undefined && id !== null
}

/**
 * `undefined` asks for visible comments; `null`, or any other status, needs a permission of moderators, or is about the
 * caller's own comments.
 */
function statusFilter(
  context: ServerContext,
  { statuses, author_id: author }: CommentsQuery,
): Record<string, unknown> | null {
  const wanted = statuses === undefined ? VISIBLE_STATUSES : statuses
  const visible = wanted?.every(status => VISIBLE_STATUSES.some(known => known === status))
  const own = context.user !== null && author === context.user.id
  if (!visible && !own && !context.can('SEARCH_NON_NULL_OR_ACCEPTED_COMMENTS')) return null
  if (wanted === null) return {}
  // Stores use the index of a status for equality only.
  return { status: wanted.length === 1 ? wanted[0] : { $in: [...wanted] } }
}
