import type { Comment, CoreContext, FieldHookMap, TagInput } from '@platform/plugin-sdk'
import type { FeaturedEvent } from './live.ts'
import { FEATURED } from './names.ts'

interface Args {
  readonly tag: TagInput
}

/** Calls that change something, by their arguments: featuring twice is no news. */
const changing = new WeakMap<Args, Comment>()

/** Remembers the comment when the call is going to change whether it is featured. */
function remember(wanted: boolean) {
  return async (_root: unknown, args: Args, { loaders }: CoreContext): Promise<void> => {
    const { name, id, item_type: model } = args.tag
    if (name !== FEATURED || model !== 'COMMENTS') return
    const comment = await loaders.Comments.get(id)
    if (comment && comment.tags.some(({ tag }) => tag.name === FEATURED) !== wanted) changing.set(args, comment)
  }
}

function announce(event: string, { id, asset_id }: Comment, { user, pubsub }: CoreContext): Promise<void> {
  return pubsub.publish(event, { comment: { id, asset_id }, user: { id: user!.id } } satisfies FeaturedEvent)
}

export const hooks: FieldHookMap<CoreContext> = {
  RootMutation: {
    addTag: {
      pre: remember(true),
      post: {
        mode: 'observe',
        async run(_root, args: Args, context) {
          const comment = changing.get(args)
          if (!comment) return
          // What is put forward has to be public; this also announces the decision about a comment that was held.
          await context.mutators.Comment.setStatus({ id: comment.id, status: 'ACCEPTED' })
          await announce('commentFeatured', comment, context)
        },
      },
    },
    removeTag: {
      pre: remember(false),
      post: {
        mode: 'observe',
        async run(_root, args: Args, context) {
          const comment = changing.get(args)
          if (comment) await announce('commentUnfeatured', comment, context)
        },
      },
    },
  },
}
