import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languageOf } from './pages.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({
    env: { PLATFORM_WHITELISTED_LANGUAGES: 'de,fr' },
    plugins: [
      {
        translations: { en: { hi: 'Hello' }, de: { hi: 'Hallo' }, es: { hi: 'Hola' }, fr: { hi: 'Salut' } },
        router: router => {
          router.get('/api/v1/hi', (_request, response: any) => response.json(response.locals.t('hi')))
        },
      },
    ],
  })
})
afterAll(() => platform[Symbol.asyncDispose]())

const read = async (path: string, language: string) =>
  (await platform.http(path, { headers: { accept: 'text/html', 'accept-language': language } })).text()

test('only the languages that are offered are given, by the browser and by the address', async () => {
  expect(languageOf({ html: await read('/', 'en, de;q=0.1') })).toBe('lang="de" dir="ltr"')
  expect(languageOf({ html: await read('/?lang=en', 'en') })).toBe('lang="de" dir="ltr"')
})

test('texts of plugins are given in these languages only', async () => {
  expect(await read('/api/v1/hi', 'es, fr;q=0.5')).toBe('"Salut"')
  expect(await read('/api/v1/hi', 'es')).toBe('"Hallo"')
})

test('the log names a language that is offered and has no texts, and the file to add', () => {
  expect(platform.logs.map(({ msg }) => msg)).toContainEqual(
    expect.stringMatching(/^there are no texts in the language fr, so it is not offered; add the file .*fr\.json$/),
  )
})
