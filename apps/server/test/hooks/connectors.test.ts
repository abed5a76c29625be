import type { HookObject } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { named } from '../compose/named.ts'

test("factories of loaders, mutators and sorts may read the server's parts when they are called", async () => {
  const plugin = named('old', {
    typeDefs: 'type RootQuery { old: String }',
    loaders: ({ connectors }: any) => {
      const { Comment } = connectors.models
      return { Old: { load: () => typeof Comment } }
    },
    mutators: ({ connectors }: any) => {
      const { Users } = connectors.services
      return { Old: { make: () => typeof Users } }
    },
    Sort: ({ connectors }: any) => {
      void connectors.services.Limit
      return {}
    },
    context: { old: ({ connectors }: any) => connectors.services.Extra.by },
    connectors: { services: { Extra: { by: 'old' } } },
    resolvers: {
      RootQuery: {
        old: (_root: unknown, _args: unknown, context: any) =>
          [context.loaders.Old.load(), context.mutators.Old.make(), context.plugins.old].join(),
      },
    },
  })
  await using platform = await createTestPlatform({ plugins: [plugin] })
  expect(await platform.graphql('{ old }')).toMatchObject({ data: { old: 'function,object,old' }, errors: [] })
})

test("a connector that the operator lets win takes the place of the core's as it is, and only of that", async () => {
  const plugin = named('mine', {
    typeDefs: 'type RootQuery { mine: String }',
    connectors: { models: { Comment: { mine: true } } },
    resolvers: {
      RootQuery: {
        mine: (_root: unknown, _args: unknown, { connectors }: any) =>
          JSON.stringify([
            connectors.models.Comment,
            typeof connectors.models.User.collection,
            typeof connectors.graph.schema.getType,
          ]),
      },
    },
  })
  const refused = await createTestPlatform({ plugins: [plugin] }).catch((error: unknown) => error)
  expect(refused).toMatchObject({
    problems: [{ fix: expect.stringContaining('"allow": ["connector.override:models.Comment"]') }],
  })
  await using platform = await createTestPlatform({
    plugins: [plugin],
    settings: { mine: { allow: ['connector.override:models.Comment'] } },
  })
  expect(await platform.graphql('{ mine }')).toMatchObject({ data: { mine: '[{"mine":true},"object","function"]' } })
})

test('the services that older plugins reach do what they say', async () => {
  const seen: unknown[] = []
  const codeOf = (error: unknown) => (error as { code?: unknown }).code
  const plugin = named('old', {
    translations: { en: { hi: 'Hello {0}' }, de: { hi: 'Hallo {0}' }, fr: { hi: 'Salut {0}' } },
    router: router => {
      router.get('/api/v1/old', async (req, res) => {
        const { services } = req.context.connectors as any
        const limit = new services.Limit('downloads', 2, '7d')
        seen.push(
          await limit.test('ada'),
          await limit.test('ada'),
          codeOf(await limit.test('ada').catch((error: unknown) => error)),
          await limit.get('ada'),
          await limit.get('bob'),
        )
        seen.push(
          services.I18n.t('hi', 'Ada'),
          services.I18n.request(req)('hi', 'Ada'),
          services.I18n.in('de')('hi', 'Ada'),
        )
        seen.push(
          services.Plugins.get('server', 'translations').map((found: any) => found.plugin.name),
          services.Plugins.get('client', 'translations'),
        )
        seen.push(
          services.Utils.getRedirectUri(req),
          services.Utils.getRedirectUri({ headers: { referer: 'javascript:alert(1)' } }),
        )
        seen.push(
          await services.Settings.select('moderation'),
          codeOf(await services.Users.isValidPassword('short').catch((error: unknown) => error)),
          (await services.Users.hashPassword('a long enough password')).startsWith('$'),
        )
        res.end()
      })
    },
  } satisfies HookObject)
  await using platform = await createTestPlatform({ plugins: [plugin] })
  await platform.http('/api/v1/old', {
    headers: { 'accept-language': 'fr, en;q=0.5', referer: 'https://paper.example/story' },
  })
  expect(seen).toEqual([
    1,
    2,
    'RATE_LIMIT_EXCEEDED',
    3,
    0,
    'Hello Ada',
    'Salut Ada',
    'Hallo Ada',
    ['old'],
    [],
    'https://paper.example/story',
    undefined,
    { moderation: expect.any(String) },
    expect.stringMatching(/^PASSWORD_/),
    true,
  ])
})
