import type { CoreContext, FieldResolvers, SetupFunction } from '@platform/plugin-sdk'

/** What `commentFeatured` and `commentUnfeatured` carry: enough to find both again. */
export interface FeaturedEvent {
  readonly comment: { readonly id: string; readonly asset_id: string }
  readonly user: { readonly id: string }
}

/** Comments are read again as each subscriber may see them, because one may have been hidden in between. */
async function reload({ comment, user }: FeaturedEvent, _args: unknown, { loaders }: CoreContext) {
  const [found, by] = await Promise.all([loaders.Comments.get(comment.id), loaders.Users.getByID(user.id)])
  return found && by && { comment: found, user: by }
}

export const resolvers: { Subscription: FieldResolvers<CoreContext> } = {
  Subscription: { commentFeatured: reload, commentUnfeatured: reload },
}

/**
 * Readers follow one discussion, and only moderators all of them at once. Any plugin may publish, so the payload may be
 * anything.
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
