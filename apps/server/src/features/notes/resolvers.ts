import { type HookObject, NotFoundError, type SortOrder, type User } from '@platform/plugin-sdk'
import DataLoader from 'dataloader'
import { z } from 'zod'
import { allowed } from '../../contract/caller.ts'
import type { ServerContext } from '../../contract/context.ts'
import { parseInput } from '../../input/invalid-input.ts'
import { wellFormed } from '../../input/well-formed.ts'
import { pageLimit } from '../../paging/limit.ts'
import { assertDecidesAbout, mayDecideAbout } from '../users/authority.ts'
import { userById } from '../users/resolvers.ts'
import type { Note } from './model.ts'

declare module '@platform/plugin-sdk' {
  interface CoreLoaders {
    Notes: {
      /** How many notes there are about a user. Permissions are not checked here: check the caller first. */
      countAbout(userId: string): Promise<number>
    }
  }
}

interface NotesArgs {
  readonly user_id: string
  readonly limit?: number | null
  readonly cursor?: string | number | null
  readonly sortOrder?: SortOrder | null
}

const input = z.strictObject({
  user_id: z.string(),
  body: z
    .string()
    .transform(body => wellFormed(body).trim())
    .pipe(z.string().min(1, 'write something').max(2_000, 'write at most 2,000 characters')),
})

/** `context.loaders.Notes`. Counts are not cached, because a mutation may change them in the same request. */
export function noteLoaders({ services }: ServerContext) {
  const counts = new DataLoader<string, number>(
    async ids => {
      const found = await services.notes.countAbout(ids)
      return ids.map(id => found.get(id) ?? 0)
    },
    { cache: false },
  )
  return { Notes: { countAbout: (userId: string) => counts.load(userId) } }
}

export const noteResolvers: NonNullable<HookObject<ServerContext>['resolvers']> = {
  RootQuery: {
    async userNotes(_root, { user_id: id, limit, cursor = null, sortOrder }: NotesArgs, context) {
      const moderator = allowed(context, 'VIEW_USER_NOTES')
      const user = await context.loaders.Users.getByID(id)
      if (!user) throw new NotFoundError('The user')
      assertDecidesAbout(moderator, user)
      const direction = sortOrder === 'ASC' ? 1 : -1
      return context.services.notes.about(id, { limit: pageLimit(limit), cursor, direction })
    },
  },
  RootMutation: {
    async createUserNote(_root, given: { input: unknown }, context) {
      const { user_id: userId, body } = parseInput(input, given.input)
      return { note: await context.services.notes.write(allowed(context, 'WRITE_USER_NOTES'), userId, body) }
    },
    async deleteUserNote(_root, { id }: { id: string }, context) {
      await context.services.notes.remove(allowed(context, 'WRITE_USER_NOTES'), id)
      return null
    },
  },
  User: {
    noteCount: (found: User, _args, { user, loaders }) =>
      user && mayDecideAbout(user, found) ? loaders.Notes.countAbout(found.id) : null,
  },
  UserNote: { author: ({ author_id: author }: Note, _args, context) => userById(author, context) },
}
