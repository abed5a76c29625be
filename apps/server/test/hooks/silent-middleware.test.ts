import { PassThrough } from 'node:stream'
import type { PluginApp } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import type { Express, NextFunction, Request, Response } from 'express'
import { expect, test } from 'vitest'
import { named } from '../compose/named.ts'
import { requirePlugin } from '../older/require-plugin.ts'

const TIMES = { firstByte: 200, silence: 300 }
const never = (): Promise<never> => new Promise(() => {})

type Koa = PluginApp['koa']
type Mount = (app: Express & { koa: Koa }) => void

/** A plugin whose `app` hook adds middleware; each test asks for the path `/silent`. */
const adding = (name: string, app: Mount) => named(name, { app })

/** What the log says about the request for a path, which takes too long. */
async function askSilent(platform: TestPlatform, path = '/silent'): Promise<unknown> {
  const answer = await platform.http(path, { headers: { accept: 'application/json' } })
  const { error } = (await answer.json()) as { error: { code: string } }
  const lines = platform.logs.filter(({ level }) => level === 'error').map(({ msg }) => msg)
  return [answer.status, error.code, ...lines]
}

const blamed = (who: string) => [504, 'PLUGIN_TIMEOUT', `PLUGIN_TIMEOUT ${who}: nothing was answered within 0.2 s`]

const pass = (_req: Request, _res: Response, next: NextFunction): void => next()
const CASES: Record<string, Mount> = {
  'of Express': app => {
    app.use((req: Request, _res: Response, next: NextFunction) => {
      if (req.path !== '/silent') next()
    })
  },
  'of Express, behind other middleware of its own': app => {
    app.use(pass).use('/silent', () => {})
  },
  'of Express, as a route': app => {
    app.get('/silent', () => {})
  },
  'of koa': app => {
    app.koa.use((ctx, next) => (ctx.path === '/silent' ? never() : next()))
  },
  'of koa, after its call of next': app => {
    app.koa.use(async (ctx, next) => {
      await next()
      if (ctx.path === '/silent') await never()
    })
  },
  'of koa, after what it called failed': app => {
    app.koa.use((ctx, next) => next().catch(error => (ctx.path === '/silent' ? never() : Promise.reject(error))))
    app.koa.use((ctx, next) => (ctx.path === '/silent' ? ctx.throw(418) : next()))
  },
}

test.each(Object.entries(CASES))('middleware %s that never answers is named in the log', async (_how, app) => {
  const plugins = [
    adding('first', own => {
      own.use(pass).koa.use((_ctx, next) => next())
    }),
    adding('silent', app),
    adding('last', own => {
      own.use(pass).koa.use((_ctx, next) => next())
    }),
  ]
  await using platform = await createTestPlatform({ plugins, deadlines: TIMES })
  expect(await askSilent(platform)).toEqual(blamed('silent@1.2.3 app middleware'))
})

test('middleware of a CommonJS plugin that never answers is named in the log', async () => {
  await using plugin = await requirePlugin('older', {
    'index.js': `module.exports = { app(app) { app.use((req, _res, next) => { if (req.path !== '/silent') next() }) } }`,
  })
  await using platform = await createTestPlatform({ plugins: [plugin.plugin], deadlines: TIMES })
  expect(await askSilent(platform)).toEqual(blamed('older@1.2.3 app middleware'))
})

const passing = adding('passing', app => {
  app.use(pass).koa.use(async (_ctx, next) => {
    await next()
  })
})

test('middleware that called next is not named for a route that never answers', async () => {
  const routes = named('routes', {
    router(router: { get(path: string, handle: () => void): void }) {
      router.get('/silent', () => {})
    },
  })
  await using platform = await createTestPlatform({ plugins: [passing, routes], deadlines: TIMES })
  expect(await askSilent(platform)).toEqual(blamed('routes@1.2.3 router GET /silent'))
})

test('middleware that called next is not named for a route whose stream falls silent', async () => {
  const routes = named('routes', {
    router(router: { koa: { get(path: string, handle: (ctx: { body: unknown }) => void): void } }) {
      router.koa.get('/silent', ctx => {
        const stream = new PassThrough()
        stream.write('half')
        ctx.body = stream
      })
    },
  })
  await using platform = await createTestPlatform({
    plugins: [passing, routes],
    deadlines: TIMES,
    env: { PORT: '0', HOST: '127.0.0.1' },
  })
  const listening = await platform.listen()
  const answer = await fetch(`http://127.0.0.1:${listening.port}/silent`)
  await expect(answer.text()).rejects.toThrow()
  await listening.stop()
  expect(platform.logs.filter(({ level }) => level === 'error').map(({ msg }) => msg)).toEqual([
    'PLUGIN_TIMEOUT routes@1.2.3 router GET /silent: no byte of the answer followed for 0.3 s',
  ])
})

test('middleware that called next is not named when the core never answers', async () => {
  const platform = await createTestPlatform({ plugins: [passing], deadlines: TIMES })
  await using _ended = platform
  platform.services.authentication.identify = never
  expect(await askSilent(platform, '/api/v1/auth')).toEqual([
    503,
    'UNAVAILABLE',
    'UNAVAILABLE GET /api/v1/auth: nothing was answered within 0.2 s',
  ])
})
