import { CompositionError } from '@platform/plugin-host'
import { needed, PlatformError, type PluginRouter } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setAccountStatus } from '../permissions/account-status.ts'
import { reported } from '../problems.ts'
import { named } from './named.ts'

function router(router: PluginRouter): void {
  router.get('/api/v1/polls', (_req, res) => {
    res.json({ polls: [] })
  })
  router.get('/api/v1/polls/whoami', (req: any, res: any) => {
    res.json({ user: req.user?.username ?? null, id: req.id, permission: req.context.can('SET_COMMENT_STATUS') })
  })
  router.get('/api/v1/polls/staff', needed('STAFF', 'MODERATOR', 'ADMIN') as never, (_req, res) => {
    res.json({})
  })
  router.post('/api/v1/polls', (req, res) => {
    res.status(201).json(req.body)
  })
  router.get('/api/v1/polls/:id/:which', (req, res) => {
    res.json({ ...req.params, ...req.query })
  })
  router.get('/api/v1/polls-fail', () => {
    throw new Error('boom')
  })
  router.get('/api/v1/polls-fail-later', async () => {
    throw new Error('boom')
  })
  router.get('/api/v1/polls-refuse', () => {
    throw new PlatformError('POLL_CLOSED', 'This poll ended', { status: 409 })
  })
  router.koa.get('/api/v1/polls-koa', needed() as never, ctx => {
    ctx.body = { koa: true }
  })
  router.koa.get('/api/v1/polls-koa-fail', () => {
    throw new Error('boom')
  })
  router.use('/api/v1/auth', (_req, res) => {
    res.json({ stolen: true })
  })
}

let platform: TestPlatform
beforeAll(async () => {
  // Middleware claims nothing, so the plugin loads; the core is still asked first.
  platform = await createTestPlatform({ plugins: [named('polls', { router })] })
})
afterAll(() => platform[Symbol.asyncDispose]())
beforeEach(() => {
  ;(platform.logs as unknown[]).length = 0
})

const ask = async (path: string, init: RequestInit = {}, by: TestPlatform = platform) => {
  const response = await by.http(path, init)
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}
const json = { 'content-type': 'application/json' }

test('a route answers', async () => {
  expect(await ask('/api/v1/polls')).toEqual({ status: 200, body: { polls: [] } })
})

test('a route gets the body as JSON, and answers with its own status', async () => {
  expect(
    await ask('/api/v1/polls', { method: 'POST', headers: json, body: '{"url": "http://x/", "title": "y"}' }),
  ).toEqual({ status: 201, body: { url: 'http://x/', title: 'y' } })
})

test('a route gets parameters and query', async () => {
  expect((await ask('/api/v1/polls/7/votes?page=2')).body).toEqual({ id: '7', which: 'votes', page: '2' })
})

test('a body that is no JSON never gets to a plugin, nor is it a failure of ours', async () => {
  for (const path of ['/api/v1/polls', '/api/v1/nothing'])
    expect((await ask(path, { method: 'POST', headers: json, body: '{' })).status).toBe(400)
  expect(platform.logs.filter(line => line['level'] === 'error')).toEqual([])
})

test('a route knows the caller, the request and its context', async () => {
  const moderator = platform.as(await platform.createUser({ username: 'Mo', roles: ['MODERATOR'] }))
  expect((await ask('/api/v1/polls/whoami', { headers: { 'x-request-id': 'r1' } }, moderator)).body).toEqual({
    user: 'Mo',
    id: 'r1',
    permission: true,
  })
  expect((await ask('/api/v1/polls/whoami')).body).toMatchObject({ user: null, permission: false })
})

