import type { RequestListener } from 'node:http'
import { configure, MANIFEST } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { expect, test, vi } from 'vitest'
import slack from '../server/index.ts'
import { type Receiver, startReceiver } from './receiver.ts'

interface Scene extends AsyncDisposable {
  readonly platform: TestPlatform
  readonly receiver: Receiver
  readonly author: TestUser
  post(input?: object): Promise<{ id: string; status: string }>
}

async function scene({
  answer,
  webhookUrl,
  timeout = 5_000,
}: {
  answer?: RequestListener
  webhookUrl?: string
  timeout?: number
} = {}): Promise<Scene> {
  const receiver = await startReceiver(answer)
  const platform = await createTestPlatform({
    plugins: [configure(slack, { webhookUrl: webhookUrl ?? receiver.url, timeout })],
  })
  const author = await platform.createUser({ username: 'ada' })
  const asset = await platform.createAsset({ url: 'http://localhost/engines' })
  return {
    platform,
    receiver,
    author,
    async post(input = {}) {
      const { data } = await platform.as(author).graphql(
        `mutation ($input: CreateCommentInput!) {
          createComment(input: $input) { comment { id status } errors { translation_key } }
        }`,
        { input: { asset_id: asset.id, body: 'Hello', ...input } },
      )
      expect(data!['createComment'].errors).toBeNull()
      return data!['createComment'].comment
    },
    async [Symbol.asyncDispose]() {
      await platform[Symbol.asyncDispose]()
      await receiver.close()
    },
  }
}

const warnings = ({ platform }: Scene) => platform.logs.filter(line => line['plugin'] === slack[MANIFEST].name)

test('a message has the author, the page and the text of a comment', async () => {
  await using stage = await scene()
  const { id } = await stage.post({ body: 'First line\nand the second' })
  expect(await stage.receiver.next()).toEqual({
    text:
      `ada commented on <http://localhost/engines?commentId=${id}|http://localhost/engines>\n> First line\n> ` +
      'and the second',
    unfurl_links: false,
  })
})

test('nothing in a comment calls the channel or feigns a link', async () => {
  await using stage = await scene()
  await stage.post({ body: '<!channel> & <https://evil.example|click>' })
  const { text } = await stage.receiver.next()
  expect(text.split('\n')[1]).toBe('> &lt;!channel&gt; &amp; &lt;https://evil.example|click&gt;')
})

test('the text of a long comment is cut in a message', async () => {
  await using stage = await scene()
  await stage.post({ body: '😀'.repeat(2_000) })
  const quote = (await stage.receiver.next()).text.split('\n')[1]!
  expect([quote.length, quote.endsWith('😀 …'), quote.isWellFormed()]).toEqual([1_004, true, true])
})

test('a comment that waits for a moderator makes no message', async () => {
  await using stage = await scene()
  const users = stage.platform.services.docstore.collection('users')
  await users.updateOne({ id: stage.author.user.id }, { $set: { 'status.alwaysPremod.status': true } })
  expect((await stage.post({ body: 'held' })).status).toBe('PREMOD')
  await users.updateOne({ id: stage.author.user.id }, { $set: { 'status.alwaysPremod.status': false } })
  await stage.post({ body: 'published' })
  expect((await stage.receiver.next()).text).toMatch(/> published$/)
})

test('a comment that is sent again under its idempotency key makes one message', async () => {
  await using stage = await scene()
  const { platform, author, receiver } = stage
  const asset = await platform.createAsset()
  const query = `mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id } } }`
  for (const _ of [1, 2, 3])
    await platform.as(author).http('/api/v1/graph/ql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
      body: JSON.stringify({ query, variables: { input: { asset_id: asset.id, body: 'once' } } }),
    })
  await stage.post({ body: 'the next' })
  const texts = [await receiver.next(), await receiver.next()].map(({ text }) => text.split('> ').at(-1))
  expect(texts.toSorted()).toEqual(['once', 'the next'])
})

test.each<[what: string, answer: RequestListener, problem: object]>([
  [
    'refuses',
    (_request, response) => {
      response.writeHead(403).end('invalid_token')
    },
    { status: 403 },
  ],
  [
    'fails',
    (_request, response) => {
      response.writeHead(500).end()
    },
    { status: 500 },
  ],
  [
    'leads elsewhere',
    (_request, response) => {
      response.writeHead(302, { location: '/elsewhere' }).end()
    },
    { reason: expect.any(String) },
  ],
  [
    'hangs up',
    request => {
      request.socket.destroy()
    },
    { reason: expect.any(String) },
  ],
  ['never answers', () => {}, { reason: 'no answer within 500 ms' }],
])('when Slack %s, the comment stands and the log says why, without the address', async (what, answer, problem) => {
  // On a busy machine an answer takes a while, too.
  await using stage = await scene({ answer, ...(what === 'never answers' && { timeout: 500 }) })
  const { id } = await stage.post()
  await stage.receiver.next()
  await vi.waitFor(
    () => {
      expect(warnings(stage)).toMatchObject([{ comment: id, ...problem, msg: 'a comment was not sent to Slack' }])
    },
    { timeout: 5_000, interval: 10 },
  )
  expect(JSON.stringify(stage.platform.logs)).not.toContain('a-secret-path')
})

test('a comment is posted also when the channel can not be reached', async () => {
  const gone = await startReceiver()
  await gone.close()
  await using stage = await scene({ webhookUrl: gone.url })
  await stage.post()
  await vi.waitFor(
    () => {
      expect(warnings(stage)).toMatchObject([{ reason: 'ECONNREFUSED' }])
    },
    { timeout: 5_000, interval: 10 },
  )
})

test('the author of a comment does not wait for Slack', async () => {
  const answers: (() => void)[] = []
  await using stage = await scene({
    answer: (_request, response) => {
      answers.push(() => response.end())
    },
  })
  expect((await stage.post()).status).toBe('NONE')
  await stage.receiver.next()
  expect(answers).toHaveLength(1)
  answers[0]!()
})

test.each<[what: string, config: object, says: string | null]>([
  ['only the address', { webhookUrl: 'https://hooks.slack.com/services/x' }, null],
  ['no address', {}, 'webhookUrl'],
  ['an address that is none', { webhookUrl: 'slack' }, 'webhookUrl'],
  ['an address of a file', { webhookUrl: 'file:///etc/hosts' }, 'webhookUrl'],
  ['no time at all', { webhookUrl: 'https://hooks.slack.com/x', timeout: 0 }, 'timeout'],
])('configured with %s', async (_what, config, says) => {
  const result = await slack[MANIFEST].config!['~standard'].validate(config)
  expect(result.issues?.map(({ path }) => path?.join('.')) ?? null).toEqual(says === null ? null : [says])
})
