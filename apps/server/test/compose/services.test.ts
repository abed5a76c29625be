import type { HookObject } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { named } from './named.ts'

/** A field that answers with what `read` gives of the context. */
const field = (read: (context: any) => unknown): HookObject => ({
  typeDefs: 'type RootQuery { out: String }',
  resolvers: {
    RootQuery: { out: async (_root: unknown, _args: unknown, context: unknown) => String(await read(context)) },
  },
})

async function outOf(...plugins: HookObject[]): Promise<unknown> {
  await using platform = await createTestPlatform({ plugins })
  return (await platform.graphql('{ out }')).data?.['out']
}

/** What a start is refused for. */
async function refusalOf(...plugins: HookObject[]): Promise<string> {
  return createTestPlatform({ plugins }).then(
    async platform => {
      await platform[Symbol.asyncDispose]()
      return ''
    },
    (error: Error) => error.message,
  )
}

const bell = named('bell', {
  services: {
    bell: { needs: ['clock'], create: ({ clock }: any) => ({ ring: () => clock.now().getUTCFullYear() > 2000 }) },
  },
})

test('a plugin makes a service of services of the core, and reads it in a resolver', async () => {
  expect(
    await outOf(
      bell,
      field(({ services }) => services.bell.ring()),
    ),
  ).toBe('true')
})

test('a plugin makes a service of the service of another plugin', async () => {
  const tower = named('tower', {
    services: {
      tower: { needs: ['bell'], create: ({ bell: given }: any) => ({ strike: () => `rings: ${given.ring()}` }) },
    },
  })
  expect(
    await outOf(
      tower,
      bell,
      field(({ services }) => services.tower.strike()),
    ),
  ).toBe('rings: true')
})

test('loaders, routes and other hooks read services too, and each service is made once', async () => {
  let made = 0
  const counted = named('counted', {
    services: { counted: { needs: [], create: () => ({ number: ++made }) } },
    loaders: ({ services }: any) => ({ Counted: { number: () => services.counted.number } }),
    router: (router: any) =>
      router.get('/api/v1/counted', (req: any, res: any) => res.json(req.context.services.counted)),
  })
  await using platform = await createTestPlatform({
    plugins: [counted, field(({ loaders }) => loaders.Counted.number())],
  })
  expect((await platform.graphql('{ out }')).data).toEqual({ out: '1' })
  expect(await (await platform.http('/api/v1/counted')).json()).toEqual({ number: 1 })
})

test('services are closed when the platform stops, each before those it needs', async () => {
  const closed: string[] = []
  const part = (name: string, needs: readonly string[]) => ({
    [name]: { needs, create: () => ({}), close: () => void closed.push(name) },
  })
  const parts = named('parts', {
    services: { ...part('roof', ['walls']), ...part('walls', ['ground']), ...part('ground', []) },
  })
  const platform = await createTestPlatform({ plugins: [parts] })
  await platform[Symbol.asyncDispose]()
  expect(closed).toEqual(['roof', 'walls', 'ground'])
})

test('a service starts after those it needs and before init, serves after connect, and stops before shutdown', async () => {
  const calls: string[] = []
  const note = (call: string) => () => void calls.push(call)
  const part = (name: string, needs: readonly string[]) => ({
    [name]: {
      needs,
      create: () => ({ name }),
      start: async ({ name: own }: { name: string }) => void calls.push(`start ${own}`),
      serve: note(`serve ${name}`),
      stop: note(`stop ${name}`),
      close: note(`close ${name}`),
    },
  })
  const parts = named('parts', {
    services: { ...part('roof', ['ground']), ...part('ground', []) },
    init: note('init'),
    connect: note('connect'),
    shutdown: note('shutdown'),
  })
  const platform = await createTestPlatform({ plugins: [parts] })
  expect(calls.splice(0)).toEqual(['start ground', 'start roof', 'init', 'connect', 'serve ground', 'serve roof'])
  await platform[Symbol.asyncDispose]()
  expect(calls).toEqual(['stop roof', 'stop ground', 'shutdown', 'close roof', 'close ground'])
})

test.for(['start', 'serve'] as const)('a service whose %s fails keeps the server from starting', async step => {
  const fail = async () => {
    throw new Error('no gateway')
  }
  const broken = named('broken', { services: { broken: { needs: [], create: () => ({}), [step]: fail } } })
  expect(await refusalOf(broken)).toContain('PLUGIN_HOOK_FAILED  broken@1.2.3 services: broken: no gateway')
  await using platform = await createTestPlatform({
    plugins: [broken, field(() => 'ok')],
    settings: { broken: { onFailure: 'disable' } },
  })
  expect((await platform.graphql('{ out }')).data).toEqual({ out: 'ok' })
})

test('two services that need each other keep the server from starting; both plugins are named', async () => {
  const [one, two] = [
    named('chicken', { services: { chicken: { needs: ['egg'], create: () => ({}) } } }),
    named('egg', { services: { egg: { needs: ['clock', 'chicken'], create: () => ({}) } } }),
  ]
  const said = await refusalOf(one, two)
  expect(said).toContain('chicken of chicken@1.2.3 needs egg of egg@1.2.3 needs chicken of chicken@1.2.3')
  expect(said).toContain('fix  move what both need into a service of its own')
})

