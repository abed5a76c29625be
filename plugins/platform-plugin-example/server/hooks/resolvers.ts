import { type Comment, type Resolver, shared } from '@platform/plugin-sdk'
import type { ExampleContext } from '../context-types.ts'
import { starCount } from '../records.ts'
import { tally } from '../tally.ts'

interface SetStar {
  readonly input: { readonly comment_id: string; readonly kept: boolean }
}

/**
 * `resolvers`: functions that compute the fields. Keep them short: loaders read and mutators write. Mark a resolver
 * that depends on its parent only with `shared`. Only then can anonymous readers share an answer.
 */
export const resolvers = {
  Comment: {
    starCount: shared((comment: Comment) => starCount(comment)),
    starred: async ({ id }: Comment, _args: unknown, { user, loaders }: ExampleContext) =>
      user && (await loaders.Stars.mine()).includes(id),
  },
  RootQuery: {
    async stars(_root: unknown, _args: unknown, { user, loaders }: ExampleContext) {
      if (!user) return null
      const ids = await loaders.Stars.mine()
      // The core's loader returns only comments that the caller may see, and reads all of these together.
      return (await Promise.all(ids.map(id => loaders.Comments.get(id)))).filter(comment => comment !== null)
    },
  },
  RootMutation: {
    setStar: async (_root: unknown, { input }: SetStar, { mutators }: ExampleContext) => ({
      comment: await mutators.Stars.set(input),
    }),
  },
  Subscription: {
    // The comment is read again for each subscriber, because it may be hidden meanwhile.
    commentStarred: ({ comment }: { comment: { id: string } }, _args: unknown, { loaders }: ExampleContext) =>
      loaders.Comments.get(comment.id),
  },
}

/**
 * `permissions`: who may use the fields and routes of this plugin. Use it when a permission alone decides; check other
 * conditions in mutators and resolvers. A field or route without a row is open to all callers.
 */
export const permissions = { 'RootMutation.setStar': 'CREATE_ACTION', 'RootQuery.stars': 'ANYBODY' } as const

/**
 * `schemaLevelResolveFunction`: runs before the root fields of every operation, and returns their parent. Use it for
 * measurements. With this hook no answers are shared between readers, so omit it unless you need it.
 */
export const schemaLevelResolveFunction: Resolver<ExampleContext> = root => {
  tally.operations++
  return root
}
