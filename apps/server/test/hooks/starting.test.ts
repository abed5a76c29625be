import { defineClientPlugin } from '@platform/client-sdk'
import { definePlugin, PlatformError, shared } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { loadStreamBuild } from '@platform/stream'
import type { Router } from 'express'
import { describe, expect, test } from 'vitest'
import { named } from '../compose/named.ts'
import { connect, startLive } from '../live/socket.ts'
import { refusalOf } from '../problems.ts'

const fail = (): never => {
  throw new TypeError('no such gateway')
}
const failLater = async (): Promise<never> => {
  await Promise.resolve()
  return fail()
}

describe.each(['init', 'ready', 'app', 'connect'])('%s fails', hook => {
  const broken = named('broken', { [hook]: fail })

  test('the start fails, and says plugin, hook and where it is from', async () => {
    expect(await refusalOf(createTestPlatform({ plugins: [broken] }))).toMatchObject({
      code: 'PLUGINS_INVALID',
      exitCode: 78,
      problems: [
        {
          code: 'PLUGIN_HOOK_FAILED',
          owners: ['broken'],
          message: `broken@1.2.3 ${hook}: no such gateway\n  broken  given to createTestPlatform as number 1`,
        },
      ],
    })
  })

  test('where its settings allow it, the platform starts without it and shuts it down', async () => {
    const down: string[] = []
    const stays = named('stays', {
      router: (router: Router) => {
        router.get('/stays', (_req, res) => {
          res.end('here')
        })
      },
      shutdown: () => {
        down.push('stays')
      },
    })
    await using platform = await createTestPlatform({
      plugins: [
        stays,
        named('broken', {
          [hook]: fail,
          shutdown: () => {
            down.push('broken')
          },
        }),
      ],
      settings: { broken: { onFailure: 'disable' } },
    })
    expect(platform.disabled).toEqual([
      { name: 'broken', reason: expect.stringContaining(`broken@1.2.3 ${hook}: no such gateway`) },
    ])
    expect(await (await platform.http('/stays')).text()).toBe('here')
    expect(down).toEqual(['broken', 'stays'])
  })
})

test.each([
  ['fails when it starts', { init: fail }],
  ['can not be composed', { moderation: [{ name: 'broken.calm', before: 'nowhere', run: () => undefined }] }],
])(
  'the client part of a disabled plugin that %s is not shown, and keeps no server from starting',
  async (_how, hook) => {
    const broken = named('broken', {
      typeDefs: 'type Comment { mark: String }',
      resolvers: { Comment: { mark: shared(() => 'a mark') } },
      ...hook,
    })
    const part = defineClientPlugin({ fragments: { Comment: 'fragment Marked on Comment { mark }' } })
    const parts = [
      { plugin: 'broken', version: null, part },
      { plugin: 'stays', version: null, part: {} },
    ]
    await using platform = await createTestPlatform({
      plugins: [broken],
      settings: { broken: { onFailure: 'disable' } },
      streamBuild: { ...(await loadStreamBuild()), parts },
    })
    expect(platform.disabled).toEqual([expect.objectContaining({ name: 'broken' })])
    const asset = await platform.createAsset()
    await platform.createComment({ asset })
    const page = await (await platform.http(`/discussions/${asset.id}`)).text()
    expect(page).toContain('"parts":["stays"]')
  },
)

test('a connect that fails later keeps the platform from starting as well', async () => {
  await expect(createTestPlatform({ plugins: [named('broken', { connect: failLater })] })).rejects.toThrow(
    'broken@1.2.3 connect: no such gateway',
  )
})

test('connect is called once, after ready', async () => {
  const called: string[] = []
  await using platform = await createTestPlatform({
    plugins: [
      named('connected', {
        ready: () => {
          called.push('ready')
        },
        connect: (connectors: { models: { Comment: unknown } }) => {
          called.push(typeof connectors.models.Comment)
        },
      }),
    ],
  })
  expect([called.length, called[0], platform.ready]).toEqual([2, 'ready', true])
})

test.each(['router', 'authStrategies', 'passport', 'app'])(
  '%s that returns a promise is refused, whether it would have failed or not',
  async hook => {
    for (const run of [failLater, async () => {}]) {
      expect(await refusalOf(createTestPlatform({ plugins: [named('late', { [hook]: run })] }))).toMatchObject({
        problems: [
          {
            code: 'PLUGIN_HOOK_INVALID',
            owners: ['late'],
            message: expect.stringMatching(
              new RegExp(`^late@1\\.2\\.3 ${hook}: returned a promise.*\\n  late  given to`),
            ),
            fix: expect.stringContaining(`make ${hook} a plain function`),
          },
        ],
      })
    }
  },
)

test('all plugins that fail to start are reported together, and no plugin that requires one is started', async () => {
  const down: string[] = []
  const plugin = (name: string, init: () => void, requires = {}) =>
    definePlugin({
      name,
      sdk: '^1.0',
      version: '1.2.3',
      requires,
      init,
      shutdown: () => {
        down.push(name)
      },
    } as never)
  const refused = await refusalOf(
    createTestPlatform({
      plugins: [
        plugin('first', () => {}),
        plugin('broken', fail),
        plugin('needs', () => {}, { broken: '*' }),
        plugin('broken-too', fail),
      ] as never,
    }),
  )
  expect(refused).toMatchObject({
    problems: [
      { owners: ['broken'], message: expect.stringMatching(/^broken@1\.2\.3 init: no such gateway/) },
      { owners: ['broken-too'] },
    ],
  })
  expect(down).toEqual(['broken-too', 'broken', 'first'])
})

describe('onConnect', () => {
  const turnedAway = async (error: Error) => {
    await using live = await startLive({
      plugins: [
        named('gate', {
          websockets: {
            onConnect() {
              throw error
            },
          },
        }),
      ],
    })
    const stranger = await connect(live.url, { init: null })
    stranger.send({ type: 'connection_init' })
    expect((await stranger.closed).code).toBe(4403)
    return live.platform.logs.filter(line => line['plugin'] === 'gate')
  }

  test('that refuses is one line', async () => {
    const lines = await turnedAway(new PlatformError('NOT_AUTHORIZED', 'not invited'))
    expect(lines).toMatchObject([{ level: 'info', reason: 'not invited', hook: 'websockets', at: 'onConnect' }])
    expect(lines[0]).not.toHaveProperty('err')
  })

  test('that fails is a failure of its plugin', async () => {
    expect(await turnedAway(new TypeError('no such gateway'))).toMatchObject([
      {
        level: 'error',
        msg: 'PLUGIN_HOOK_FAILED gate@1.2.3 websockets onConnect',
        hook: 'websockets',
        err: { message: 'no such gateway' },
      },
    ])
  })
})
