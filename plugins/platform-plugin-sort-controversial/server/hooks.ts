import type { CoreContext, FieldHookMap, FieldHooks } from '@platform/plugin-sdk'
import { ActionModel } from '@platform/server/models/action'
import { updateScore } from './score.ts'

interface Vote {
  readonly input: { readonly item_id: string }
}
interface Unvote {
  readonly input: { readonly id: string }
}

/**
 * The comments of votes that are being deleted, by the arguments of the call. After the call the vote does not exist.
 */
const votedOn = new WeakMap<Unvote, string>()

const voting: FieldHooks<CoreContext> = {
  post: { mode: 'observe', run: (_root, { input }: Vote) => updateScore(input.item_id) },
}

const takingBack: FieldHooks<CoreContext> = {
  async pre(_root, args: Unvote, { user }) {
    const action = user && (await ActionModel.findOne({ id: args.input.id, user_id: user.id }, { item_id: 1 }))
    if (action) votedOn.set(args, action.item_id)
  },
  post: {
    mode: 'observe',
    async run(_root, args: Unvote) {
      const comment = votedOn.get(args)
      if (comment !== undefined) await updateScore(comment)
    },
  },
}

/** The mutations that add or delete votes. */
export const hooks: FieldHookMap<CoreContext> = {
  RootMutation: {
    createUpvoteAction: voting,
    createDownvoteAction: voting,
    deleteUpvoteAction: takingBack,
    deleteDownvoteAction: takingBack,
  },
}
