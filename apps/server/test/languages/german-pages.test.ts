import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hrefOf, type Page, post, visit } from '../pages/visit.ts'
import { englishOn, languageOf } from './pages.ts'

let platform: TestPlatform
let reader: TestUser
let administrator: TestUser
let asset: Asset
let comment: string

beforeAll(async () => {
  platform = await createTestPlatform()
  reader = await platform.createUser({ username: 'leserin' })
  administrator = await platform.createUser({ username: 'chefin', roles: ['ADMIN'] })
  asset = await platform.createAsset()
  const written = await platform.createComment({ asset, author: administrator, body: 'Schön.' })
  comment = written.id
})
afterAll(() => platform[Symbol.asyncDispose]())

const HEADERS = { accept: 'text/html', 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }

/** Reads a page as a browser that prefers German. */
async function german(path: string, user?: TestUser): Promise<Page> {
  const headers = { ...HEADERS, ...(user ? { cookie: `authorization=${user.token}` } : {}) }
  const answer = await platform.http(path, { headers })
  const whole = await answer.text()
  const html = whole.replace(/<script type="application\/(?:ld\+)?json".*?<\/script>/gs, '')
  return { status: answer.status, html, whole, headers: answer.headers }
}

const OPEN = [
  '/',
  '/demo',
  '/register',
  '/sign-in',
  '/account/password/forgotten',
  '/account/password/reset',
  '/account/email/confirm',
  '/account/email/resend',
  '/account/data/download',
  '/admin/install',
  '/nothing/here',
  '/discussions/by-url?asset_url=ftp://a.example',
  '/discussions/by-url?asset_url=https://elsewhere.example/',
  '/embed/stream?asset_url=https://elsewhere.example/',
  '/sign-in/window/unknown',
]
const OWN = [
  '/account',
  '/account/email',
  '/account/sessions',
  '/account/password',
  '/account/username',
  '/account/data',
  '/account/deletion',
  '/account/tokens',
]

test('an English text on a page is found', async () => {
  expect(englishOn(await visit(platform, '/sign-in'))).toContain('Forgotten your password?')
})

test.each(OPEN)('%s is in German for a browser that prefers it', async path => {
  const page = await german(path)
  expect([languageOf(page), englishOn(page)]).toEqual(['lang="de" dir="ltr"', []])
})

test.each(OWN)('%s is in German for its user', async path => {
  const page = await german(path, administrator)
  expect([page.status, languageOf(page), englishOn(page)]).toEqual([200, 'lang="de" dir="ltr"', []])
})

test('the page of a discussion, and that of a comment, are in German around the stream too', async () => {
  for (const path of [`/discussions/${asset.id}`, `/discussions/${asset.id}/comments/${comment}`]) {
    const page = await german(path)
    expect([languageOf(page), englishOn(page)]).toEqual(['lang="de" dir="ltr"', []])
    expect(page.html).toContain('Anmelden')
  }
  expect((await german(`/discussions/${asset.id}`)).html).toContain('1 Kommentar')
})

test('times and numbers are written as in German', async () => {
  const { html } = await german('/')
  expect(html).toMatch(/zuletzt <time[^>]*>\d+\. \p{L}+\.? \d{4}, \d\d:\d\d UTC<\/time>/u)
})

test('readers of two languages get a shared page each, and the answer varies by the language', async () => {
  const titles = ['Neueste Diskussionen', 'Latest discussions', 'Neueste Diskussionen', 'Latest discussions']
  for (const [turn, title] of titles.entries()) {
    const page = turn % 2 === 0 ? await german('/') : await visit(platform, '/')
    expect(page.html).toContain(`<h1>${title}</h1>`)
    expect(page.headers.get('vary')).toMatch(/accept-language/i)
    expect(page.headers.get('cache-control')).toMatch(/^public/)
  }
})

test('an address that names German is answered in German, and its links and forms go on naming it', async () => {
  const page = await visit(platform, '/sign-in?lang=de')
  expect([languageOf(page), englishOn(page)]).toEqual(['lang="de" dir="ltr"', []])
  expect(hrefOf(page.html, 'Passwort vergessen?')).toBe('/account/password/forgotten?lang=de')
  expect(page.html).toContain('action="/sign-in?lang=de"')
  expect(hrefOf((await visit(platform, '/?lang=de')).html, 'Registrieren')).toBe(
    `/register?${new URLSearchParams({ next: '/?lang=de', lang: 'de' })}`,
  )
  const discussion = await visit(platform, `/discussions/${asset.id}?lang=de-CH`)
  expect(hrefOf(discussion.html, 'Alle Diskussionen')).toBe('/?lang=de')
  expect(hrefOf(discussion.html, /^Alle <span/)).toBe(`/discussions/${asset.id}?lang=de`)
  const unsigned = await visit(platform, '/account?lang=de')
  expect([unsigned.status, unsigned.headers.get('location')]).toEqual([303, '/sign-in?next=/account?lang=de&lang=de'])
})

