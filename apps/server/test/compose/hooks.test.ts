import { type FieldHooks, type HookObject, PlatformError } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { named } from './named.ts'

const RESULT = 'type RootQuery { word(say: String): String }'
const base: HookObject = {
  typeDefs: RESULT,
  resolvers: {
    RootQuery: {
      word: (_root: unknown, { say }: { say?: string }) => {
        order.push('resolve')
        return say ?? 'word'
      },
    },
  },
}
const around = (hooks: FieldHooks): HookObject => ({ hooks: { RootQuery: { word: hooks } } })
let order: string[] = []
beforeEach(() => {
  order = []
})

async function ask(...plugins: HookObject[]) {
  await using platform = await createTestPlatform({ plugins: [base, ...plugins] })
  const { data, errors } = await platform.graphql('{ word }')
  return {
    word: data?.['word'],
    errors: errors.map(error => error.code),
    logs: platform.logs.filter(line => line['level'] === 'error'),
  }
}

test('pre hooks run in the order of the plugins, post hooks in reverse', async () => {
  const noting = (name: string) =>
    around({
      pre: () => {
        order.push(`pre ${name}`)
      },
      post: () => {
        order.push(`post ${name}`)
      },
    })
  await ask(noting('a'), noting('b'), noting('c'))
  expect(order).toEqual(['pre a', 'pre b', 'pre c', 'resolve', 'post c', 'post b', 'post a'])
})

/** A function that is also a promise, as clients of remote services give them. Its `then` returns nothing. */
const callable = (value: unknown): never =>
  Object.assign(() => 'called', {
    // biome-ignore lint/suspicious/noThenProperty: hooks of plugins may give such functions
    then(done: (value: unknown) => void) {
      order.push(`then ${value}`)
      done(value)
    },
  }) as never

test('a function that is a promise is waited for', async () => {
  const plugin = named('remote', {
    typeDefs: RESULT,
    schemaLevelResolveFunction: () => callable('root'),
    resolvers: { RootQuery: { word: () => callable('word') } },
    ...around({
      pre: () => callable('pre'),
      post: (_parent, _args, _context, _info, result) => callable(`${result}!`),
    }),
  })
  await using platform = await createTestPlatform({ plugins: [plugin] })
  expect((await platform.graphql('{ word }')).data).toEqual({ word: 'word!' })
  expect(order).toEqual(['then root', 'then pre', 'then word', 'then word!'])
})

test('each waits for the one before it', async () => {
  const slow = (name: string, ticks: number) =>
    around({
      async pre() {
        for (let i = 0; i < ticks; i++) await null
        order.push(`pre ${name}`)
      },
      async post() {
        for (let i = 0; i < ticks; i++) await null
        order.push(`post ${name}`)
      },
    })
  await ask(slow('a', 20), slow('b', 1))
  expect(order).toEqual(['pre a', 'pre b', 'resolve', 'post b', 'post a'])
})

describe('what a post hook answers', () => {
  const posts: [name: string, post: FieldHooks['post'], expected: unknown][] = [
    ['with five parameters replaces the result', (_parent, _args, _context, _info, result) => `${result}!`, 'word!'],
    ['with four parameters replaces the result', (_parent, _args, _context, _info) => 'other', 'other'],
    ['as a promise replaces the result', async (_parent, _args, _context, _info, result) => `${result}!`, 'word!'],
    ['with three parameters only observes', (_parent, _args, _context) => 'other', 'word'],
    ['without parameters only observes', () => 'other', 'word'],
    ['as undefined leaves it', (_parent, _args, _context, _info, _result) => undefined, 'word'],
    ['as null is null', (_parent, _args, _context, _info, _result) => null, null],
    ['as an empty text is that', (_parent, _args, _context, _info, _result) => '', ''],
    [
      'in the mode observe is not looked at',
      { mode: 'observe', run: (_parent, _args, _context, _info, _result) => 'other' },
      'word',
    ],
    [
      'in the mode transform replaces the result, whatever its parameters',
      { mode: 'transform', run: () => 'other' },
      'other',
    ],
    ['in the mode transform as undefined leaves it', { mode: 'transform', run: () => undefined }, 'word'],
    ['with rest parameters only observes: it declares none', (...all: unknown[]) => `${String(all[4])}!`, 'word'],
  ]
  test.each(posts)('%s [P14]', async (_name, post, expected) => {
    expect((await ask(around({ post: post! }))).word).toBe(expected)
  })

  test('is what the next one gets', async () => {
    const adding = (letter: string) =>
      around({ post: (_parent, _args, _context, _info, result) => `${result}${letter}` })
    expect((await ask(adding('a'), adding('b'))).word).toBe('wordba')
  })

  test('is given the arguments of the field, also when it only observes', async () => {
    let seen: unknown[] = []
    await using platform = await createTestPlatform({
      plugins: [
        base,
        around({
          post: (...given: unknown[]) => {
            seen = given
          },
        }),
      ],
    })
    await platform.graphql('{ word(say: "hello") }')
    expect([seen.length, seen[1], seen[4]]).toEqual([5, { say: 'hello' }, 'hello'])
  })
})

