import { buildASTSchema, isObjectType, printType } from 'graphql'
import { expect, test } from 'vitest'
import type { TypeDefsSource } from '../src/index.ts'
import { mergeTypeDefs } from '../src/index.ts'
import { coreSources, tinyCore } from './core-sources.ts'

const plugin = (typeDefs: string, owner = 'likes'): TypeDefsSource => ({ owner, typeDefs })

/** The merged type as SDL, one line, without descriptions. */
function merged(name: string, ...sources: TypeDefsSource[]): string {
  const { document, problems } = mergeTypeDefs([tinyCore, ...sources])
  expect(problems).toEqual([])
  const type = buildASTSchema(document).getType(name)
  return type === undefined
    ? ''
    : printType(type)
        .replace(/""".*?"""/gs, '')
        .replace(/\s+/g, ' ')
        .trim()
}

test.each([
  [
    'type',
    'Comment',
    'type Comment { x: Int }',
    'type Comment implements Node { id: ID! mood: Mood likes: Int x: Int }',
  ],
  [
    'extend type',
    'Comment',
    'extend type Comment { x: Int }',
    'type Comment implements Node { id: ID! mood: Mood likes: Int x: Int }',
  ],
  ['enum', 'Mood', 'enum Mood { CALM }', 'enum Mood { HAPPY SAD CALM }'],
  ['extend enum', 'Mood', 'extend enum Mood { CALM }', 'enum Mood { HAPPY SAD CALM }'],
  ['input', 'Find', 'input Find { words: String }', 'input Find { id: ID limit: Int = 10 words: String }'],
  [
    'input with a required field that has a default',
    'Find',
    'input Find { deep: Boolean! = false }',
    'input Find { id: ID limit: Int = 10 deep: Boolean! = false }',
  ],
  ['union', 'Any', 'union Any = Like type Like { id: ID }', 'union Any = Comment | Like'],
  ['interface', 'Node', 'interface Node { likes: Int }', 'interface Node { id: ID! likes: Int }'],
  [
    'root',
    'RootQuery',
    'type RootQuery { bye: String }',
    'type RootQuery { hello(name: String = "you"): String comment(input: Find): Comment bye: String }',
  ],
  ['new type', 'Like', 'type Like { by: Comment }', 'type Like { by: Comment }'],
])('a plugin appends: %s', (_what, name, typeDefs, expected) => {
  expect(merged(name, plugin(typeDefs))).toBe(expected)
})

test('implemented interfaces are united', () => {
  const sdl = merged(
    'Comment',
    plugin('interface Liked { likes: Int } type Comment implements Liked'),
    plugin('type Comment implements Node & Liked { x: Int }', 'other'),
  )
  expect(sdl).toBe('type Comment implements Node & Liked { id: ID! mood: Mood likes: Int x: Int }')
})

test('plugins append to what earlier and later plugins define', () => {
  const settings = plugin('type Settings { a: Int }', 'settings')
  const extender = plugin('extend type Settings { b: Int }', 'extender')
  expect(merged('Settings', settings, extender)).toBe('type Settings { a: Int b: Int }')
  expect(merged('Settings', extender, settings)).toBe('type Settings { a: Int b: Int }')
  expect(mergeTypeDefs([tinyCore, extender, settings]).coordinates.get('Settings')).toBe('settings')
})

test('a definition may have its only fields in an extension', () => {
  expect(merged('Badge', plugin('type Badge'), plugin('extend type Badge { id: ID }', 'other'))).toBe(
    'type Badge { id: ID }',
  )
})

test('the result has definitions only', () => {
  const { document } = mergeTypeDefs([
    tinyCore,
    plugin('extend type Comment { x: Int } extend enum Mood { CALM } extend schema @auth2 directive @auth2 on SCHEMA'),
  ])
  expect(document.definitions.filter(({ kind }) => kind.endsWith('Extension'))).toEqual([])
  expect(document.definitions.filter(({ kind }) => kind === 'SchemaDefinition')).toHaveLength(1)
})

test.each(['', '  \n\t,', '# nothing yet\n# at all', '\uFEFF# nothing'])(
  'typeDefs without definitions are fine: %j',
  typeDefs => {
    expect(mergeTypeDefs([tinyCore, plugin(typeDefs)]).problems).toEqual([])
  },
)

test.each(['constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'])(
  'the name %s is like any other',
  name => {
    const typeDefs = `type ${name} { ${name}(${name}: Int): Int } type Comment { ${name}: ${name} }
      enum Mood { ${name} } directive @${name} on OBJECT`
    expect(merged(name, plugin(typeDefs), plugin(`type ${name} { more: Int }`, 'other'))).toBe(
      `type ${name} { ${name}(${name}: Int): Int more: Int }`,
    )
  },
)