describe('needed', () => {
  test.each<[role: 'STAFF' | 'COMMENTER' | 'ADMIN' | null, status: number]>([
    ['STAFF', 200],
    ['ADMIN', 200],
    ['COMMENTER', 403],
    [null, 401],
  ])('lets %s in: %i', async (role, status) => {
    const by = role === null ? platform : platform.as(await platform.createUser({ roles: [role] }))
    expect((await ask('/api/v1/polls/staff', {}, by)).status).toBe(status)
    expect((await ask('/api/v1/polls-koa', {}, by)).status).toBe(role === null ? 401 : 200)
  })

  test.each(['banned', 'suspended'] as const)('refuses a %s user, whatever the role [R21]', async status => {
    const moderator = await platform.createUser({ roles: ['MODERATOR'] })
    await setAccountStatus(platform, moderator.user, status)
    const by = platform.as(await platform.signIn(moderator))
    for (const path of ['/api/v1/polls/staff', '/api/v1/polls-koa'])
      expect(await ask(path, {}, by)).toMatchObject({ status: 403, body: { error: { code: 'NOT_AUTHORIZED' } } })
  })

  test('a suspension ends for it exactly when it ends for everything else', async () => {
    await using timed = await createTestPlatform({ plugins: [named('polls', { router })], now: new Date() })
    const staff = await timed.createUser({ roles: ['STAFF'] })
    await setAccountStatus(timed, staff.user, 'suspended')
    const by = timed.as(await timed.signIn(staff))
    expect((await ask('/api/v1/polls/staff', {}, by)).status).toBe(403)
    timed.clock.advance(3_600_000)
    expect((await ask('/api/v1/polls/staff', {}, by)).status).toBe(200)
  })

  test('a role that does not exist keeps the server from starting, and names the plugin [R21]', async () => {
    const error: unknown = await createTestPlatform({
      plugins: [
        named('misspelt', {
          router: (own: PluginRouter) => {
            own.get('/api/v1/misspelt', needed('ADMN' as never) as never, (_req, res) => {
              res.json({})
            })
          },
        }),
      ],
    }).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(CompositionError)
    expect(String(error)).toMatch(/misspelt[\s\S]*ADMN[\s\S]*ADMIN, MODERATOR/)
  })
})

describe('a route that fails', () => {
  test.each([['/api/v1/polls-fail'], ['/api/v1/polls-fail-later'], ['/api/v1/polls-koa-fail']])(
    '%s says so, names the plugin in the log, and takes nothing else along',
    async path => {
      expect(await ask(path)).toMatchObject({
        status: 500,
        body: { error: { code: 'PLUGIN_FAILED', message: 'Something went wrong here' } },
      })
      expect(platform.logs.filter(line => line['level'] === 'error')).toMatchObject([
        { plugin: 'polls', hook: 'router', at: `GET ${path}` },
      ])
      expect((await ask('/api/v1/polls')).status).toBe(200)
    },
  )

  test('on purpose tells why', async () => {
    expect(await ask('/api/v1/polls-refuse')).toMatchObject({
      status: 409,
      body: { error: { code: 'POLL_CLOSED', message: 'This poll ended' } },
    })
  })
})

test('the core is asked first [P23]', async () => {
  expect(await ask('/api/v1/auth')).toEqual({ status: 204, body: null })
})

test('a request that no route answers gets a 404', async () => {
  expect(await ask('/api/v1/polls/7')).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
})

test("a handler sees the request's context as its own plugin does, whichever plugin handled it before", async () => {
  const seen: unknown[] = []
  const look = (by: string) => (context: any) => {
    seen.push([by, context.config])
  }
  const first = named('first', {
    router: (own: PluginRouter) => {
      own.use('/api/v1/second', (req, _res, next) => {
        look('first')(req.context)
        next()
      })
    },
  })
  const second = named('second', {
    router: (own: PluginRouter) => {
      own.get('/api/v1/second', (req, res) => {
        look('second')(req.context)
        res.json({})
      })
      own.koa.get('/api/v1/second/koa', ctx => {
        look('second in koa')(ctx.state.context)
        ctx.body = {}
      })
    },
  })
  await using both = await createTestPlatform({
    plugins: [first, second],
    settings: { first: { config: { a: 1 } }, second: { config: { b: 2 } } },
  })
  await ask('/api/v1/second', {}, both)
  await ask('/api/v1/second/koa', {}, both)
  expect(seen).toEqual([
    ['first', { a: 1 }],
    ['second', { b: 2 }],
    ['second in koa', { b: 2 }],
  ])
})