describe('a hook that fails', () => {
  const failing = (name: string, hooks: FieldHooks) => named(name, around(hooks))
  const boom = () => {
    throw new Error('boom')
  }
  test.each<[name: string, hooks: FieldHooks, hook: string]>([
    ['pre', { pre: boom }, 'hooks.pre'],
    ['pre, later', { pre: async () => boom() }, 'hooks.pre'],
    ['post with four parameters', { post: (_parent, _args, _context, _info) => boom() }, 'hooks.post'],
    ['post with four parameters, later', { post: async (_parent, _args, _context, _info) => boom() }, 'hooks.post'],
    ['post in the mode transform', { post: { mode: 'transform', run: boom } }, 'hooks.post'],
    ['pre, with nothing', { pre: () => Promise.reject(undefined) }, 'hooks.pre'],
  ])('%s: the field fails, and the log names the plugin [P10]', async (_name, hooks, hook) => {
    const { word, errors, logs } = await ask(failing('likes', hooks))
    expect({ word, errors }).toEqual({ word: null, errors: ['PLUGIN_FAILED'] })
    expect(logs).toMatchObject([{ plugin: 'likes', version: '1.2.3', hook, at: 'RootQuery.word' }])
    expect(String(logs[0]!['msg'])).toContain(`likes@1.2.3 ${hook} RootQuery.word`)
  })

  test.each<[name: string, post: FieldHooks['post']]>([
    ['three parameters', (_parent, _args, _context) => boom()],
    ['three parameters, later', async (_parent, _args, _context) => boom()],
    ['the mode observe', { mode: 'observe', run: boom }],
  ])('post with %s only observes: the field has its value, and the log names the plugin', async (_name, post) => {
    const { word, errors, logs } = await ask(failing('likes', { post: post! }))
    expect({ word, errors }).toEqual({ word: 'word', errors: [] })
    expect(logs).toMatchObject([{ plugin: 'likes', version: '1.2.3', hook: 'hooks.post', at: 'RootQuery.word' }])
  })

  test('pre vetoes: nothing after it runs', async () => {
    await ask(
      around({
        pre: () => {
          order.push('pre a')
        },
      }),
      around({ pre: boom }),
      around({
        pre: () => {
          order.push('pre c')
        },
        post: () => {
          order.push('post c')
        },
      }),
    )
    expect(order).toEqual(['pre a'])
  })

  test('on purpose: a mutation tells why', async () => {
    const veto: HookObject = {
      hooks: {
        RootMutation: {
          createComment: {
            pre: () => {
              throw new PlatformError('QUIET_HOURS', 'Come back tomorrow')
            },
          },
        },
      },
    }
    await using platform = await createTestPlatform({ plugins: [veto] })
    const { data, errors } = await platform.as(await platform.createUser()).graphql(
      `mutation {
        createComment(input: { asset_id: "x", body: "Hello" }) {
          comment { id } errors { translation_key }
        }
      }`,
    )
    expect([data, errors]).toEqual([
      { createComment: { comment: null, errors: [{ translation_key: 'QUIET_HOURS' }] } },
      [],
    ])
  })

  test('on purpose, as older plugins do: any error with a translation key', async () => {
    const veto: HookObject = {
      hooks: {
        RootMutation: {
          createComment: {
            pre: () => {
              throw Object.assign(new Error('no'), { translation_key: 'QUIET_HOURS' })
            },
          },
        },
      },
    }
    await using platform = await createTestPlatform({ plugins: [veto] })
    const { data } = await platform
      .as(await platform.createUser())
      .graphql('mutation { createComment(input: { asset_id: "x", body: "Hello" }) { errors { translation_key } } }')
    expect(data).toEqual({ createComment: { errors: [{ translation_key: 'QUIET_HOURS' }] } })
  })
})

