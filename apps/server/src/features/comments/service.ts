import { type Docstore, isDuplicateKeyError } from '@platform/docstore'
import {
  type Comment,
  type CommentStatus,
  NotAuthorizedError,
  NotFoundError,
  PlatformError,
  type Publisher,
  type Submission,
  type User,
} from '@platform/plugin-sdk'
import { wellFormed } from '../../input/well-formed.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { AssetsService } from '../assets/service.ts'
import { appended } from '../history.ts'
import type { TagsService } from '../tags/service.ts'
import type { Change } from './counters.ts'
import { isVisible, newComment } from './model.ts'
import { createJudging, type Suggestion } from './moderation/judging.ts'
import type { Judgement } from './moderation/moderate.ts'
import { saidOf } from './said.ts'
import { idOfSent, sentBefore } from './sent-again.ts'
import { createMakeTransition } from './transition.ts'
import { afterEdit, isAllowed } from './transitions.ts'

export interface NewComment extends Suggestion {
  readonly asset_id: string
  readonly parent_id?: string | null
  readonly body: string
  readonly tags?: readonly (string | null)[] | null
  /** What the client calls it, to send it again without posting it twice. */
  readonly key?: string | null
}

export interface CommentEdit extends Suggestion {
  readonly id: string
  readonly asset_id: string
  readonly body: string
}

/** Writing comments. Each method makes one transition of `transitions.ts` and returns what is stored afterwards. */
export interface CommentsService {
  /** Sent again with the same key it is the comment there is. @throws PlatformError CONFLICT when that says something else. */
  create(author: User, input: NewComment): Promise<Comment>
  /** The same text again changes nothing: `before` equals `after`. */
  edit(author: User, edit: CommentEdit): Promise<Change>
  /** The decision of a moderator. The same one again changes nothing: `before` equals `after`. */
  setStatus(moderator: User, id: string, status: CommentStatus): Promise<Change>
}

interface Dependencies {
  readonly docstore: Docstore
  readonly assets: AssetsService
  readonly tags: TagsService
  readonly revisions: Revisions
  readonly events: Publisher
  readonly clock: Clock
  /** Asks the pipeline. */
  readonly moderate: (submission: Submission) => Promise<Judgement>
}

export function createComments({
  docstore,
  assets,
  tags,
  revisions,
  events,
  clock,
  moderate,
}: Dependencies): CommentsService {
  const comments = docstore.collection<Comment>('comments')
  const makeTransition = createMakeTransition({ docstore, revisions, events })

  const judging = createJudging({ docstore, assets, clock, moderate })

  return {
    async create(author, input) {
      const { asset_id, parent_id = null, key } = input
      const body = wellFormed(input.body)
      const id = key ? idOfSent({ key, author_id: author.id, asset_id, parent_id }) : undefined
      const before = id === undefined ? null : await comments.findOne({ id })
      if (before) return sentBefore(before, body)
      const basis = await judging.basisOf(author, asset_id)
      const { after } = await judging
        .judge(
          { ...input, body, parent_id, comment: null, basis, permission: 'CREATE_COMMENT' },
          async (holds, { author: known, settings }) => {
            const links = await tags.linksFor(known, input.tags ?? [], settings)
            return makeTransition('post', async session => {
              const { actions, confirm, ...decided } = await holds(session)
              const comment = newComment(
                {
                  ...(id === undefined ? {} : { id }),
                  asset_id,
                  author_id: author.id,
                  parent_id,
                  body,
                  ...said(body, settings),
                  ...decided,
                  tags: links,
                  metadata: input.metadata ?? {},
                },
                clock.now(),
              )
              if (comment.parent_id !== null)
                assertAnswerable(await comments.findOne({ id: comment.parent_id }, { session }), comment)
              return { comment, actions, ...(confirm ? { confirm } : {}) }
            })
          },
        )
        .catch(async (error: unknown) => {
          // The same request came twice at once, and the other one was faster.
          const other = id !== undefined && isDuplicateKeyError(error) ? await comments.findOne({ id }) : null
          if (!other) throw error
          return { after: sentBefore(other, body) }
        })
      return after
    },

    async edit(author, edit) {
      const asked = clock.now()
      const { id, metadata = {} } = edit
      const body = wellFormed(edit.body)
      const found = await comments.findOne({ id })
      if (!found || found.deleted_at || found.asset_id !== edit.asset_id) throw new NotFoundError('The comment')
      if (found.author_id !== author.id || !isAllowed('edit', found)) throw new NotAuthorizedError()
      const basis = await judging.basisOf(author, found.asset_id)
      assertInTime(found, asked, basis.settings)
      return judging.judge(
        { ...edit, body, parent_id: found.parent_id, comment: found, basis, permission: 'EDIT_COMMENT' },
        (holds, { settings }) =>
          makeTransition('edit', async session => {
            // By the moment of the request, for what the phases take is nobody's fault, but by the settings of now.
            assertInTime(found, asked, settings)
            // Read again: a moderator may have decided in between.
            const before = await comments.findOne({ id, deleted_at: null }, { session })
            if (!before) throw new NotFoundError('The comment')
            const now = clock.now()
            if (before.body === body && Object.keys(metadata).length === 0)
              return { before, status: before.status, now, actor: null }
            const { actions, confirm: _confirm, ...decided } = await holds(session, before)
            return {
              before,
              ...decided,
              status: afterEdit(before, decided.status),
              now,
              actor: null,
              actions,
              also: {
                $set: { body, ...said(body, settings, before), ...prefixed('metadata', metadata) },
                $push: { body_history: appended({ body, created_at: now }) },
              },
            }
          }),
      )
    },

    setStatus: (moderator, id, status) =>
      makeTransition('decide', async session => {
        const before = await comments.findOne({ id, deleted_at: null }, { session })
        if (!before) throw new NotFoundError('The comment')
        return { before, status, now: clock.now(), actor: moderator }
      }),
  }
}

function assertInTime(
  { created_at: created }: Comment,
  asked: Date,
  { editCommentWindowLength: length }: { editCommentWindowLength: number },
): void {
  if (asked.getTime() - created.getTime() >= length)
    throw new PlatformError('EDIT_WINDOW_ENDED', 'It is too late to change this comment', { status: 403 })
}

function assertAnswerable(parent: Comment | null, child: Comment): void {
  if (parent && !parent.deleted_at && isVisible(parent) && parent.asset_id === child.asset_id) return
  throw new PlatformError('COMMENT_PARENT_NOT_VISIBLE', 'The comment you answer is not there any more')
}

/** Kept where repetitions matter, and brought up to date wherever it was kept. */
function said(
  body: string,
  { premodRepeatedEnable }: { premodRepeatedEnable: boolean },
  before?: Comment,
): Pick<Comment, 'said'> {
  return premodRepeatedEnable || before?.said ? { said: saidOf(body) } : {}
}

function prefixed(path: string, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${path}.${name}`, value]))
}
