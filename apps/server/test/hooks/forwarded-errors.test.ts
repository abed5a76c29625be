import { createTestPlatform } from '@platform/plugin-testing'
import express, { type Express, type Request, type Response, type Router } from 'express'
import { describe, expect, test } from 'vitest'
import { named } from '../compose/named.ts'

/** Outside production an answer shows the cause of an error, so these tests are about production. */
const PRODUCTION = { NODE_ENV: 'production', PLATFORM_ROOT_URL: 'https://comments.example' }
const SECRET = 'secret-detail-of-the-plugin'
type Next = (error?: unknown) => void
const forwardError = (_req: Request, _res: Response, next: Next): void => next(new Error(SECRET))

interface Case {
  readonly at: string
  mount(router: Router): void
}

const CASES: Record<string, Case> = {
  'a route': {
    at: 'router GET /broken',
    mount: router => {
      router.get('/broken', forwardError)
    },
  },
  'a route, later': {
    at: 'router GET /broken',
    mount: router => {
      router.get('/broken', (_req, _res, next) => {
        setImmediate(() => next(new Error(SECRET)))
      })
    },
  },
  'a route, as a text': {
    at: 'router GET /broken',
    mount: router => {
      router.get('/broken', (_req, _res, next) => next(SECRET))
    },
  },
  'a route mounted by its path': {
    at: 'router GET /broken',
    mount: router => {
      router.route('/broken').get(forwardError)
    },
  },
  middleware: {
    at: 'router USE /broken',
    mount: router => {
      router.use('/broken', forwardError)
    },
  },
  'a router inside': {
    at: 'router GET /broken',
    mount: router => {
      router.use(express.Router().get('/broken', forwardError))
    },
  },
  'a router inside, which throws': {
    at: 'router GET /broken',
    mount: router => {
      router.use(
        express.Router().get('/broken', () => {
          throw new Error(SECRET)
        }),
      )
    },
  },
  'a parameter': {
    at: 'router PARAM id',
    mount: router => {
      router
        .param('id', (_req, _res, next) => next(new Error(SECRET)))
        .get('/:id', (_req, res) => {
          res.end()
        })
    },
  },
  'a handler of errors': {
    at: 'router GET /broken',
    mount: router => {
      router.get('/broken', forwardError).use((error: Error, _req: Request, _res: Response, next: Next) => next(error))
    },
  },
}

describe.each(Object.entries(CASES))('an error that %s passes to next', (_name, { at, mount }) => {
  test('names plugin, hook and place in the log, and tells a client that a plugin failed', async () => {
    await using platform = await createTestPlatform({ plugins: [named('broken', { router: mount })], env: PRODUCTION })
    const answer = await platform.http('/broken', { headers: { accept: 'application/json' } })
    const body = await answer.text()
    expect([answer.status, JSON.parse(body).error.code]).toEqual([500, 'PLUGIN_FAILED'])
    expect(body).not.toContain(SECRET)
    const lines = platform.logs.filter(({ level }) => level === 'error')
    expect(lines).toMatchObject([{ plugin: 'broken', hook: 'router' }])
    expect(lines[0]!['msg']).toContain(`PLUGIN_HOOK_FAILED broken@1.2.3 ${at} `)
    expect(JSON.stringify(lines[0]!['err'])).toContain(SECRET)
  })
})

test("a plugin's error handler gets the error that was passed to next; 'route' and 'router' skip handlers as in Express", async () => {
  await using platform = await createTestPlatform({
    plugins: [
      named('careful', {
        router(router: Router) {
          router.get('/text', (_req, _res, next) => next('gone fishing'))
          router.get(
            '/skips',
            (_req, _res, next) => next('route'),
            (_req, res) => {
              res.end('not skipped')
            },
          )
          router.get('/skips', (_req, res) => {
            res.end('skipped')
          })
          router.get(
            '/leaves',
            (_req, _res, next) => next('router'),
            (_req, res) => {
              res.end('not left')
            },
          )
          router.use((error: unknown, _req: Request, res: Response, _next: Next) => {
            res.end(`handled: ${String(error)}`)
          })
        },
      }),
    ],
  })
  expect(await (await platform.http('/text')).text()).toBe('handled: gone fishing')
  expect(await (await platform.http('/skips')).text()).toBe('skipped')
  expect((await platform.http('/leaves')).status).toBe(404)
  expect(platform.logs.filter(({ level }) => level === 'error')).toEqual([])
})

test('an error that a strategy reports by this.error is attributed to its plugin, in routes of Express and of koa', async () => {
  interface Running {
    error(error: unknown): void
  }
  let registry: { authenticate(name: string, options: object): (...args: unknown[]) => unknown }
  const reporting = (report: (done: () => void) => void) => ({
    authenticate(this: Running) {
      report(() => this.error(new Error(SECRET)))
    },
  })
  const signIn = named('sign-in', {
    authStrategies(strategies: { use(name: string, strategy: object): void }) {
      registry = strategies as never
      strategies.use(
        'now',
        reporting(done => done()),
      )
      strategies.use(
        'later',
        reporting(done => {
          setImmediate(done)
        }),
      )
    },
  })
  const routes = named('routes', {
    router(router: any) {
      for (const name of ['now', 'later']) {
        router.get(`/express/${name}`, (req: unknown, res: unknown, next: unknown) =>
          registry.authenticate(name, { session: false })(req, res, next),
        )
        router.koa.get(`/koa/${name}`, (ctx: unknown, next: unknown) =>
          registry.authenticate(name, { session: false })(ctx, next),
        )
      }
    },
  })
  await using platform = await createTestPlatform({ plugins: [signIn, routes] })
  for (const path of ['/express/now', '/express/later', '/koa/now', '/koa/later']) {
    const answer = await platform.http(path, { headers: { accept: 'application/json' } })
    expect([path, (await answer.json()).error.code]).toEqual([path, 'PLUGIN_FAILED'])
  }
  expect(
    platform.logs.filter(({ level }) => level === 'error').map(({ plugin, hook, at }) => [plugin, hook, at]),
  ).toEqual(['now', 'later', 'now', 'later'].map(name => ['sign-in', 'authStrategies', name]))
})

test.each<[how: string, report: (next: Next) => void]>([
  ['immediately', next => next(new Error(SECRET))],
  [
    'later',
    next => {
      setImmediate(() => next(new Error(SECRET)))
    },
  ],
  ['as a text', next => next(SECRET)],
])(
  'an error that Express middleware of the app hook passes to next %s is attributed to the plugin',
  async (_how, report) => {
    const plugin = named('broken', {
      app(app: Express) {
        app.use((req: Request, _res: Response, next: Next) => (req.url === '/broken' ? report(next) : next()))
      },
    })
    await using platform = await createTestPlatform({ plugins: [plugin] })
    expect(
      (await (await platform.http('/broken', { headers: { accept: 'application/json' } })).json()).error.code,
    ).toBe('PLUGIN_FAILED')
    expect(platform.logs.filter(({ level }) => level === 'error')).toMatchObject([
      { plugin: 'broken', hook: 'app', at: 'middleware' },
    ])
    expect((await platform.http('/api/v1/auth')).status).toBe(204)
  },
)
