import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
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