test('a plugin that replaces a service of the core can not make it need itself by way of others', async () => {
  const settings = { mine: { allow: ['service.override:settings'] } }
  const mine = named('mine', { services: { settings: { needs: ['users'], create: () => ({}) } } })
  await expect(createTestPlatform({ plugins: [mine], settings })).rejects.toThrow(
    /settings of mine@1.2.3 needs users of users needs settings/,
  )
})

test('a need for an unknown service is reported with the nearest name', async () => {
  const said = await refusalOf(
    named('slip', { services: { slip: { needs: ['docstor', 'nothingLikeIt'], create: () => ({}) } } }),
  )
  expect(said).toContain('slip@1.2.3 services: slip: needs the service docstor, and there is no such service')
  expect(said).toContain('fix  did you mean docstore?')
  expect(said).toContain('needs the service nothingLikeIt')
})

test('a name that the core or another plugin has is a conflict; a foundation is never replaced', async () => {
  const of = (name: string, service: string) =>
    named(name, { services: { [service]: { needs: [], create: () => ({}) } } })
  expect(await refusalOf(of('mine', 'tags'))).toMatch(/tags and mine@1.2.3 both define the service tags/)
  expect(await refusalOf(of('one', 'polls'), of('two', 'polls'))).toMatch(
    /one@1.2.3 and two@1.2.3 both define the service polls/,
  )
  expect(await refusalOf(of('mine', 'docstore'))).toMatch(
    /mine@1.2.3 defines the service docstore, which the server makes before any plugin/,
  )
})

test('an operator lets a plugin replace a service of the core', async () => {
  const calm = named('calm', {
    services: { limits: { needs: ['kvstore'], create: () => ({ countFor: async () => async () => {}, calm: true }) } },
  })
  await using platform = await createTestPlatform({
    plugins: [calm, field(({ services }) => services.limits.calm)],
    settings: { calm: { allow: ['service.override:limits'] } },
  })
  expect((await platform.graphql('{ out }')).data).toEqual({ out: 'true' })
})

test.for([
  [
    'fails',
    () => {
      throw new Error('no gateway')
    },
    'services: broken: no gateway',
  ],
  ['gives a promise', async () => ({}), 'services: broken: create gave a promise'],
  [
    'reads a service it does not need',
    ({ clock }: any) => ({ clock }),
    'create reads the service clock, which its needs do not name',
  ],
  ['reads what is composed', undefined, 'the composition is not complete while services are made'],
] as const)('a service whose create %s keeps the server from starting', async ([, create, message]) => {
  const broken = named('broken', {
    services: {
      broken: create
        ? { needs: [], create }
        : { needs: ['composition'], create: ({ composition }: any) => ({ tags: composition.tags }) },
    },
  })
  const said = await refusalOf(broken)
  expect(said).toContain('PLUGIN_HOOK_FAILED  broken@1.2.3 ')
  expect(said).toContain(message)
})

test('a plugin that may be disabled is, when its service fails; the server starts without it', async () => {
  const broken = named('broken', {
    services: {
      broken: {
        needs: [],
        create: () => {
          throw new Error('no gateway')
        },
      },
    },
  })
  await using platform = await createTestPlatform({
    plugins: [broken, field(({ services }) => services.broken)],
    settings: { broken: { onFailure: 'disable' } },
  })
  expect(platform.disabled.map(({ name }) => name)).toEqual(['broken'])
  expect((await platform.graphql('{ out }')).data).toEqual({ out: 'undefined' })
})

test('a definition of the wrong shape is reported with its place', async () => {
  const said = await refusalOf(named('odd', { services: { odd: { need: [], create: 1 } } }))
  expect(said).toContain('odd services: odd.create: expected a function')
  expect(said).toContain('odd services: odd: there is no need; did you mean needs?')
})

test('rows of permissions guard what a plugin adds: fields, Express routes and koa routes', async () => {
  const polls = named('polls', {
    ...field(() => 'counted'),
    permissions: {
      'RootQuery.out': 'SIGNED_IN',
      'GET /api/v1/polls': 'SEARCH_ASSETS',
      'GET /api/v1/polls/koa': 'SIGNED_IN',
    },
    router: (router: any) => {
      router.get('/api/v1/polls', (_req: any, res: any) => res.json({ polls: 1 }))
      router.koa.get('/api/v1/polls/koa', (ctx: any) => {
        ctx.body = { polls: 2 }
      })
    },
  })
  await using platform = await createTestPlatform({ plugins: [polls] })
  const person = platform.as(await platform.createUser())
  const staff = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  expect((await platform.graphql('{ out }')).errors.map(({ code }) => code)).toEqual(['NOT_AUTHORIZED'])
  expect((await person.graphql('{ out }')).data).toEqual({ out: 'counted' })
  const statuses = async (path: string) =>
    Promise.all([platform, person, staff].map(async each => (await each.http(path)).status))
  expect(await statuses('/api/v1/polls')).toEqual([401, 403, 200])
  expect(await statuses('/api/v1/polls/koa')).toEqual([401, 200, 200])
})

test('a permission row for a field or route of another owner keeps the server from starting', async () => {
  const said = await refusalOf(
    named('sly', { permissions: { 'RootQuery.users': 'ANYBODY', 'GET /api/v1/assets': 'ANYBODY' } }),
  )
  expect(said).toContain('sly@1.2.3 permissions: RootQuery.users: is no field that the plugin defines')
  expect(said).toContain(
    'sly@1.2.3 permissions: GET /api/v1/assets: is no field that the plugin defines, and no route that it mounts',
  )
})
