import type { CompositionError } from '@platform/plugin-host'
import type { PluginRouter } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import express from 'express'
import { describe, expect, test } from 'vitest'
import { reported } from '../problems.ts'
import { named } from './named.ts'

type Mount = (router: PluginRouter) => void
type Settings = Record<string, { allow: string[] }>

const answer = (by: string) =>
  ((_req: unknown, res: any) => {
    res.json({ by })
  }) as never
const compose = (mounts: readonly Mount[], settings: Settings = {}) =>
  createTestPlatform({ plugins: mounts.map((router, i) => named('ab'[i]!, { router })), settings })
const problems = (mounts: readonly Mount[], settings: Settings = {}) =>
  compose(mounts, settings).then(
    async platform => {
      await platform[Symbol.asyncDispose]()
      return []
    },
    (error: unknown) => reported((error as CompositionError).problems),
  )
const sub = (method: 'get' | 'all' | 'use', path: string, by = 'sub') => {
  const router = express.Router()
  router[method](path, answer(by))
  return router as never
}
const get =
  (path: string): Mount =>
  router => {
    router.get(path, answer('get'))
  }

describe('a route that another plugin mounts otherwise is a conflict', () => {
  test.each<[name: string, a: Mount, b: Mount, says: string]>([
    [
      'all, and one method',
      router => {
        router.all('/api/v1/x', answer('all'))
      },
      get('/api/v1/x'),
      'GET /api/v1/x',
    ],
    [
      'one method, and all',
      get('/api/v1/x'),
      router => {
        router.all('/api/v1/x', answer('all'))
      },
      'ALL /api/v1/x',
    ],
    [
      'all of koa, and one of Express',
      router => {
        router.koa.all('/api/v1/x', ctx => {
          ctx.body = {}
        })
      },
      router => {
        router.post('/api/v1/x', answer('post'))
      },
      'POST /api/v1/x',
    ],
    [
      'all, twice',
      router => {
        router.all('/api/v1/x', answer('all'))
      },
      router => {
        router.koa.all('/api/v1/x', ctx => {
          ctx.body = {}
        })
      },
      'ALL /api/v1/x',
    ],
    [
      'inside a router of its own',
      router => {
        router.use('/api/v1', sub('get', '/x'))
      },
      get('/api/v1/x'),
      'GET /api/v1/x',
    ],
    [
      'inside a router in a router',
      router => {
        const outer = express.Router()
        outer.use('/v1', sub('get', '/x'))
        router.use('/api', outer as never)
      },
      get('/api/v1/x'),
      'GET /api/v1/x',
    ],
    [
      'inside a router without a path',
      get('/api/v1/x'),
      router => {
        router.use(sub('all', '/api/v1/x'))
      },
      'ALL /api/v1/x',
    ],
    ['in other letters', get('/api/v1/X'), get('/api/v1/x/'), 'GET /api/v1/x'],
  ])('%s', async (_name, a, b, says) => {
    const [problem, ...others] = await problems([a, b])
    expect(others).toEqual([])
    expect(problem).toMatchObject({ code: 'PLUGIN_CONFLICT', message: expect.stringContaining(`the route ${says}`) })
    expect(problem!.owners.toSorted()).toEqual(['a', 'b'])
  })

  test("a pattern inside a router of its own takes another plugin's requests", async () => {
    expect(
      await problems([
        router => {
          router.use('/api', sub('get', '/v1/:anything'))
        },
        get('/api/v1/x'),
      ]),
    ).toMatchObject([
      {
        message: expect.stringContaining(
          'GET /api/v1/:anything of a@1.2.3 takes every request for GET /api/v1/x of b@1.2.3',
        ),
      },
    ])
  })
})

test.each([
  ['/{*any}', '/'],
  ['/api/v1/x{/:id}', '/api/v1/x'],
])('a pattern %s that takes more than %s of another plugin is not called covered by it', async (pattern, path) => {
  expect((await problems([get('/api/v1/a/x'), get(pattern)])).map(({ message }) => message)).toEqual([])
  const said = await problems([get(path), get(pattern)])
  for (const { message } of said) expect(message).not.toContain('takes every request')
})

