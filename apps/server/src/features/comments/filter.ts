import type { CommentsQuery } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { VISIBLE_STATUSES } from './model.ts'

/**
 * The store filter of a query as its caller may ask it.
 * `null` when they ask for statuses, or for the comments of a person, that they may not look up.
 */
export function commentFilter(context: ServerContext, query: CommentsQuery): Record<string, unknown> | null {
  const statuses = statusFilter(context, query.statuses)
  if (!statuses) return null
  const { author_id: author } = query
  if (author && author !== context.user?.id && !context.can('SEARCH_OTHERS_COMMENTS')) return null
  const ignored = query.excludeIgnored ? (context.user?.ignoresUsers ?? []) : []
  return {
    ...statuses,
    ...(query.asset_id ? { asset_id: query.asset_id } : {}),
    ...(query.parent_id === undefined ? {} : { parent_id: query.parent_id }),
    ...(author || ignored.length > 0
      ? { author_id: { ...(author ? { $eq: author } : {}), ...(ignored.length > 0 ? { $nin: ignored } : {}) } }
      : {}),
    ...(query.tags?.length ? { 'tags.tag.name': { $in: [...query.tags] } } : {}),
    ...(query.action_type && context.can('SEARCH_OTHERS_COMMENTS')
      ? { [`action_counts.${query.action_type.toLowerCase()}`]: { $gt: 0 } }
      : {}),
    ...(query.excludeDeleted ? { deleted_at: null } : {}),
  }
}

/** `undefined` asks for what is visible; `null`, or any other status, needs a moderator. */
function statusFilter(context: ServerContext, statuses: CommentsQuery['statuses']): Record<string, unknown> | null {
  const asked = statuses === undefined ? VISIBLE_STATUSES : statuses
  const visible = asked !== null && asked.every(status => (VISIBLE_STATUSES as readonly string[]).includes(status))
  if (!visible && !context.can('SEARCH_NON_NULL_OR_ACCEPTED_COMMENTS')) return null
  if (asked === null) return {}
  // Stores find the index of one status by equality.
  return { status: asked.length === 1 ? asked[0]! : { $in: [...asked] } }
}
