import type { HookObject } from '@platform/plugin-sdk'
import { expect, test } from 'vitest'
import { createTestPlatform } from '../../src/testing/index.ts'
import { named } from '../compose/named.ts'

test('the services that older plugins reach do what they say', async () => {
  const seen: unknown[] = []
  const codeOf = (error: unknown) => (error as { code?: unknown }).code
  const plugin = named('old', {
    translations: { en: { hi: 'Hello {0}' }, de: { hi: 'Hallo {0}' }, fr: { hi: 'Salut {0}' } },
    router: router => {
      router.get('/api/v1/old', async (req, res) => {
        const { services } = req.context.connectors as any
        const limit = new services.Limit('downloads', 2, '7d')
        seen.push(await limit.test('ada'), await limit.test('ada'), codeOf(await limit.test('ada').catch((error: unknown) => error)), await limit.get('ada'), await limit.get('bob'))
        seen.push(services.I18n.t('hi', 'Ada'), services.I18n.request(req)('hi', 'Ada'), services.I18n.in('de')('hi', 'Ada'))
        seen.push(services.Plugins.get('server', 'translations').map((found: any) => found.plugin.name), services.Plugins.get('client', 'translations'))
        seen.push(services.Utils.getRedirectUri(req), services.Utils.getRedirectUri({ headers: { referer: 'javascript:alert(1)' } }))
        seen.push(await services.Settings.select('moderation'), codeOf(await services.Users.isValidPassword('short').catch((error: unknown) => error)), (await services.Users.hashPassword('a long enough password')).startsWith('$'))
        res.end()
      })
    },
  } satisfies HookObject)
  await using platform = await createTestPlatform({ plugins: [plugin] })
  await platform.http('/api/v1/old', { headers: { 'accept-language': 'fr, en;q=0.5', referer: 'https://paper.example/story' } })
  expect(seen).toEqual([1, 2, 'RATE_LIMIT_EXCEEDED', 3, 0, 'Hello Ada', 'Salut Ada', 'Hallo Ada', ['old'], [], 'https://paper.example/story', undefined, { moderation: expect.any(String) }, expect.stringMatching(/^PASSWORD_/), true])
})
