import { type Comment, definePlugin } from '@platform/plugin-sdk'
import type {} from '@platform/server'
import { z } from 'zod'
import { deliver } from './deliver.ts'
import { messageOf } from './message.ts'

const VISIBLE: readonly string[] = ['NONE', 'ACCEPTED']

/** How long a comment is known as sent. Clients send again within minutes. Milliseconds. */
const REMEMBERED = 24 * 3_600_000

const config = z.strictObject({
  webhookUrl: z.url({
    protocol: /^https?$/,
    error: 'expected the address of an incoming webhook, like https://hooks.slack.com/services/…',
  }),
  timeout: z.number().int().min(100).max(60_000).default(5_000),
})

/** Sends each comment that is published without moderation to a Slack channel. No author waits for Slack. */
export default definePlugin({
  name: 'platform-plugin-slack-notifications',
  sdk: '^1.0',
  capabilities: ['kvstore', 'net.fetch'],
  config,
  secrets: ['webhookUrl'],
  hooks: {
    RootMutation: {
      createComment: {
        post: {
          mode: 'observe',
          async run(
            _root,
            _args,
            { config: { webhookUrl, timeout }, loaders, log, services: { kvstore }, user },
            _info,
            { comment }: { comment?: Comment | null },
          ) {
            if (!comment || !VISIBLE.includes(comment.status)) return
            // A client that got no answer sends the comment again, which is the same comment then. Without an answer of
            // the store a message too many is better than none.
            const isNew = kvstore.setIfAbsent(`slack-notifications:${comment.id}`, '', { expiresIn: REMEMBERED })
            if (!(await isNew.catch(() => true))) return
            const asset = await loaders.Assets.getByID(comment.asset_id)
            const message = messageOf({ comment, asset, username: user?.username ?? 'Somebody' })
            // The delivery is not awaited, so that the author does not wait. It ends after the timeout at the latest.
            void deliver(webhookUrl, message, timeout).then(problem => {
              if (problem) log.warn({ comment: comment.id, ...problem }, 'a comment was not sent to Slack')
            })
          },
        },
      },
    },
  },
})
