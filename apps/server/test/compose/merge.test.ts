import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { named } from './named.ts'

test('definitions of core and plugins are merged: implements, values and descriptions of all sides survive', async () => {
  const marks = named('marks', {
    typeDefs: `
      "A thing with a mark."
      interface Marked { mark: Int }
      type Comment implements Marked { "The mark." mark: Int }
      enum ACTION_TYPE { "A mark." MARK }
      extend interface Action { marked: Int }
      type FlagAction { marked: Int } type DontAgreeAction { marked: Int } type DefaultAction { marked: Int }
      union Markable = Comment`,
    resolvers: { Comment: { mark: () => 1 } },
  })
  const stars = named('stars', {
    typeDefs: `
      interface Starred { stars: Int }
      type Comment implements Starred & Marked { stars: Int }
      interface Marked implements Starred { stars: Int }
      enum ACTION_TYPE { STAR }
      union Markable = User`,
    resolvers: { Comment: { stars: () => 5 } },
  })
  await using platform = await createTestPlatform({ plugins: [marks, stars] })
  const { data, errors } = await platform.graphql(`{
    comment: __type(name: "Comment") { description interfaces { name } fields { name description } }
    marked: __type(name: "Marked") { description interfaces { name } fields { name } }
    action: __type(name: "Action") { fields { name } }
    kinds: __type(name: "ACTION_TYPE") { description enumValues { name description } }
    union: __type(name: "Markable") { possibleTypes { name } }
  }`)
  expect(errors).toEqual([])
  const { comment, marked, action, kinds, union } = data as any
  const names = (list: { name: string }[]) => list.map(({ name }) => name)
  expect(names(comment.interfaces)).toEqual(['Marked', 'Starred'])
  expect(comment.description).toMatch(/\w/)
  expect(names(comment.fields)).toEqual(expect.arrayContaining(['id', 'body', 'mark', 'stars']))
  expect(comment.fields.find(({ name }: { name: string }) => name === 'mark').description).toBe('The mark.')
  expect(marked).toEqual({
    description: 'A thing with a mark.',
    interfaces: [{ name: 'Starred' }],
    fields: [{ name: 'mark' }, { name: 'stars' }],
  })
  expect(names(action.fields)).toContain('marked')
  expect(names(kinds.enumValues).slice(-2)).toEqual(['MARK', 'STAR'])
  expect(kinds.enumValues.find(({ name }: { name: string }) => name === 'MARK').description).toBe('A mark.')
  expect(kinds.description).toMatch(/\w/)
  expect(names(union.possibleTypes)).toEqual(['Comment', 'User'])
})

test('a later part of an interface without implements does not take the earlier ones away', async () => {
  const first = named('first', {
    typeDefs:
      'interface Base { a: Int } interface Sub implements Base { a: Int } type Thing implements Sub & Base { a: Int, b: Int }',
  })
  const second = named('second', { typeDefs: 'extend interface Sub { b: Int }' })
  await using platform = await createTestPlatform({ plugins: [first, second] })
  const { data } = await platform.graphql('{ __type(name: "Sub") { interfaces { name } fields { name } } }')
  expect(data).toEqual({ __type: { interfaces: [{ name: 'Base' }], fields: [{ name: 'a' }, { name: 'b' }] } })
})

test('a directive of the name of a type, and a type of a name that the library uses itself', async () => {
  const odd = named('odd', { typeDefs: 'directive @Comment on OBJECT type Odd @Comment { constructor: Int }' })
  await using platform = await createTestPlatform({ plugins: [odd] })
  expect(platform.sdl).toContain('directive @Comment on OBJECT')
  const taken = named('taken', { typeDefs: 'type SCHEMA_DEF_SYMBOL { a: Int }' })
  await expect(createTestPlatform({ plugins: [taken] })).rejects.toThrow(/SCHEMA_DEF_SYMBOL.*choose another name/s)
})
