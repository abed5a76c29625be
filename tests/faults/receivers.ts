import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { startMailbox } from '../../apps/server/test/mail/smtp-server.ts'

/** What came for one comment: the ids of its deliveries, each as often as it came. */
export type Deliveries = ReadonlyMap<string, readonly string[]>

/** A mail server and a receiver of webhooks, to which the plugin `witness` tells each comment. */
export interface Receivers extends AsyncDisposable {
  readonly webhooks: Deliveries
  mails(): Deliveries
  readonly webhook: string
  readonly env: Readonly<Record<string, string>>
}

export async function startReceivers(): Promise<Receivers> {
  const mailbox = await startMailbox()
  const webhooks = new Map<string, string[]>()
  const server = createServer(async (request, response) => {
    const { comment, job } = (await json(request)) as { comment: string; job: string }
    webhooks.set(comment, [...(webhooks.get(comment) ?? []), job])
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    webhooks,
    mails: () =>
      new Map(
        Map.groupBy(mailbox.received, ({ mail }) => /comment ([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '')
          .entries()
          .map(([comment, received]) => [comment, received.map(({ mail }) => mail.messageId ?? '')]),
      ),
    webhook: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    env: mailbox.env,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await mailbox[Symbol.asyncDispose]()
    },
  }
}
