import { type Comment, PlatformError } from '@platform/plugin-sdk'
import { z } from 'zod'
import { isVisible } from '../../features/comments/model.ts'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import type { RequestContext } from '../../request/state.ts'
import { addresses } from '../addresses.ts'
import { submitForm } from '../form-problem.ts'
import { findDiscussion } from '../model/discussion.ts'
import { type PageContext, pathText } from '../route.ts'
import { pagePath } from '../site.ts'
import { throwRefusal } from '../stream/ask.ts'
import { answerDiscussion } from './discussion.tsx'
import { answerPermalink } from './permalink.tsx'

/** The page of the demo article's discussion; each other discussion has the page of its id. */
const DEMO = '/demo'

const form = z.object({
  body: z.string().default(''),
  back: z.string().max(2_000).catch('').default(''),
  parent_id: z.string().min(1).max(200).nullable().catch(null).default(null),
})

/**
 * `POST /discussions/:discussion/comments`: posts a comment, then leads to its place on the page of the discussion, or
 * to the notice that it is not published.
 */
export async function postComment(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const asset = await findDiscussion(context, pathText(ctx, 'discussion'))
  const { back, ...fields } = parseBody(form, await readForm(ctx))
  const input = { ...fields, body: fields.body.replace(/\r\n?/g, '\n') }
  await submitForm(
    ctx,
    async () => {
      const { id, status } = await post(ctx, { ...input, asset_id: asset.id })
      const { rootPath } = context.services.config
      const page = back.split('?', 1)[0] === rootPath + DEMO ? DEMO : addresses.discussion(asset.id)
      const held = status === 'REJECTED' ? 'rejected' : 'waits'
      if (isVisible({ status })) seeOther(ctx, `${pagePath(ctx, page, { comment: id })}#${addresses.anchor(id)}`)
      else seeOther(ctx, `${pagePath(ctx, page, { held })}#held`)
    },
    async problem => {
      const { code, message, status } = problem
      const parent = input.parent_id === null ? null : await context.loaders.Comments.get(input.parent_id)
      const answers = parent?.asset_id === asset.id ? parent.id : null
      const refused = { body: input.body, parent: answers, code, message, signIn: status === 401 && !context.user }
      if (answers === null) await answerDiscussion(ctx, asset, { refused, status })
      else await answerPermalink(ctx, asset, { id: answers, refused, status })
    },
  )
}

interface Posted {
  readonly comment: Pick<Comment, 'id' | 'status'> | null
  readonly errors: readonly { readonly translation_key: string; readonly message: string | null }[] | null
}

const POST = `mutation Post($input: CreateCommentInput!) {
  createComment(input: $input) { comment { id status } errors { translation_key message } }
}`

/** Posts by the mutation that all clients use, so that the hooks of plugins run here too. */
async function post(
  { state: { context } }: RequestContext,
  input: { asset_id: string; parent_id: string | null; body: string },
): Promise<Pick<Comment, 'id' | 'status'>> {
  if (!context.user)
    throw new PlatformError(
      'AUTHENTICATION_REQUIRED',
      'You are not signed in. Sign in, in another tab if you like, then post the comment again.',
      { status: 401 },
    )
  const { data, errors } = await context.graphql(POST, { input })
  const posted = data?.['createComment'] as Posted | undefined
  if (posted?.comment) return posted.comment
  throwRefusal(posted)
  throw errors?.[0]?.originalError ?? new Error('the comment was neither posted nor refused', { cause: errors })
}
