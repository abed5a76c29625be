import {
  type Comment,
  type CoreMutators,
  NotAuthorizedError,
  NotFoundError,
  type TaggableItemType,
  type User,
} from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { isVisible } from '../comments/model.ts'

/** `context.mutators.Action`: actions of the caller on items that the caller can see. */
export function actionMutators(context: ServerContext): { Action: CoreMutators['Action'] } {
  const { actions } = context.services
  const actor = (permission: 'CREATE_ACTION' | 'DELETE_ACTION'): User => {
    if (!context.user || !context.can(permission)) throw new NotAuthorizedError()
    return context.user
  }
  return {
    Action: {
      async create({ item_id, item_type, action_type, group_id, metadata }) {
        const { id } = actor('CREATE_ACTION')
        if (!(await findItem(context, item_type, item_id))) throw new NotFoundError()
        return actions.create({
          item_id,
          item_type: item_type as TaggableItemType,
          action_type,
          group_id: group_id ?? null,
          user_id: id,
          metadata: { ...metadata },
        })
      },
      delete: async ({ id, action_type: type }) =>
        actions.delete(actor('DELETE_ACTION').id, { id, ...(type ? { action_type: type } : {}) }),
    },
  }
}

/** The comment or user of an action; there are no actions on assets. */
async function findItem({ can, loaders }: ServerContext, type: string, id: string): Promise<Comment | User | null> {
  if (type === 'USERS') return loaders.Users.getByID(id)
  const comment = type === 'COMMENTS' ? await loaders.Comments.get(id) : null
  if (!comment || comment.deleted_at) return null
  // An author sees the own comment that waits for a moderator, but no user can act on it yet, not even the author.
  return isVisible(comment) || can('SEARCH_OTHERS_COMMENTS') ? comment : null
}
