import { type Comment, definePlugin } from '@platform/plugin-sdk'
import { z } from 'zod'
import { deliver } from './deliver.ts'
import { messageOf } from './message.ts'

const VISIBLE: readonly string[] = ['NONE', 'ACCEPTED']

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
  capabilities: ['net.fetch'],
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
            { config: { webhookUrl, timeout }, loaders, log, user },
            _info,
            { comment }: { comment?: Comment | null },
          ) {
            if (!comment || !VISIBLE.includes(comment.status)) return
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
