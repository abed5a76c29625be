import { strongestRole } from '@platform/auth'
import {
  type Asset,
  BadUserInputError,
  type Comment,
  type CommentsQuery,
  type CoreMutators,
  type HookObject,
  type StatusHistoryEntry,
  type User,
} from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { bodyHistoryOf } from '../../runtime/comment-record.ts'
import { publicTags } from '../tags/visible.ts'
import { userById } from '../users/resolvers.ts'
import type { TakenBack } from './decide.ts'
import { revisionOf } from './expected.ts'
import { isGiven } from './filter.ts'
import { commentSubscriptions } from './live.ts'
import { moderationOf } from './moderation/menu.ts'
import { actionsShownTo } from './moderation/phases.ts'

type SetStatusInput = Parameters<CoreMutators['Comment']['setStatus']>[0]
type Resolvers = NonNullable<HookObject<ServerContext>['resolvers']>

const comment: Resolvers[string] = {
  parent: ({ parent_id: parent }: Comment, _args, { loaders }) =>
    parent === null ? null : loaders.Comments.get(parent),
  hasParent: ({ parent_id: parent }: Comment) => parent !== null,
  user: ({ author_id: author }: Comment, _args, { loaders }) =>
    author === null ? null : loaders.Users.getByID(author),
  author_role: ({ author_id: author, tags }: Comment, _args, context) =>
    author !== null && publicTags(tags, context).some(({ tag }) => tag.name === 'STAFF')
      ? staffRoleOf(author, context)
      : null,
  asset: ({ asset_id: asset }: Comment, _args, { loaders }) => loaders.Assets.getByID(asset),
  replies: (parent: Comment, { query }: { query: (CommentsQuery & { cursor?: string }) | null }, { loaders }) =>
    loaders.Comments.getReplies(parent, query ?? {}),
  replyCount: ({ reply_count: count }: Comment) => count,
  tags: ({ tags }: Comment, _args, context) => publicTags(tags, context),
  body_history: bodyHistoryOf,
  actions: (found: Comment, _args, { loaders }) => loaders.Actions.getByItem(found),
  action_summaries: (found: Comment, _args, { loaders }) => loaders.Actions.getSummariesByItem(found),
  rejection_reason: ({ status, status_history: history }: Comment) =>
    status === 'REJECTED' ? (history.at(-1)?.author_reason ?? null) : null,
  moderation: moderationOf,
  revision: revisionOf,
  editing: async (found: Comment, _args, { services }) => {
    const { editCommentWindowLength } = await services.settings.load()
    const history = bodyHistoryOf(found)
    const edited = history.length > 1
    return {
      edited,
      editedAt: edited ? (history.at(-1)?.created_at ?? null) : null,
      editableUntil: new Date(found.created_at.getTime() + editCommentWindowLength),
    }
  },
  url: async ({ id, asset_id: assetId }: Comment, _args, { loaders }) => {
    const asset = await loaders.Assets.getByID(assetId)
    if (!asset || !URL.canParse(asset.url)) return null
    const url = new URL(asset.url)
    url.searchParams.set('commentId', id)
    return url.href
  },
}

async function staffRoleOf(id: string, { loaders }: ServerContext): Promise<string | null> {
  const user: User | null = await loaders.Users.getByID(id)
  const role = user && strongestRole(user.roles)
  // A job removes the tag after a user has left the staff; until then the author is a commenter already.
  return role === 'COMMENTER' ? 'STAFF' : role
}

/** Which comments of a user are read. */
interface WrittenPage {
  readonly limit?: number | null
  readonly cursor?: string | null
}
const NOTHING = { nodes: [], hasNextPage: false, startCursor: null, endCursor: null }

/** The most comments that are read by their ids at a time. */
const MOST_BY_ID = 100

/** The most counts that are asked for at a time. */
const MOST_COUNTS = 50

type CountQuery = CommentsQuery & { readonly asset_url?: string | null }

async function countOf(query: CountQuery, { loaders }: ServerContext): Promise<number | null> {
  const wanted = { ...query, statuses: query.statuses?.length ? query.statuses : null }
  if (!isGiven(query.asset_url) || isGiven(query.asset_id)) return loaders.Comments.getCountByQuery(wanted)
  const asset = await loaders.Assets.findByUrl(query.asset_url)
  return asset ? loaders.Comments.getCountByQuery({ ...wanted, asset_id: asset.id }) : 0
}

