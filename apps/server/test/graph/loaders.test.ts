import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

test('each of many ids gets its own document, and an unknown id gets null [G25]', async () => {
  const asset = await platform.createAsset()
  const [one, two] = [await platform.createComment({ asset }), await platform.createComment({ asset })]
  const { loaders } = platform.services.composition.createContext()
  const strange = ['', '\u0000', '__proto__', '$gt', 'x'.repeat(10_000)]
  const ids = [one.id, ...strange, two.id, one.id, ...Array.from({ length: 10_000 }, (_, i) => `nobody ${i}`)]
  const found = await Promise.all(ids.map(id => loaders.Comments.get(id)))
  expect(found.flatMap((comment, i) => (comment ? [[i, comment.id]] : []))).toEqual([
    [0, one.id],
    [6, two.id],
    [7, one.id],
  ])
  const people = await Promise.all(ids.map(id => loaders.Users.getByID(id)))
  expect(people.every(person => person === null)).toBe(true)
})

test('an id that is no text fails alone [G25]', async () => {
  const asset = await platform.createAsset()
  const { id } = await platform.createComment({ asset })
  const { user } = await platform.createUser()
  const { loaders } = platform.services.composition.createContext()
  const groups: [known: string, load: (key: string) => Promise<{ readonly id: string } | null>][] = [
    [id, key => loaders.Comments.get(key)],
    [user.id, key => loaders.Users.getByID(key)],
    [asset.id, key => loaders.Assets.getByID(key)],
  ]
  for (const [known, load] of groups) {
    const answers = await Promise.allSettled(
      [known, { $gt: '' } as never, undefined as never, known].map(async key => load(key)),
    )
    expect(answers.map(answer => (answer.status === 'fulfilled' ? (answer.value?.id ?? null) : 'failed'))).toEqual([
      known,
      expect.toBeOneOf([null, 'failed']),
      expect.toBeOneOf([null, 'failed']),
      known,
    ])
  }
})

test('each mutation of a request answers with what it changed, not with what an earlier one has read', async () => {
  const asset = await platform.createAsset()
  const root = await platform.createComment({ asset })
  const author = platform.as(await platform.createUser())
  const reply = (name: string) =>
    `${name}: createComment(input: { asset_id: $asset, parent_id: $root, body: "${name}" }) {
      comment { asset { totalCommentCount } parent { replyCount replies { nodes { body } } } }
    }`
  const { data } = await author.graphql(`mutation ($asset: ID!, $root: ID!) { ${reply('first')} ${reply('second')} }`, {
    asset: asset.id,
    root: root.id,
  })
  const seen = (bodies: readonly string[]) => ({
    comment: {
      asset: { totalCommentCount: 1 + bodies.length },
      parent: { replyCount: bodies.length, replies: { nodes: bodies.map(body => ({ body })) } },
    },
  })
  expect(data).toEqual({ first: seen(['first']), second: seen(['first', 'second']) })
})
