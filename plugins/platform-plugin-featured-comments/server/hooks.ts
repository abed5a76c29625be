import type { Comment, CoreContext, FieldHookMap, TagInput } from '@platform/plugin-sdk'
import type { FeaturedEvent } from './live.ts'
import { FEATURED } from './names.ts'

interface Args {
  readonly tag: TagInput
}

/** The comments of calls that change whether they are featured, by the arguments of the call. */
const changing = new WeakMap<Args, Comment>()

/** Remembers the comment of a call that will change whether it is featured. */
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
          // A featured comment must be public. This also publishes the event for a comment that waited.
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