test('an address that names a language without texts is answered in the one that the browser prefers', async () => {
  for (const lang of ['fr', 'xx-YY', 'de;q=0', '../de', ''])
    expect(languageOf(await german(`/sign-in?lang=${encodeURIComponent(lang)}`))).toBe('lang="de" dir="ltr"')
  expect(languageOf(await visit(platform, '/sign-in?lang=fr'))).toBe('lang="en" dir="ltr"')
})

test('the refusals of forms are in German, beside their fields', async () => {
  const refused = async (path: string, fields: Record<string, string>, user?: TestUser) => {
    const page = await post(platform, `${path}?lang=de`, fields, user ? { user } : {})
    expect(page.status).toBeGreaterThanOrEqual(400)
    expect([languageOf(page), englishOn(page)]).toEqual(['lang="de" dir="ltr"', []])
    return page.html
  }
  expect(await refused('/sign-in', { email: 'a@b.example', password: 'falsch' })).toContain(
    'E-Mail-Adresse oder Passwort ist falsch',
  )
  const registration = await refused('/register', { email: 'x', username: 'a b', password: '1' })
  expect(registration).toContain('Das ist keine E-Mail-Adresse')
  expect(registration).toContain('Ein Benutzername besteht nur aus Buchstaben')
  expect(registration).toContain('Ein Passwort hat mindestens 8 Zeichen')
  await refused('/register', { email: 'leserin@test.example', username: 'Leserin', password: 'ein langes passwort' })
  await refused('/account/password/reset', { token: 'x', password: 'ein langes passwort' })
  await refused('/account/email/confirm', { token: 'x' })
  await refused('/account/data/download', { token: 'x' })
  await refused('/account/email', { email: 'leserin@test.example', oldPassword: '' }, reader)
  await refused('/account/password', { oldPassword: 'x', password: 'ein langes passwort' }, reader)
  await refused('/account/deletion', { decision: 'leave', oldPassword: 'x' }, reader)
  await refused('/account/username', { username: 'chefin' }, reader)
  await refused('/account/tokens', { name: '' }, administrator)
})

test('who tries too often reads in German how long to wait', async () => {
  for (let attempt = 0; attempt < 12; attempt++)
    await post(platform, '/sign-in', { email: 'chefin@test.example', password: `${attempt}` })
  const page = await post(platform, '/sign-in?lang=de', { email: 'chefin@test.example', password: 'x' })
  expect(page.html).toMatch(/Zu viele Versuche; versuchen Sie es wieder in \d+ (?:Sekunden?|Minuten?)/)
})

test('a window of a German frame is in German on its whole way', async () => {
  await platform.services.settings.update({ domains: { whitelist: ['localhost', 'news.example'] } })
  const handoff = Buffer.alloc(32, 7).toString('base64url')
  const opened = await post(platform, '/sign-in/window?lang=de', { handoff, origin: 'https://news.example' })
  const end = `/sign-in/window/${handoff}?lang=de`
  const location = `/sign-in?${new URLSearchParams({ next: end, lang: 'de' })}`
  expect([opened.status, opened.headers.get('location')]).toEqual([303, location])
  const form = await visit(platform, location)
  expect([languageOf(form), englishOn(form)]).toEqual(['lang="de" dir="ltr"', []])
  expect(form.html).toContain(`name="next" value="${end}"`)
  const cookie = `${opened.headers.getSetCookie()[0]?.split(';', 1)[0]}; authorization=${reader.token}`
  const answer = await platform.http(end, { headers: { accept: 'text/html', cookie } })
  const html = await answer.text()
  expect([answer.status, languageOf({ html }), englishOn({ html })]).toEqual([200, 'lang="de" dir="ltr"', []])
  expect(html).toContain('Sie sind angemeldet')
})

test('an answer of a program, and a feed, keep their form in every language', async () => {
  const feed = await german('/feed.atom')
  expect(feed.html).toContain('<title>Kommentare zu Diskussionen</title>')
  const answer = await platform.http('/api/v1/nothing', { headers: { 'accept-language': 'de' } })
  expect(await answer.json()).toMatchObject({ error: { code: 'NOT_FOUND', message: 'There is nothing here' } })
})
