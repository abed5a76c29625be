import { createHook } from 'node:async_hooks'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, onTestFinished, test } from 'vitest'
import { statements } from '../statements.ts'

const PAGE = 'query ($id: ID!) { asset(id: $id) { totalCommentCount comments { nodes { body user { username } } } } }'

test('after a change one of many simultaneous requests computes the answer, and all get the new one', async () => {
  await using platform = await createTestPlatform()
  const [asset, author] = [await platform.createAsset(), await platform.createUser()]
  const ask = () => platform.graphql(PAGE, { id: asset.id })
  await ask()
  await platform.createComment({ asset, author })
  const alone = await statements(ask)
  await platform.createComment({ asset, author })
  const answers: unknown[] = []
  const together = await statements(async () => {
    answers.push(
      ...(await Promise.all(Array.from({ length: 20 }, ask))).map(({ data }) => data!['asset'].totalCommentCount),
    )
  })
  expect(answers).toEqual(Array.from({ length: 20 }, () => 2))
  expect(together).toBe(alone)
})

test('after a change an answer is compressed once for all who wait for it', async () => {
  await using platform = await createTestPlatform()
  const [asset, author] = [await platform.createAsset(), await platform.createUser()]
  const path = `/api/v1/graph/ql?${new URLSearchParams({ query: PAGE, variables: JSON.stringify({ id: asset.id }) })}`
  const ask = async () => (await platform.http(path, { headers: { 'accept-encoding': 'br' } })).headers
  const write = () => platform.createComment({ asset, author, body: 'What many readers want to know. '.repeat(50) })
  await write()
  await ask()
  await write()
  let compressions = 0
  const watch = createHook({
    init: (_id, type) => {
      if (type === 'ZLIB') compressions++
    },
  }).enable()
  onTestFinished(() => void watch.disable())
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  expect(answers.map(headers => headers.get('content-encoding'))).toEqual(Array.from({ length: 20 }, () => 'br'))
  expect(compressions).toBe(1)
})

test('one who fails to compute an answer leaves it to the others', async () => {
  await using platform = await createTestPlatform()
  const [asset, author] = [await platform.createAsset(), await platform.createUser()]
  const ask = () => platform.graphql(PAGE, { id: asset.id })
  await ask()
  await platform.createComment({ asset, author })
  const release = platform.services.assets.findByIds
  let calls = 0
  Object.assign(platform.services.assets, {
    findByIds: (ids: readonly string[]) => (++calls === 1 ? Promise.reject(new Error('once')) : release(ids)),
  })
  const [first, second] = await Promise.all([ask(), ask()])
  expect([first.errors.length, second.data!['asset']]).toMatchObject([1, { totalCommentCount: 1 }])
})