export const commentResolvers: Resolvers = {
  Comment: comment,
  CommentChangedUserError: {
    comment: ({ metadata }: { metadata: { comment: string } }, _args, { loaders }) =>
      loaders.Comments.get(metadata.comment),
  },
  CommentStatusHistory: {
    assigned_by: (entry: StatusHistoryEntry, _args, context) => userById(entry.assigned_by, context),
    reason: ({ reason, author_reason: written }: StatusHistoryEntry) => reason ?? written ?? null,
  },
  RootQuery: {
    async comment(_root, { id }: { id: string }, context) {
      const found = await context.loaders.Comments.get(id)
      if (found) dependOnAsset(context, found.asset_id)
      else context.preventSharing()
      return found
    },
    async commentsById(_root, { ids }: { ids: readonly string[] }, context) {
      if (ids.length > MOST_BY_ID) throw new BadUserInputError(`ids: give at most ${MOST_BY_ID} ids`)
      const wanted = [...new Set(ids)]
      const found = (await Promise.all(wanted.map(id => context.loaders.Comments.get(id)))).filter(one => one !== null)
      for (const asset of new Set(found.map(one => one.asset_id))) dependOnAsset(context, asset)
      if (found.length < wanted.length) context.preventSharing()
      return found
    },
    comments(_root, { query }: { query: CommentsQuery }, context) {
      if (isGiven(query.asset_id)) dependOnAsset(context, query.asset_id)
      else dependOnAll(context)
      return context.loaders.Comments.getByQuery(query)
    },
    unreadComments(_root, { asset_id: asset, since }: { asset_id: string; since: Date }, context) {
      // Each reader asks with a time of their own, so an answer that is kept would be of no use to others.
      context.preventSharing()
      return context.services.commentsReader.unread(context, { asset, since })
    },
    publicProfile(_root, { id }: { id: string }, context) {
      dependOnAll(context)
      return context.loaders.Users.getByID(id)
    },
    commentCount: (_root, { query }: { query: CountQuery }, context) => countOf(query, context),
    commentCounts(_root, { queries }: { queries: readonly CountQuery[] }, context) {
      if (queries.length > MOST_COUNTS) throw new BadUserInputError(`queries: give at most ${MOST_COUNTS} queries`)
      return Promise.all(queries.map(query => countOf(query, context)))
    },
  },
  PublicProfile: {
    user: (user: User) => user,
    comments: ({ id }: User, page: WrittenPage, { services, user }) =>
      user?.ignoresUsers.includes(id) ? NOTHING : services.commentsReader.written(id, page),
  },
  RootMutation: {
    async createComment(
      _root,
      { input }: { input: { asset_id: string; parent_id?: string; body: string; tags?: string[] } },
      context,
    ) {
      const made = await context.mutators.Comment.create(input)
      const actions = await context.loaders.Actions.getByItem(made)
      return { comment: made, actions: actionsShownTo(context, actions) }
    },
    async editComment(
      _root,
      { id, asset_id, edit }: { id: string; asset_id: string; edit?: { body: string } | null },
      context,
    ) {
      if (!edit) throw new BadUserInputError('edit is missing: give the new body')
      return { comment: await context.mutators.Comment.edit({ id, asset_id, edit }) }
    },
    deleteOwnComment: async (_root, { id }: { id: string }, context) => ({
      comment: await context.mutators.Comment.deleteOwn({ id }),
    }),
    async setCommentStatus(_root, input: SetStatusInput, context) {
      await context.mutators.Comment.setStatus(input)
      return null
    },
    async takeBackDecision(_root, input: TakenBack, context) {
      await context.mutators.Comment.takeBack(input)
      return null
    },
  },
  Subscription: commentSubscriptions,
}

/** A discussion's answers depend on its own changes, on the names of users and on the settings of the site. */
export function dependOnAsset(context: ServerContext, assetId: Asset['id']): void {
  for (const tag of [`asset:${assetId}`, 'users', 'settings']) context.dependsOn(tag)
}

export function dependOnAll(context: ServerContext): void {
  for (const tag of ['comments', 'assets', 'users', 'settings']) context.dependsOn(tag)
}
