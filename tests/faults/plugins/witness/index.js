import { definePlugin } from '@platform/plugin-sdk'
import { z } from 'zod'

const input = z.object({ comment: z.string() })

/** Tells the test of each comment, by a webhook and by a mail. Both are promised before the author is answered. */
export default definePlugin({
  name: 'witness',
  sdk: '^1.0',
  config: z.strictObject({ webhook: z.url() }),
  mails: {
    'witness.comment': {
      values: input,
      sample: { comment: 'c1' },
      subject: 'A comment',
      text: 'comment {{ comment }}',
    },
  },
  jobs: {
    'witness.tell': {
      input,
      attempts: 100,
      backoff: { first: 50, longest: 500 },
      async run({ comment }, { config }, { id }) {
        const body = JSON.stringify({ comment, job: id })
        const answer = await fetch(config.webhook, { method: 'POST', body })
        if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`)
      },
    },
  },
  hooks: {
    RootMutation: {
      createComment: {
        async post(_root, _args, { services }, _info, result) {
          const comment = result.comment?.id
          if (comment) {
            await services.jobs.add('witness.tell', { comment }, { key: comment })
            await services.mail.send('witness.comment', {
              to: 'editor@test.example',
              values: { comment },
              key: comment,
            })
          }
          return result
        },
      },
    },
  },
})
