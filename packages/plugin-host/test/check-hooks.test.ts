import { describe, expect, test } from 'vitest'
import { checkHooks, textOf } from '../src/index.ts'

const about = { name: 'likes', origin: 'plugins/likes/server/index.js' }
const problemsOf = (hooks: object) => checkHooks(hooks, about)

describe('a hook that is misspelt names the one that is meant [P05]', () => {
  test.each([
    ['resolver', 'resolvers'],
    ['Resolvers', 'resolvers'],
    ['typedefs', 'typeDefs'],
    ['hook', 'hooks'],
    ['loader', 'loaders'],
    ['setupFunction', 'setupFunctions'],
    ['routers', 'router'],
    ['tokenUserNotfound', 'tokenUserNotFound'],
  ])('%s → %s', (given, meant) => {
    expect(problemsOf({ [given]: {} })).toEqual([
      {
        code: 'PLUGIN_HOOK_INVALID',
        plugins: [about],
        hook: given,
        message: 'there is no such hook',
        fix: `did you mean ${meant}?`,
      },
    ])
  })

  test.each(['name', 'requires', 'sdk'])('%s in a plain object of hooks says that definePlugin takes it', key => {
    expect(problemsOf({ [key]: 'x' })[0]!.fix).toBe(
      `${key} belongs to a manifest: export definePlugin({ name, sdk, ... }) with it and the hooks, or take it out`,
    )
  })

  test('a name like no other lists them all', () => {
    expect(problemsOf({ somethingElse: {} })[0]!.fix).toMatch(/^the hooks are typeDefs, .*router/)
  })
})

describe('a hook of another shape says what is expected [P05]', () => {
  test.each<[hook: string, value: unknown, says: string]>([
    ['typeDefs', {}, 'is an object, expected a text'],
    ['context', () => ({}), 'is a function, expected an object'],
    ['loaders', {}, 'is an object, expected a function'],
    ['mutators', null, 'is null, expected a function'],
    ['resolvers', [], 'is a list, expected an object'],
    ['hooks', 'x', 'is a string, expected an object'],
    ['setupFunctions', undefined, 'is undefined, expected an object'],
    ['tokenUserNotFound', {}, 'is an object, expected a function'],
    ['tags', {}, 'is an object, expected a list'],
    ['router', {}, 'is an object, expected a function'],
  ])('%s', (hook, value, says) => {
    expect(problemsOf({ [hook]: value }).map(problem => textOf(problem))).toEqual([
      `likes ${hook}: ${says}\n  likes  plugins/likes/server/index.js`,
    ])
  })
})

test('all problems of a plugin are reported together', () => {
  expect(problemsOf({ resolver: {}, tags: {}, router: 1 })).toHaveLength(3)
})
