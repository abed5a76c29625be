import { type Asset, type Comment, NotAuthorizedError, NotFoundError, PlatformError } from '@platform/plugin-sdk'
import { documents, type FormKind, type Notice } from '@platform/stream'
import { z } from 'zod'
import { isVisible } from '../../features/comments/model.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import { addresses } from '../addresses.ts'
import { submitForm } from '../form-problem.ts'
import { findDiscussion } from '../model/discussion.ts'
import { type PageContext, pathText } from '../route.ts'
import { pagePath } from '../site.ts'
import { ask, throwRefusal } from '../stream/ask.ts'
import { signedIn } from './own-account.tsx'
import { answerPermalink } from './permalink.tsx'

const text = z.string().max(70_000).catch('').default('')
const fields = z.object({ body: text, reason: text, message: text, ignored: text })
type Fields = z.infer<typeof fields>

/** A form that was sent. */
interface Sent {
  readonly asset: Asset
  readonly comment: Comment
  readonly values: Fields
}

/** What a form does. `null` says that the comment is not published any more. */
type Submit = (ctx: PageContext, sent: Sent) => Promise<Notice | 'waits'>

/** `GET /discussions/:discussion/comments/:comment/:form`: the page of a comment, with a form about it open. */
export async function showCommentForm(ctx: PageContext): Promise<void> {
  const { asset, comment, kind } = await findForm(ctx)
  const user = signedIn(ctx, `${addresses.comment(asset.id, comment.id)}/${kind}`)
  if (!user) return
  if (OF_AUTHOR.includes(kind) && comment.author_id !== user.id) throw new NotAuthorizedError()
  await answerPermalink(ctx, asset, { id: comment.id, form: { kind, comment: comment.id, refused: null } })
}

/** `POST` to the same address: does what the form says, and leads back to the comment in its discussion. */
export async function takeCommentForm(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const { asset, comment, kind } = await findForm(ctx)
  const sent = parseBody(fields, await readForm(ctx))
  const values = { ...sent, body: sent.body.replace(/\r\n?/g, '\n') }
  await submitForm(
    ctx,
    async () => {
      if (!context.user) throw new PlatformError('AUTHENTICATION_REQUIRED', 'You are not signed in.', { status: 401 })
      const done = await SUBMIT[kind](ctx, { asset, comment, values })
      const query = { comment: comment.id, ...(done === 'waits' ? { held: done } : { done }) }
      seeOther(ctx, `${pagePath(ctx, addresses.discussion(asset.id), query)}#${addresses.anchor(comment.id)}`)
    },
    async ({ code, message, status }) => {
      const refused = { code, message, values }
      await answerPermalink(ctx, asset, { id: comment.id, status, form: { kind, comment: comment.id, refused } })
    },
  )
}

const OF_AUTHOR: readonly FormKind[] = ['edit', 'delete']

const SUBMIT: Readonly<Record<FormKind, Submit>> = {
  async edit({ state: { context } }, { asset, comment, values: { body } }) {
    const { editComment } = await ask(context, documents.EditComment, {
      id: comment.id,
      asset_id: asset.id,
      edit: { body: body.trim() },
    })
    throwRefusal(editComment)
    const status = editComment.comment?.status ?? comment.status
    if (status === 'REJECTED')
      throw new PlatformError('COMMENT_REJECTED', 'This text breaks a rule of this site, so it is not published.')
    return isVisible({ status }) ? 'changed' : 'waits'
  },
  async delete({ state: { context } }, { comment: { id } }) {
    throwRefusal((await ask(context, documents.DeleteOwnComment, { id })).deleteOwnComment)
    return 'deleted'
  },
  async report({ state: { context } }, { comment, values: { reason, message } }) {
    const given = reasons.safeParse(reason)
    if (!given.success) throw new PlatformError('REASON_MISSING', 'Choose a reason first.')
    const ofName = given.data.startsWith('USERNAME_')
    const item = {
      item_id: ofName ? (comment.author_id ?? '') : comment.id,
      item_type: ofName ? ('USERS' as const) : ('COMMENTS' as const),
      message: message.trim() || null,
    }
    if (given.data === 'DISAGREE') {
      throwRefusal((await ask(context, documents.CreateDontAgree, { dontagree: item })).createDontAgree)
      return 'disagreed'
    }
    throwRefusal((await ask(context, documents.PostFlag, { flag: { ...item, reason: given.data } })).createFlag)
    return 'reportSent'
  },
  async ignore({ state: { context } }, { comment: { author_id: author }, values: { ignored } }) {
    const id = author ?? ''
    if (ignored === 'no') {
      throwRefusal((await ask(context, documents.StopIgnoringUser, { id })).stopIgnoringUser)
      return 'unignored'
    }
    throwRefusal((await ask(context, documents.IgnoreUser, { id })).ignoreUser)
    return 'ignored'
  },
}

const reasons = z.enum([
  'COMMENT_OFFENSIVE',
  'COMMENT_SPAM',
  'DISAGREE',
  'COMMENT_OTHER',
  'USERNAME_OFFENSIVE',
  'USERNAME_NOLIKE',
  'USERNAME_IMPERSONATING',
  'USERNAME_SPAM',
  'USERNAME_OTHER',
])

const kinds = z.enum(['edit', 'delete', 'report', 'ignore'])

async function findForm(ctx: PageContext): Promise<{ asset: Asset; comment: Comment; kind: FormKind }> {
  const { context } = ctx.state
  const kind = kinds.safeParse(pathText(ctx, 'form'))
  if (!kind.success) throw new NotFoundError('The page')
  const asset = await findDiscussion(context, pathText(ctx, 'discussion'))
  const comment = await context.loaders.Comments.get(pathText(ctx, 'comment'))
  if (comment?.asset_id !== asset.id) throw new NotFoundError('The comment')
  return { asset, comment, kind: kind.data }
}
