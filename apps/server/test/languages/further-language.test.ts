import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import type { StreamState } from '@platform/stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Page, visit } from '../pages/visit.ts'
import { type TextsFolder, textsFolder } from './folder.ts'
import { englishOn, languageOf } from './pages.ts'

let folder: TextsFolder
let platform: TestPlatform
let discussion: string

beforeAll(async () => {
  folder = await textsFolder({
    'fr.json': {
      stream: {
        newest: 'Les plus récents',
        configIntro: 'Pour cette discussion seulement.',
        comments_one: '{count} commentaire',
        comments_other: '{count} commentaires',
      },
      pages: { signIn: 'Se connecter', signInWrong: 'Adresse ou mot de passe incorrect', backTo: 'Retour à {host}' },
    },
    'pl.json': {
      stream: {
        comments_one: '{count} komentarz',
        comments_few: '{count} komentarze',
        comments_many: '{count} komentarzy',
        comments_other: '{count} komentarza',
      },
    },
    'he.json': { pages: { signIn: 'כניסה' } },
    'de-AT.json': { pages: { signIn: 'Einsteigen' } },
    'de.json': { pages: { register: 'Mitmachen' } },
    'notes.txt': 'not read',
  })
  platform = await createTestPlatform({ env: { PLATFORM_TRANSLATIONS: folder.path, PLATFORM_DEFAULT_LANG: 'de' } })
  const asset = await platform.createAsset()
  for (let i = 0; i < 3; i++) await platform.createComment({ asset })
  discussion = `/discussions/${asset.id}`
})
afterAll(async () => {
  await platform[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

/** Reads a page as a browser that prefers a language. */
async function read(path: string, language: string): Promise<Page> {
  const answer = await platform.http(path, { headers: { accept: 'text/html', 'accept-language': language } })
  const whole = await answer.text()
  return { status: answer.status, html: whole, whole, headers: answer.headers }
}

/** The state from which the browser goes on. */
const stateOf = ({ whole }: Page) =>
  JSON.parse(/id="platform-state"[^>]*>(.*?)<\/script>/s.exec(whole)?.[1] ?? '') as StreamState

test('a file makes a language, and what it lacks is in the default language', async () => {
  const page = await read('/sign-in', 'fr-CA, en;q=0.5')
  expect(languageOf(page)).toBe('lang="fr" dir="ltr"')
  expect(page.html).toContain('<h1>Se connecter</h1>')
  expect(page.html).toContain('Passwort vergessen?')
  expect(page.html).not.toContain('Forgotten')
})

test('the stream has the same texts on the server and in the browser', async () => {
  const page = await read(`${discussion}?sort=newest`, 'fr')
  expect(page.html).toContain('3 commentaires')
  expect(stateOf(page)).toMatchObject({
    lang: 'fr',
    texts: { comments_other: '{count} commentaires', reply: 'Antworten' },
  })
})

test('moderators find the settings of a discussion in it, too', async () => {
  const moderator = platform.as({ roles: ['MODERATOR'] })
  const answer = await moderator.http(`${discussion}?tab=config`, { headers: { 'accept-language': 'fr' } })
  const html = await answer.text()
  expect(html).toContain('Pour cette discussion seulement.')
  expect(html).toContain('Jeden Kommentar prüfen, bevor er erscheint')
})

test('a language of the release is sent by its name, without its texts', async () => {
  expect(stateOf(await read(discussion, 'en'))).toMatchObject({ lang: 'en', texts: null })
})

test('a file of a language of the release replaces single texts of it', async () => {
  const page = await read('/sign-in', 'de')
  expect(page.html).toContain('>Mitmachen</a>')
  expect(page.html).toContain('<h1>Anmelden</h1>')
})

test('a language of a region takes what it lacks from its language', async () => {
  const page = await read('/sign-in', 'de-AT')
  expect(languageOf(page)).toBe('lang="de-AT" dir="ltr"')
  expect(page.html).toContain('<h1>Einsteigen</h1>')
  expect(page.html).toContain('>Mitmachen</a>')
})

test('a language has its own plural forms', async () => {
  expect((await read(discussion, 'pl')).html).toContain('3 komentarze')
})

test('a language that is written from right to left turns the pages', async () => {
  expect(languageOf(await read('/sign-in', 'he'))).toBe('lang="he" dir="rtl"')
})

test('readers of another language of the release get its own texts, and none of the default language', async () => {
  const page = await read('/sign-in', 'en')
  expect([languageOf(page), englishOn(page)]).toEqual([
    'lang="en" dir="ltr"',
    expect.arrayContaining(['Forgotten your password?']),
  ])
  expect(page.html).toContain('<h1>Sign in</h1>')
  expect(page.html).not.toContain('Anmelden')
})

test('readers who ask for no language that is offered get the default one', async () => {
  for (const language of ['ja', '*', ''])
    expect([language, languageOf(await read('/sign-in', language))]).toEqual([language, 'lang="de" dir="ltr"'])
  expect(languageOf(await visit(platform, '/sign-in'))).toBe('lang="de" dir="ltr"')
})

test('readers of a further language get shared pages of their own, in any turn', async () => {
  for (const [language, heading] of [
    ['fr', 'Se connecter'],
    ['de', 'Anmelden'],
    ['fr', 'Se connecter'],
    ['he', 'כניסה'],
  ] as const)
    expect((await read(discussion, language)).html).toContain(`>${heading}</a>`)
})