test('one method of all can be given to another plugin; the others stay', async () => {
  const mounts: Mount[] = [
    router => {
      router.all('/api/v1/x', answer('a'))
      router.koa.all('/api/v1/k', ctx => {
        ctx.body = { by: 'a' }
      })
    },
    router => {
      router.get('/api/v1/x', answer('b'))
      router.get('/api/v1/k', answer('b'))
    },
  ]
  await using platform = await compose(mounts, {
    b: { allow: ['route.override:GET /api/v1/x', 'route.override:GET /api/v1/k'] },
  })
  const by = async (path: string, method: string) =>
    ((await (await platform.http(path, { method })).json()) as { by: string }).by
  expect([
    await by('/api/v1/x', 'GET'),
    await by('/api/v1/x', 'PUT'),
    await by('/api/v1/k', 'GET'),
    await by('/api/v1/k', 'PUT'),
  ]).toEqual(['b', 'a', 'b', 'a'])
})

test('a route that lost inside a router of its own hands on', async () => {
  await using platform = await compose(
    [
      router => {
        router.use('/api/v1', sub('get', '/x', 'a'))
      },
      router => {
        router.get('/api/v1/x', answer('b'))
      },
    ],
    { b: { allow: ['route.override:GET /api/v1/x'] } },
  )
  expect(await (await platform.http('/api/v1/x')).json()).toEqual({ by: 'b' })
})

describe('what the core has', () => {
  test.each<[name: string, mount: Mount, says: string]>([
    ['the live endpoint', get('/api/v1/live'), 'GET /api/v1/live'],
    [
      'a probe, by all',
      router => {
        router.all('/readyz', answer('a'))
      },
      'ALL /readyz',
    ],
    [
      'a route, by all',
      router => {
        router.all('/api/v1/auth', answer('a'))
      },
      'ALL /api/v1/auth',
    ],
    [
      'a route, inside a router of its own',
      router => {
        router.use('/api/v1', sub('get', '/account'))
      },
      'GET /api/v1/account',
    ],
  ])('%s', async (_name, mount, says) => {
    expect(await problems([mount], { a: { allow: [`route.override:${says}`] } })).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          code: 'PLUGIN_CONFLICT',
          message: expect.stringContaining(`the route ${says}`),
          fix: expect.stringContaining('routes of the core are always asked first'),
        }),
      ]),
    )
  })

  test('a route that a pattern of the core answers would never be asked', async () => {
    expect(await problems([get('/api/v1/assets/popular')])).toMatchObject([
      {
        code: 'PLUGIN_CONFLICT',
        message: expect.stringContaining(
          'GET /api/v1/assets/:id of assets takes every request for GET /api/v1/assets/popular of a@1.2.3',
        ),
        fix: expect.stringContaining('/api/v1/a'),
      },
    ])
  })
})

describe('a plugin that mounts a route twice', () => {
  test.each<[name: string, mount: Mount]>([
    [
      'in Express',
      router => {
        router.get('/api/v1/x', answer('a'))
        router.get('/api/v1/x', answer('b'))
      },
    ],
    [
      'in both kinds',
      router => {
        router.get('/api/v1/x/:id', answer('a'))
        router.koa.get('/api/v1/x/:other', ctx => {
          ctx.body = {}
        })
      },
    ],
    [
      'in a router of its own',
      router => {
        router.get('/api/v1/x', answer('a'))
        router.use('/api', sub('get', '/v1/x'))
      },
    ],
  ])('%s is told', async (_name, mount) => {
    expect(await problems([mount])).toMatchObject([
      {
        code: 'PLUGIN_CONFLICT',
        owners: ['a'],
        message: expect.stringContaining('mounts the route GET /api/v1/x'),
        fix: expect.stringContaining('router.get'),
      },
    ])
  })

  test('handlers of one route, other methods, and middleware before all routes are none', async () => {
    const mount: Mount = router => {
      router.all('/api/v1/x', ((_req: unknown, _res: unknown, next: () => void) => {
        next()
      }) as never)
      router.get(
        ['/api/v1/x', '/api/v1/x/'] as never,
        ((_req: unknown, _res: unknown, next: (skip: string) => void) => {
          next('route')
        }) as never,
        answer('b'),
      )
      router.get('/api/v1/x', answer('a'))
      router.post('/api/v1/x', answer('a'))
    }
    await using platform = await compose([mount])
    expect(await (await platform.http('/api/v1/x')).json()).toEqual({ by: 'a' })
  })
})

test('an error of a route in a nested router names the whole path', async () => {
  const failing = express.Router()
  failing.get('/x', () => {
    throw new Error('boom')
  })
  await using platform = await compose([
    router => {
      router.use('/api/v1', failing as never)
    },
  ])
  expect((await platform.http('/api/v1/x')).status).toBe(500)
  expect(platform.logs.filter(({ level }) => level === 'error')).toMatchObject([
    { plugin: 'a', hook: 'router', at: 'GET /api/v1/x' },
  ])
})