test('a directive and a type may share a name', () => {
  const { document, problems } = mergeTypeDefs([tinyCore, plugin('directive @Comment on OBJECT')])
  expect(problems).toEqual([])
  expect(buildASTSchema(document).getDirective('Comment')?.name).toBe('Comment')
  expect(isObjectType(buildASTSchema(document).getType('Comment'))).toBe(true)
})

test('descriptions stay, and what had none can get one', () => {
  const { document, warnings } = mergeTypeDefs([
    tinyCore,
    plugin('type Comment { "How many like it." likes: Int, "More." x: Int } "Feelings." enum Mood { "Calm." CALM }'),
  ])
  const schema = buildASTSchema(document)
  const comment = schema.getType('Comment')
  expect(warnings).toEqual([])
  expect(comment?.description).toBe('A comment.')
  expect(isObjectType(comment) && Object.values(comment.getFields()).map(field => field.description)).toEqual([
    undefined,
    'How it feels.',
    'How many like it.',
    'More.',
  ])
  expect(schema.getType('Mood')?.description).toBe('Feelings.')
})

test('a second description is a warning, and the first one stays', () => {
  const { document, problems, warnings } = mergeTypeDefs([
    tinyCore,
    plugin('"Mine." type Comment { "My mood." mood: Mood }'),
    plugin('"A comment." type Comment', 'same'),
  ])
  expect(problems).toEqual([])
  expect(warnings.map(({ code, coordinate, owners }) => [code, coordinate, ...owners])).toEqual([
    ['SCHEMA_DESCRIPTION', 'Comment', 'core', 'likes'],
    ['SCHEMA_DESCRIPTION', 'Comment.mood', 'core', 'likes'],
  ])
  expect(buildASTSchema(document).getType('Comment')?.description).toBe('A comment.')
})

test('every coordinate has an owner', () => {
  const { coordinates } = mergeTypeDefs([
    tinyCore,
    plugin(
      `type Comment { score(since: Date): Int likes: Int }
      enum Mood { CALM }
      input Find { words: String }
      directive @rate(max: Int) on OBJECT`,
    ),
  ])
  const expected = {
    Comment: 'core',
    'Comment.id': 'core',
    'Comment.likes': 'core',
    'Comment.score': 'likes',
    'Comment.score(since:)': 'likes',
    'RootQuery.hello(name:)': 'core',
    'Mood.HAPPY': 'core',
    'Mood.CALM': 'likes',
    'Find.limit': 'core',
    'Find.words': 'likes',
    '@auth': 'core',
    '@auth(role:)': 'core',
    '@rate': 'likes',
    '@rate(max:)': 'likes',
    'schema.query': 'core',
  }
  expect(Object.fromEntries(coordinates)).toMatchObject(expected)
})

test('the sources are not changed, and merging again gives the same', () => {
  const sources = Object.freeze([Object.freeze({ ...tinyCore }), Object.freeze(plugin('type Comment { x: Int }'))])
  const print = () => JSON.stringify(mergeTypeDefs(sources).document)
  expect(print()).toBe(print())
})

test('a reaction extends the core', () => {
  const reaction = plugin(
    /* GraphQL */ `
    enum ACTION_TYPE { RESPECT }
    enum ASSET_METRICS_SORT { RESPECT }
    enum SORT_COMMENTS_BY { RESPECTS }
    input CreateRespectActionInput { item_id: ID! }
    type RespectAction implements Action { id: ID!, user: User, updated_at: Date, created_at: Date, item_id: ID! }
    type RespectActionSummary implements ActionSummary { count: Int, current_user: RespectAction }
    type CreateRespectActionResponse implements Response { respect: RespectAction, errors: [UserError!] }
    type RootMutation { createRespectAction(input: CreateRespectActionInput!): CreateRespectActionResponse! }
    type Subscription { respectActionCreated(asset_id: ID!): RespectAction }
  `,
    'respect',
  )
  const { document, problems, coordinates } = mergeTypeDefs([...coreSources, reaction])
  expect(problems).toEqual([])
  expect(buildASTSchema(document).getMutationType()?.getFields()).toHaveProperty('createRespectAction')
  expect(coordinates.get('SORT_COMMENTS_BY.RESPECTS')).toBe('respect')
})

test('forty plugins merge in a moment', () => {
  const plugins = Array.from({ length: 40 }, (_, n) =>
    plugin(
      `type Comment { f${n}: T${n} } type T${n} { ${Array.from({ length: 50 }, (_u, m) => `m${m}: Int`).join(' ')} }`,
      `p${n}`,
    ),
  )
  const before = process.cpuUsage()
  expect(mergeTypeDefs([...coreSources, ...plugins]).problems).toEqual([])
  expect(process.cpuUsage(before).user).toBeLessThan(3_000_000)
})
