import { type Comment, shared } from '@platform/plugin-sdk'
import type { ExampleContext } from '../context-types.ts'
import { bookmarkCount } from '../records.ts'

interface SetBookmark {
  readonly input: { readonly comment_id: string; readonly kept: boolean }
}

/**
 * `resolvers`: what each field answers. Keep them short, and leave reading to loaders and writing to mutators.
 * Mark with `shared` what depends on nothing but the parent: only then can readers share an answer.
 */
export const resolvers = {
  Comment: {
    bookmarkCount: shared((comment: Comment) => bookmarkCount(comment)),
    bookmarked: async ({ id }: Comment, _args: unknown, { user, loaders }: ExampleContext) =>
      user && (await loaders.Bookmarks.mine()).includes(id),
  },
  RootQuery: {
    async bookmarks(_root: unknown, _args: unknown, { user, loaders }: ExampleContext) {
      if (!user) return null
      const ids = await loaders.Bookmarks.mine()
      // The core's loader gives what the caller may see, and reads all of these at once.
      return (await Promise.all(ids.map(id => loaders.Comments.get(id)))).filter(comment => comment !== null)
    },
  },
  RootMutation: {
    setBookmark: async (_root: unknown, { input }: SetBookmark, { mutators }: ExampleContext) => ({
      comment: await mutators.Bookmarks.set(input),
    }),
  },
  Subscription: {
    // Read again, as each subscriber may see it: it may have been hidden in between.
    commentBookmarked: ({ comment }: { comment: { id: string } }, _args: unknown, { loaders }: ExampleContext) =>
      loaders.Comments.get(comment.id),
  },
}
