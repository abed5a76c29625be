import type { CoreContext, FieldResolvers, SetupFunction } from '@platform/plugin-sdk'

/** The payload of `commentFeatured` and `commentUnfeatured`, by which the comment and the user are found again. */
export interface FeaturedEvent {
  readonly comment: { readonly id: string; readonly asset_id: string }
  readonly user: { readonly id: string }
}

/** Reads the comment again for each subscriber, because it may be hidden meanwhile. */
async function reload({ comment, user }: FeaturedEvent, _args: unknown, { loaders }: CoreContext) {
  const [found, by] = await Promise.all([loaders.Comments.get(comment.id), loaders.Users.getByID(user.id)])
  return found && by && { comment: found, user: by }
}

export const resolvers: { Subscription: FieldResolvers<CoreContext> } = {
  Subscription: { commentFeatured: reload, commentUnfeatured: reload },
}

/**
 * Readers may follow one discussion; only moderators may follow all. The filter checks the payload, because any plugin
 * may publish to this channel.
 */
function following(event: string): SetupFunction<CoreContext> {
  return (_options, { asset_id: asset }: { asset_id?: string | null }) => ({
    [event]: {
      filter: (payload: Partial<FeaturedEvent> | null, context) =>
        asset ? payload?.comment?.asset_id === asset : context.can('SUBSCRIBE_ALL_COMMENT_ACCEPTED'),
    },
  })
}

export const setupFunctions = {
  commentFeatured: following('commentFeatured'),
  commentUnfeatured: following('commentUnfeatured'),
}