test('a pre hook may change what a mutation gets, and say what becomes of the comment', async () => {
  const tidy: HookObject = {
    hooks: {
      RootMutation: {
        createComment: {
          pre: (_root: unknown, args: { input: { body: string; status?: string } }) => {
            args.input.body = args.input.body.trim()
            args.input.status = 'REJECTED'
          },
        },
      },
    },
  }
  await using platform = await createTestPlatform({ plugins: [tidy] })
  const asset = await platform.createAsset()
  const { data } = await platform
    .as(await platform.createUser())
    .graphql(
      'mutation ($id: ID!) { createComment(input: { asset_id: $id, body: "  Hello  " }) { comment { body status } } }',
      { id: asset.id },
    )
  expect(data).toEqual({ createComment: { comment: { body: 'Hello', status: 'REJECTED' } } })
})

describe('__resolveType', () => {
  const typeDefs = `interface Shape { size: Int }
      type Circle implements Shape { size: Int }
      type DefaultShape implements Shape { size: Int }
      type RootQuery { shape: Shape }`
  const resolvers = { RootQuery: { shape: () => ({ size: 1 }) } }
  const answering = (name: string | null | undefined): HookObject => ({
    hooks: { Shape: { __resolveType: { post: () => name } } },
  })
  const typeOf = async (...plugins: HookObject[]) => {
    await using platform = await createTestPlatform({ plugins: [{ typeDefs, resolvers }, ...plugins] })
    return (await platform.graphql('{ shape { __typename } }')).data!['shape'].__typename
  }

  test('is Default<Interface> when no hook knows', async () => {
    expect(await typeOf()).toBe('DefaultShape')
    expect(await typeOf(answering(null), answering(undefined))).toBe('DefaultShape')
  })

  test('is the first answer, from the last plugin on', async () => {
    expect(await typeOf(answering('Circle'), answering(null))).toBe('Circle')
    expect(await typeOf(answering('DefaultShape'), answering('Circle'))).toBe('Circle')
  })
})

describe('a hook that changes arguments changes them for nobody else', () => {
  const typeDefs = `
    input Words { list: [String!] = ["word"] }
    type RootQuery { words(given: Words = {}, more: [String!] = ["more"]): String }`
  const words = {
    typeDefs,
    resolvers: { RootQuery: { words: (_root: unknown, args: object) => JSON.stringify(args) } },
    hooks: {
      RootQuery: {
        words: {
          pre(_root: unknown, { given, more }: { given: { list: string[]; other?: string }; more: string[] }) {
            given.list.push('said')
            more.push('said')
          },
        },
      },
    },
  } satisfies HookObject
  const changed = JSON.stringify({ given: { list: ['word', 'said'] }, more: ['more', 'said'] })

  test('that are defaults', async () => {
    await using platform = await createTestPlatform({ plugins: [words] })
    for (const _ of [1, 2, 3]) expect((await platform.graphql('{ words }')).data).toEqual({ words: changed })
  })

  test('that two fields get from one variable', async () => {
    await using platform = await createTestPlatform({ plugins: [words] })
    const { data } = await platform.graphql(
      `query ($given: Words, $more: [String!]) {
        a: words(given: $given, more: $more)
        b: words(given: $given, more: $more)
      }`,
      { given: { list: ['word'] }, more: ['more'] },
    )
    expect(data).toEqual({ a: changed, b: changed })
  })
})
