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
  const { loaders } = platform.services.composition.createContext()
  const answers = await Promise.allSettled([
    loaders.Comments.get(id),
    loaders.Comments.get({ $gt: '' } as never),
    loaders.Comments.get(undefined as never),
    loaders.Comments.get(id),
  ])
  expect(answers.map(answer => (answer.status === 'fulfilled' ? (answer.value?.id ?? null) : 'failed'))).toEqual([
    id,
    expect.toBeOneOf([null, 'failed']),
    expect.toBeOneOf([null, 'failed']),
    id,
  ])
})
