import type { Docstore } from '@platform/docstore'
import { NotAuthorizedError, NotFoundError, PlatformError, type Comment, type CommentStatus, type User } from '@platform/plugin-sdk'
import type { Clock } from '../../boot/clock.ts'
import type { Revisions } from '../../graphql/revisions.ts'
import type { AssetsService } from '../assets/service.ts'
import type { TagsService } from '../tags/service.ts'
import { createCounters } from './counters.ts'
import { isVisible, newComment } from './model.ts'
import { moderate } from './moderation/moderate.ts'

export interface NewComment {
  readonly asset_id: string
  readonly parent_id?: string | null
  readonly body: string
  readonly tags?: readonly (string | null)[] | null
  /** A status asked for by a plugin; the pipeline has the last word. */
  readonly status?: CommentStatus | null
  readonly metadata?: Record<string, unknown>
}

export interface CommentEdit { readonly id: string; readonly asset_id: string; readonly body: string; readonly metadata?: Record<string, unknown> }

/** Writing comments. Each method returns what is stored afterwards, with counters moved along. */
export interface CommentsService {
  create(author: User, input: NewComment): Promise<Comment>
  edit(author: User, edit: CommentEdit): Promise<{ before: Comment; after: Comment }>
  /** The decision of a moderator. The same one again changes nothing: `before` equals `after`. */
  setStatus(moderator: User, id: string, status: CommentStatus): Promise<{ before: Comment; after: Comment }>
}

interface Dependencies { readonly docstore: Docstore; readonly assets: AssetsService; readonly tags: TagsService; readonly revisions: Revisions; readonly clock: Clock }

const EDITABLE: readonly CommentStatus[] = ['NONE', 'PREMOD', 'ACCEPTED']

export function createComments({ docstore, assets, tags, revisions, clock }: Dependencies): CommentsService {
  const comments = docstore.collection<Comment>('comments')
  const counters = createCounters(docstore)

  async function judge(author: User, assetId: string, input: { body: string; status?: CommentStatus | null }) {
    const [asset] = await assets.findByIds([assetId])
    if (!asset) throw new NotFoundError('The discussion')
    const settings = await assets.settingsOf(asset)
    return { settings, status: moderate({ body: input.body, author, asset, settings, preset: input.status ?? null, now: clock.now() }) }
  }

  return {
    async create(author, input) {
      const { status } = await judge(author, input.asset_id, input)
      const links = await tags.linksFor(author, input.tags ?? [])
      const draft = { asset_id: input.asset_id, author_id: author.id, parent_id: input.parent_id ?? null, body: input.body, status, tags: links, metadata: input.metadata ?? {} }
      const comment = await docstore.transaction(async session => {
        const made = newComment(draft, clock.now())
        if (made.parent_id !== null) assertAnswerable(await comments.findOne({ id: made.parent_id }, { session }), made)
        await comments.insertOne(made, { session })
        await counters.follow({ before: null, after: made }, session)
        return made
      })
      revisions.bump(`asset:${comment.asset_id}`, 'comments')
      return comment
    },

    async edit(author, { id, asset_id, body, metadata }) {
      const found = await comments.findOne({ id })
      if (!found || found.deleted_at || found.asset_id !== asset_id) throw new NotFoundError('The comment')
      if (found.author_id !== author.id || !EDITABLE.includes(found.status)) throw new NotAuthorizedError()
      const { status, settings } = await judge(author, found.asset_id, { body })
      const now = clock.now()
      const opened = new Date(now.getTime() - settings.editCommentWindowLength)
      if (found.created_at <= opened) throw new PlatformError('EDIT_WINDOW_ENDED', 'It is too late to change this comment', { status: 403 })
      const change = await docstore.transaction(async session => {
        // Read again: a moderator may have decided in between.
        const before = await comments.findOne({ id, deleted_at: null }, { session })
        if (!before || !EDITABLE.includes(before.status)) throw new NotAuthorizedError()
        const after = (await comments.findOneAndUpdate({ id }, {
          $set: { body, status, updated_at: now, ...prefixed('metadata', metadata) },
          $push: { body_history: { $each: [{ body, created_at: now }], $slice: -100 }, ...(status === before.status ? {} : { status_history: { $each: [{ type: status, assigned_by: null, created_at: now }], $slice: -100 } }) },
        }, { session, returnDocument: 'after' }))!
        await counters.follow({ before, after }, session)
        return { before, after }
      })
      revisions.bump(`asset:${found.asset_id}`, 'comments')
      return change
    },

    async setStatus(moderator, id, status) {
      const now = clock.now()
      const change = await docstore.transaction(async session => {
        const found = await comments.findOne({ id, deleted_at: null }, { session })
        if (!found) throw new NotFoundError('The comment')
        if (found.status === status) return { before: found, after: found }
        const after = (await comments.findOneAndUpdate({ id }, {
          $set: { status, updated_at: now },
          $push: { status_history: { $each: [{ type: status, assigned_by: moderator.id, created_at: now }], $slice: -100 } },
        }, { session, returnDocument: 'after' }))!
        await counters.follow({ before: found, after }, session)
        return { before: found, after }
      })
      if (change.before !== change.after) revisions.bump(`asset:${change.after.asset_id}`, 'comments')
      return change
    },
  }
}

function assertAnswerable(parent: Comment | null, child: Comment): void {
  if (parent && !parent.deleted_at && isVisible(parent) && parent.asset_id === child.asset_id) return
  throw new PlatformError('COMMENT_PARENT_NOT_VISIBLE', 'The comment you answer is not there any more')
}

function prefixed(path: string, values: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${path}.${name}`, value]))
}
