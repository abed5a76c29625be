import { isDeepStrictEqual } from 'node:util'
import type { Session } from '@platform/docstore'
import { type Comment, NotAuthorizedError, NotFoundError, PlatformError, type User } from '@platform/plugin-sdk'
import { wellFormed } from '../../input/well-formed.ts'
import { bodyHistoryOf, withHistory } from '../../runtime/comment-record.ts'
import { type Change, countingIn } from './counters.ts'
import { isVisible, statusEntry } from './model.ts'
import type { ModerationRun } from './moderation/recheck.ts'
import { afterEdit } from './transitions.ts'
import {
  announce,
  assertAllowed,
  digestFor,
  recordActions,
  type Suggestion,
  updateComment,
  type WriteServices,
} from './write.ts'

export interface CommentEdit extends Suggestion {
  readonly id: string
  readonly asset_id: string
  readonly body: string
}

/** Changes the text of a comment. A text that is stored already changes nothing: `before` equals `after`. */
export async function edit(services: WriteServices, author: User, input: CommentEdit): Promise<Change> {
  const { comments, moderation, clock, docstore } = services
  const sent = { ...input, body: wellFormed(input.body), sent_at: clock.now() }
  const found = await comments.findOne({ id: input.id })
  if (!found || found.deleted_at || found.asset_id !== input.asset_id) throw new NotFoundError('The comment')
  withHistory(found)
  // The answer must not tell a hidden comment of another user from a comment that does not exist.
  if (found.author_id !== author.id)
    throw isVisible(found) ? new NotAuthorizedError() : new NotFoundError('The comment')
  assertAllowed('edit', found)
  const inputs = await moderation.loadInputs(author, found.asset_id)
  assertInTime(found, sent.sent_at, inputs.settings)

  const { body, status = null, actions = [] } = sent
  const { parent_id } = found
  const request = { body, parent_id, comment: found, status, actions, permission: 'EDIT_COMMENT' } as const
  let run = await moderation.run(request, inputs)
  let change: Change | undefined
  while (!change) {
    try {
      const work = (session: Session) => store(services, { sent, run }, session)
      change = await docstore.transaction(work, countingIn(found.asset_id))
    } catch (error) {
      run = await moderation.runAgain(run, error)
    }
  }
  return announce(services, 'edit', change)
}

interface SentEdit extends CommentEdit {
  readonly sent_at: Date
}

/** Within the transaction: reads the comment and the moderation inputs again, then updates and counts the comment. */
async function store(
  services: WriteServices,
  { sent, run }: { sent: SentEdit; run: ModerationRun },
  session: Session,
): Promise<Change> {
  const { comments, counters, moderation, clock } = services
  const { id, body, metadata = {} } = sent
  // A moderator may have decided since the comment was read.
  const before = await comments.findOne({ id, deleted_at: null }, { session })
  if (!before) throw new NotFoundError('The comment')
  assertAllowed('edit', before)
  if (before.body === body && hasMetadata(before, metadata)) return { before, after: before }

  const current = await moderation.reload(run.inputs, session, before.asset_id)
  const whole = { ...before, body_history: bodyHistoryOf(before) }
  const result = await moderation.recheck(run, current, whole)
  // The time of sending counts, because the author is not to blame for the time that the phases take.
  assertInTime(before, sent.sent_at, current.settings)

  const now = clock.now()
  const status = afterEdit(before, result.status)
  const entry = statusEntry({ status, phase: result.phase, reason: result.reason, now })
  const after = await updateComment(
    services,
    {
      before,
      set: {
        body,
        ...digestFor(body, current.settings, before),
        ...prefixed('metadata', metadata),
        status,
        updated_at: now,
      },
      history: { body: { body, created_at: now }, ...(status === before.status ? {} : { status: entry }) },
      counts: await recordActions(services, { id, now, found: result.actions }, session),
    },
    session,
  )
  await counters.follow({ before, after }, session)
  return { before, after }
}

/** Whether a comment has these values of plugins already. One without a value, and one that is `null`, are alike. */
function hasMetadata({ metadata }: Comment, values: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(values).every(([name, value]) => isDeepStrictEqual(metadata[name] ?? null, value ?? null))
}

function assertInTime(
  { created_at: created }: Comment,
  sent: Date,
  { editCommentWindowLength: length }: { editCommentWindowLength: number },
): void {
  if (sent.getTime() - created.getTime() >= length)
    throw new PlatformError('EDIT_WINDOW_ENDED', 'It is too late to change this comment', { status: 403 })
}

function prefixed(path: string, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${path}.${name}`, value]))
}
