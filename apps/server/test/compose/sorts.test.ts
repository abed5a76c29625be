import type { CompositionError } from '@platform/plugin-host'
import type { HookObject } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { reported } from '../problems.ts'
import { named } from './named.ts'

const method = { startCursor: () => 0, endCursor: () => 0, sort: (_context: unknown, query: unknown) => query }
const sorting = (sorts: object, typeDefs?: string) =>
  named('mood', { Sort: () => sorts, ...(typeDefs ? { typeDefs } : {}) } as HookObject)

test.each([
  [
    { Comments: { Mood: method } },
    'mood@1.2.3 Sort: Comments.Mood is never asked for: names of sorts are lower-case',
    'write mood',
  ],
  [
    { Comments: { created_at: method } },
    'mood@1.2.3 Sort: Comments.created_at is never asked for: the core sorts by CREATED_AT itself',
    'give the sort another name',
  ],
])('a sort that can never be meant keeps the platform from starting (%#)', async (sorts, message, fix) => {
  const { problems } = await createTestPlatform({ plugins: [sorting(sorts)] }).then(
    () => {
      throw new Error('it started')
    },
    (error: CompositionError) => error,
  )
  expect(reported(problems)).toMatchObject([
    {
      code: 'PLUGIN_HOOK_INVALID',
      owners: ['mood'],
      message: expect.stringContaining(message),
      fix: expect.stringContaining(fix),
    },
  ])
})

test.each<[object, string | undefined, string, string]>([
  [
    { Comments: { mood: method } },
    undefined,
    'Comments.mood is never asked for: SORT_COMMENTS_BY has no value MOOD',
    'add it in typeDefs: enum SORT_COMMENTS_BY { MOOD }',
  ],
  [
    { Comments: { mood: method } },
    'enum SORT_COMMENTS_BY { MOODS }',
    'Comments.mood is never asked for',
    'did you mean moods?',
  ],
  [{ Comment: { mood: method } }, undefined, 'Comment is no list that the platform sorts', 'did you mean Comments?'],
  [{ Polls: { mood: method } }, undefined, 'Polls is no list that the platform sorts', 'context.plugins.Sort'],
])('a sort that no client can ask for yet is a warning (%#)', async (sorts, typeDefs, message, fix) => {
  await using platform = await createTestPlatform({ plugins: [sorting(sorts, typeDefs)] })
  expect(reported(platform.warnings)).toMatchObject([
    {
      code: 'PLUGIN_SORT_UNUSED',
      owners: ['mood'],
      message: expect.stringContaining(message),
      fix: expect.stringContaining(fix),
    },
  ])
  expect(platform.logs.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('PLUGIN_SORT_UNUSED'))
})

test('a sort that a query can ask for has no warning', async () => {
  await using platform = await createTestPlatform({
    plugins: [sorting({ Comments: { mood: method } }, 'enum SORT_COMMENTS_BY { MOOD }')],
  })
  expect(platform.warnings).toEqual([])
})
