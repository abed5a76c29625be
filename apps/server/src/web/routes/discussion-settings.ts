import { documents, settingErrors } from '@platform/stream'
import { z } from 'zod'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import { addresses } from '../addresses.ts'
import { submitForm } from '../form-problem.ts'
import { findDiscussion } from '../model/discussion.ts'
import { type PageContext, pathText } from '../route.ts'
import { pagePath } from '../site.ts'
import { ask, throwRefusal } from '../stream/ask.ts'
import { answerDiscussion } from './discussion.tsx'
import { signedIn } from './own-account.tsx'

const HOUR = 60 * 60_000
/** The times from now at which a discussion can be closed, in milliseconds. */
const SPANS = { now: 0, hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, month: 30 * 24 * HOUR } as const

// A box that is not ticked is not sent.
const ticked = z.literal('on').optional().catch(undefined)
const text = z.string().max(70_000).optional()
const form = z.object({
  moderation: ticked,
  premodLinksEnable: ticked,
  questionBoxEnable: ticked,
  questionBoxContent: text,
  questionBoxIcon: z.string().max(100).optional(),
  closing: z.enum(['keep', 'open', 'now', 'hour', 'day', 'week', 'month']).catch('keep'),
  closedMessage: text,
})

/**
 * `POST /discussions/:discussion/settings`: changes the settings of the discussion, for moderators without script, and
 * leads back to them.
 */
export async function takeDiscussionSettings(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const asset = await findDiscussion(context, pathText(ctx, 'discussion'))
  if (!signedIn(ctx, `${addresses.discussion(asset.id)}?tab=config`)) return
  const changes = changesIn(parseBody(form, await readForm(ctx)), context.services.clock.now())
  const { closedAt, closedMessage, ...settings } = changes
  await submitForm(
    ctx,
    async () => {
      const status = { ...(closedAt === undefined ? {} : { closedAt }), closedMessage }
      const answer = await ask(context, documents.SaveDiscussionSettings, { id: asset.id, settings, status })
      const errors = settingErrors(answer)
      if (Object.keys(errors).length > 0)
        return answerDiscussion(ctx, asset, { status: 400, tab: 'config', refusedSettings: { changes, errors } })
      throwRefusal(answer.updateAssetSettings)
      throwRefusal(answer.updateAssetStatus)
      seeOther(ctx, pagePath(ctx, addresses.discussion(asset.id), { tab: 'config', done: 'saved' }))
    },
    ({ message, status }) =>
      answerDiscussion(ctx, asset, { status, tab: 'config', refusedSettings: { changes, errors: { form: message } } }),
  )
}

function changesIn(sent: z.output<typeof form>, now: Date) {
  const { closing } = sent
  const closedAt =
    closing === 'keep' ? undefined : closing === 'open' ? null : new Date(now.getTime() + SPANS[closing]).toISOString()
  return {
    moderation: sent.moderation ? ('PRE' as const) : ('POST' as const),
    premodLinksEnable: sent.premodLinksEnable === 'on',
    questionBoxEnable: sent.questionBoxEnable === 'on',
    questionBoxContent: lines(sent.questionBoxContent),
    questionBoxIcon: sent.questionBoxIcon ?? 'default',
    ...(closedAt === undefined ? {} : { closedAt }),
    closedMessage: lines(sent.closedMessage) || null,
  }
}

/** Browsers send the ends of lines as two characters. */
const lines = (sent: string | undefined) => (sent ?? '').replace(/\r\n?/g, '\n')
