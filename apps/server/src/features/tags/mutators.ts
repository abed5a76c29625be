import { type CoreMutators, NotAuthorizedError, NotFoundError, type TagInput, type User } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { maySee } from '../comments/loaders.ts'
import type { TaggedItem } from './service.ts'

/** `context.mutators.Tag`: finds the item as the caller may see it, and lets the service decide about the tag. */
export function tagMutators(context: ServerContext): { Tag: CoreMutators['Tag'] } {
  const { tags } = context.services
  return {
    Tag: {
      add: async input => tags.add(allowed(context, 'ADD_COMMENT_TAG'), await findItem(context, input), input.name),
      remove: async input =>
        tags.remove(allowed(context, 'REMOVE_COMMENT_TAG'), await findItem(context, input), input.name),
    },
  }
}

/** The staff may use tags, and so may all users who may write, because some tags are chosen by authors. */
function allowed(context: ServerContext, permission: 'ADD_COMMENT_TAG' | 'REMOVE_COMMENT_TAG'): User {
  if (!context.user || !(context.can(permission) || context.can('EDIT_COMMENT'))) throw new NotAuthorizedError()
  return context.user
}

/** Reads the item from the store, because a loader may have cached it before the change. */
async function findItem(
  context: ServerContext,
  { id, item_type: model, asset_id: assetId }: TagInput,
): Promise<TaggedItem> {
  const { commentsReader, assets, users } = context.services
  if (model === 'COMMENTS') {
    const [record] = await commentsReader.findByIds([id])
    if (record && !record.deleted_at && (!assetId || record.asset_id === assetId) && maySee(context, record))
      return { model, record }
  } else if (model === 'ASSETS') {
    const [record] = await assets.findByIds([id])
    if (record) return { model, record }
  } else {
    const record = await users.findById(id)
    if (record) return { model, record }
  }
  throw new NotFoundError()
}
