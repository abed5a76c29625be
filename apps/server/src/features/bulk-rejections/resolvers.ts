import type { HookObject, User } from '@platform/plugin-sdk'
import DataLoader from 'dataloader'
import { allowed } from '../../contract/caller.ts'
import type { ServerContext } from '../../contract/context.ts'
import { reasonForAuthor } from '../comments/mutators.ts'
import { userById } from '../users/resolvers.ts'
import type { BulkRejection } from './model.ts'

declare module '@platform/plugin-sdk' {
  interface CoreLoaders {
    BulkRejections: {
      /** The last ones about a user. Permissions are not checked here: check the caller first. */
      about(userId: string): Promise<readonly BulkRejection[]>
    }
  }
}

/** `context.loaders.BulkRejections`. They are not cached, because a mutation may add one in the same request. */
export function bulkRejectionLoaders({ services }: ServerContext) {
  const about = new DataLoader<string, readonly BulkRejection[]>(
    async ids => {
      const found = await services.bulkRejections.about(ids)
      return ids.map(id => found.get(id) ?? [])
    },
    { cache: false },
  )
  return { BulkRejections: { about: (userId: string) => about.load(userId) } }
}

interface Given {
  readonly input: { readonly user_id: string; readonly since?: Date | null; readonly reason?: string | null }
}

export const bulkRejectionResolvers: NonNullable<HookObject<ServerContext>['resolvers']> = {
  RootQuery: {
    bulkRejection: (_root, { id }: { id: string }, { services }) => services.bulkRejections.find(id),
  },
  RootMutation: {
    async rejectCommentsOf(_root, { input: { user_id, since = null, reason } }: Given, context) {
      const moderator = allowed(context, 'SET_COMMENT_STATUS')
      const wanted = { user_id, since, reason: reasonForAuthor(reason) }
      return { bulkRejection: await context.services.bulkRejections.begin(moderator, wanted) }
    },
    async takeBackBulkRejection(_root, { id }: { id: string }, context) {
      const moderator = allowed(context, 'SET_COMMENT_STATUS')
      return { bulkRejection: await context.services.bulkRejections.takeBack(moderator, id) }
    },
  },
  User: {
    bulkRejections: ({ id }: User, _args, { loaders }) => loaders.BulkRejections.about(id),
  },
  BulkRejection: {
    assigned_by: ({ assigned_by: moderator }: BulkRejection, _args, context) => userById(moderator, context),
  },
}