describe("a pattern that takes the requests of another plugin's routes", () => {
  const answer = (by: string) => (_req: unknown, res: any) => {
    res.json({ by })
  }
  const greedy = named('greedy', {
    router: (own: PluginRouter) => {
      own.get('/api/v1/:anything', answer('greedy') as never)
    },
  })
  const modest = named('modest', {
    router: (own: PluginRouter) => {
      own.route('/api/v1/modest').get(answer('modest') as never)
    },
  } as never)
  const settings = { greedy: { allow: ['route.cover:GET /api/v1/:anything'] } }

  test.each<[name: string, cover: (router: PluginRouter) => void, says: string]>([
    [
      'by a parameter',
      own => {
        own.get('/api/v1/:anything', answer('greedy') as never)
      },
      'GET /api/v1/:anything',
    ],
    [
      'by a splat, for every method',
      own => {
        own.all('/{*rest}', answer('greedy') as never)
      },
      'ALL /{*rest}',
    ],
    [
      'in a list',
      own => {
        own.get(['/a', '/api/*rest'] as never, answer('greedy') as never)
      },
      'GET /api/*rest',
    ],
    [
      'as an expression',
      own => {
        own.get(/^\/api/ as never, answer('greedy') as never)
      },
      'GET /^\\/api/',
    ],
    [
      'in koa, wherever it is listed',
      own => {
        own.koa.get('/api/v1/:anything', ctx => {
          ctx.body = {}
        })
      },
      'GET /api/v1/:anything',
    ],
  ])('%s: both are named, and the fix', async (_name, cover, says) => {
    const failure = await createTestPlatform({ plugins: [named('greedy', { router: cover }), modest] }).catch(
      (error: unknown) => error,
    )
    expect(reported((failure as CompositionError).problems)).toMatchObject([
      {
        code: 'PLUGIN_CONFLICT',
        owners: ['greedy', 'modest'],
        message: expect.stringContaining(
          `the route ${says} of greedy@1.2.3 takes every request for GET /api/v1/modest of modest@1.2.3`,
        ),
        fix: expect.stringContaining(`"allow": ["route.cover:${says}"]`),
      },
    ])
  })

  test('is composed when listed later, or with leave; a literal route listed first stays reachable', async () => {
    await using after = await createTestPlatform({ plugins: [modest, greedy] })
    expect([(await ask('/api/v1/modest', {}, after)).body, (await ask('/api/v1/other', {}, after)).body]).toEqual([
      { by: 'modest' },
      { by: 'greedy' },
    ])
    await using before = await createTestPlatform({ plugins: [greedy, modest], settings })
    expect((await ask('/api/v1/modest', {}, before)).body).toEqual({ by: 'greedy' })
  })

  test('other methods, other depths and middleware take nothing', async () => {
    const beside = named('beside', {
      router: (own: PluginRouter) => {
        own.post('/api/v1/:anything', answer('beside') as never)
        own.get('/api/:anything', answer('beside') as never)
        own.use((_req, _res, next) => {
          next()
        })
      },
    })
    await using platform = await createTestPlatform({ plugins: [beside, modest] })
    expect((await ask('/api/v1/modest', {}, platform)).body).toEqual({ by: 'modest' })
  })
})

test('res.render of a view that does not exist is a failure of its plugin', async () => {
  const views = named('views', {
    router: (own: PluginRouter) => {
      own.get('/api/v1/views/none', (_req, res) => {
        res.render('home')
      })
    },
  })
  await using platform = await createTestPlatform({ plugins: [views] })
  expect(await ask('/api/v1/views/none', {}, platform)).toMatchObject({
    status: 500,
    body: { error: { code: 'PLUGIN_FAILED' } },
  })
  expect(platform.logs).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        plugin: 'views',
        at: 'GET /api/v1/views/none',
        err: expect.objectContaining({ message: expect.stringContaining('Failed to lookup view "home"') }),
      }),
    ]),
  )
})

test('an error of a handler of router.route() is attributed to its plugin', async () => {
  const chained = named('chained', {
    router: (own: PluginRouter) => {
      ;(own as any).route('/api/v1/chained').get(() => {
        throw new Error('boom')
      })
    },
  })
  await using platform = await createTestPlatform({ plugins: [chained] })
  expect(await ask('/api/v1/chained', {}, platform)).toMatchObject({
    status: 500,
    body: { error: { code: 'PLUGIN_FAILED' } },
  })
  expect(platform.logs).toEqual(
    expect.arrayContaining([expect.objectContaining({ plugin: 'chained', at: 'GET /api/v1/chained' })]),
  )
})
