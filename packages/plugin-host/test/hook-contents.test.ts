import { HOOK_SHAPES, type HookKind } from '@platform/plugin-sdk'
import { expect, test } from 'vitest'
import { checkHooks, textOf } from '../src/index.ts'

const about = { name: 'likes', origin: 'plugins/likes/server/index.js' }
const says = (hook: string, value: unknown) =>
  checkHooks({ [hook]: value }, about).map(problem => `${problem.code} ${textOf(problem)}`)

/** One value of each kind, and one that no hook can be. */
const VALUES: Readonly<Record<HookKind | 'number', unknown>> = {
  function: () => ({}),
  map: { People: {} },
  list: ['type A { b: Int }'],
  text: 'type A { b: Int }',
  number: 7,
}
/** Every hook with every kind of value that it must not be. */
const WRONG = Object.entries(HOOK_SHAPES).flatMap(([hook, { kinds }]) =>
  Object.entries(VALUES)
    .filter(([kind]) => !(kinds as readonly string[]).includes(kind))
    .map(([kind, value]) => ({ hook, kind, value })),
)

test.each(WRONG)(
  'a problem of $hook that is a $kind names plugin, hook, file and the expected kind',
  ({ hook, value }) => {
    const [said, ...more] = says(hook, value)
    expect(more).toEqual([])
    expect(said).toMatch(/^PLUGIN_HOOK_INVALID likes /)
    expect(said).toContain(`likes ${hook}: is `)
    expect(said).toContain('expected ')
    expect(said).toContain('plugins/likes/server/index.js')
  },
)

test.each<[hook: string, value: unknown, place: string]>([
  ['context', { notifier: {} }, 'notifier: expected a function'],
  ['resolvers', { Comment: null }, 'Comment: expected field → function'],
  ['hooks', { Comment: null }, 'Comment: '],
  ['hooks', { Comment: { body: { pre: 5 } } }, 'Comment.body.pre: expected a function'],
  ['hooks', { Comment: { body: { post: [] } } }, 'Comment.body.post: expected a function, or { mode, run }'],
  ['hooks', { Comment: { body: { before: () => {} } } }, 'Comment.body: '],
  [
    'hooks',
    { Comment: { body: { post: { mode: 'replace', run: () => {} } } } },
    'Comment.body.post: expected a function, or { mode, run }',
  ],
  ['hooks', { Action: { __resolveType: { pre: () => {} } } }, 'Action.__resolveType.pre: is never called'],
  ['typeDefs', ' \n', 'is empty; give GraphQL definitions, or remove it'],
  ['setupFunctions', { likeAdded: {} }, 'likeAdded: expected a function'],
  [
    'tags',
    [
      { name: 'A', permissions: {}, models: ['COMMENTS'], created_at: new Date() },
      { name: '', permissions: {}, models: ['COMMENTS'], created_at: new Date() },
    ],
    '1.name: ',
  ],
  [
    'tags',
    [{ name: 'A', permissions: { roles: ['ADMN'] }, models: ['COMMENTS'], created_at: new Date() }],
    '0.permissions.roles.0: ',
  ],
  ['tags', [{ name: 'A', permissions: {}, models: ['THREADS'], created_at: new Date() }], '0.models.0: '],
  ['tags', [{ name: 'A', permissions: {}, models: ['COMMENTS'], created_at: '2026-01-01' }], '0.created_at: '],
  [
    'tags',
    [{ name: 'OFF TOPIC!', permissions: {}, models: ['COMMENTS'], created_at: new Date() }],
    '0.name: expected a name of letters',
  ],
  [
    'tags',
    [
      { name: 'A', permissions: {}, models: ['COMMENTS'], created_at: new Date() },
      { name: 'A', permissions: {}, models: ['USERS', 'COMMENTS'], created_at: new Date() },
    ],
    '1.name: A is there already, as number 0',
  ],
  ['tags', [{ name: 'A', permissions: {}, models: ['COMMENTS'], created_at: new Date('yesterday') }], '0.created_at: '],
  ['context', { constructor: () => ({}) }, 'nothing can be called "constructor"'],
  ['context', JSON.parse('{"__proto__": 1}'), 'nothing can be called "__proto__"'],
  // biome-ignore lint/suspicious/noThenProperty: the case is an object that looks like a promise.
  ['context', { then: () => ({}) }, 'nothing can be called "then"'],
  ['context', { 'my notifier': () => ({}) }, '"my notifier" is no name'],
  ['connectors', JSON.parse('{"__proto__": {"polluted": true}}'), 'nothing can be called "__proto__"'],
  ['indexes', [{ collection: 'comments', name: 'x', keys: { a: 2 } }], '0.keys.a: '],
  ['moderation', [{ name: 'mine', before: 'premod' }], '0.run: expected a function'],
  ['moderation', [{ name: 'mine', run: () => {} }], '0: say before or after'],
  ['moderation', [{ name: 'mine', before: 'premod', after: 'staff', run: () => {} }], '0: say before or after'],
  ['websockets', { onConnect: 'x' }, 'onConnect: expected a function'],
  ['services', { bell: { needs: [], create: 1 } }, 'bell.create: expected a function'],
  [
    'permissions',
    { 'RootQuery.polls': 7 },
    "RootQuery.polls: expected 'ANYBODY', 'SIGNED_IN', permissions, or { needs }",
  ],
  ['websockets', { onMessage: () => {} }, 'there is no onMessage (the keys are onConnect, onDisconnect)'],
  [
    'websockets',
    { onConect: () => {} },
    'there is no onConect; did you mean onConnect? (the keys are onConnect, onDisconnect)',
  ],
  ['hooks', { Comment: { body: () => {} } }, 'Comment.body: is a function, expected { pre, post }, each a function'],
  ['hooks', { Comment: { body: { before: () => {} } } }, 'Comment.body: there is no before (the keys are pre, post)'],
  ['hooks', { Comment: () => {} }, 'Comment: is a function, expected field → { pre, post }'],
  ['tags', [() => {}], '0: is a function, expected { name, permissions, models, created_at }'],
  [
    'tags',
    [{ name: 'A', permissions: { everyone: true }, models: ['COMMENTS'], created_at: new Date() }],
    '0.permissions: there is no everyone (the keys are public, self, roles)',
  ],
  [
    'tags',
    [{ name: 'A', permissions: {}, models: [], created_at: new Date() }],
    '0.models: is empty, expected a list with something in it',
  ],
  ['indexes', [{ collection: 'comments', name: 'x', keys: { a: 2 } }], '0.keys.a: expected 1 or -1'],
  ['indexes', [{ collection: 'comments', name: 'x' }], '0.keys: is undefined, expected an object'],
  [
    'moderation',
    [{ name: 'mine', before: 'premod', priority: 1, run: () => {} }],
    '0: there is no priority (the keys are name, purpose, before, after, judgesBy, gate, run)',
  ],
])('%s: a wrong part inside it is named by its place (%#) [P17, P22]', (hook, value, place) => {
  const said = says(hook, value)
  expect(said).toHaveLength(1)
  expect(said[0]).toContain(place)
})
