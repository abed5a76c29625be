import type * as Library from '@graphql-tools/merge'
import { buildASTSchema, type DocumentNode, Kind, print } from 'graphql'
import { expect, test, vi } from 'vitest'
import { mergeTypeDefs } from '../src/index.ts'
import { coreSources, tinyCore } from './core-sources.ts'

/** What the library is called with, and what it gave. */
const calls: { readonly given: DocumentNode | undefined; readonly definitions: readonly object[] }[] = []

vi.mock('@graphql-tools/merge', async importOriginal => {
  const library = await importOriginal<typeof Library>()
  return {
    ...library,
    mergeTypeDefs(sources: readonly DocumentNode[], config: object): DocumentNode {
      const { definitions } = library.mergeTypeDefs([...sources], config)
      calls.push({ given: sources[0], definitions })
      const name = { kind: Kind.NAME, value: 'Merged' } as const
      return { kind: Kind.DOCUMENT, definitions: [...definitions, { kind: Kind.SCALAR_TYPE_DEFINITION, name }] }
    },
  }
})

test('the merged document is the one that mergeTypeDefs of the library returns', () => {
  calls.length = 0
  const { document, problems } = mergeTypeDefs([
    ...coreSources,
    { owner: 'likes', typeDefs: 'type Comment { likes: Int } enum ACTION_TYPE { LIKE }' },
  ])
  expect([problems, calls.length]).toEqual([[], 1])
  expect(document.definitions).toHaveLength(calls[0]!.definitions.length + 1)
  expect(buildASTSchema(document).getType('Merged')).toBeDefined()
})

test('a definition that lost is not given to the library', () => {
  calls.length = 0
  const { problems } = mergeTypeDefs([tinyCore, { owner: 'likes', typeDefs: 'type Comment { likes: String, x: Int }' }])
  expect(problems.map(({ coordinate }) => coordinate)).toEqual(['Comment.likes'])
  const given = print(calls[0]!.given!)
  expect([given.match(/likes: Int/g)?.length, given.includes('likes: String')]).toEqual([1, false])
})
