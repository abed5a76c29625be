import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hrefOf, post, visit } from './visit.ts'

const PASSWORD = 'a long enough password'
let platform: TestPlatform
let asset: Asset
let ada: TestUser

beforeAll(async () => {
  platform = await createTestPlatform()
  asset = await platform.createAsset()
  ada = await platform.createUser({ username: 'ada' })
})

afterAll(() => platform[Symbol.asyncDispose]())

const commentsPath = () => `/discussions/${asset.id}/comments`
const location = (page: { headers: Headers }) => page.headers.get('location')

test('registering signs in and leads back', async () => {
  const page = await post(platform, '/register', {
    email: 'New@Site.example',
    username: 'newcomer',
    password: PASSWORD,
    next: `/discussions/${asset.id}`,
  })
  expect(page.status).toBe(303)
  expect(location(page)).toBe(`/discussions/${asset.id}?registered=sent`)
  const cookie = page.headers.getSetCookie()[0]!
  expect(cookie).toMatch(/^authorization=[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
  const home = await platform.http('/', { headers: { cookie: cookie.split(';')[0]! } })
  expect(await home.text()).toContain('<bdi>newcomer</bdi>')
  expect(home.headers.get('cache-control')).toBe('private, no-store')
})

describe('after registering the page says whether a mail was sent', () => {
  /** Registers, follows the answer, and gives the text of the page's notice. */
  async function noticeOf(site: TestPlatform, username: string): Promise<string | undefined> {
    const email = `${username}@site.example`
    const done = await post(site, '/register', { email, username, password: PASSWORD })
    const cookie = done.headers.getSetCookie()[0]!.split(';')[0]!
    const page = await site.http(location(done)!, { headers: { cookie, accept: 'text/html' } })
    return /<p class="done" role="status">(.*?)<\/p>/s.exec(await page.text())?.[1]
  }

  test('it was', async () => {
    expect(await noticeOf(platform, 'first_one')).toContain('We have sent you a mail')
  })

  test('it was not, because this site sends none', async () => {
    await using silent = await createTestPlatform({
      env: { NODE_ENV: 'production', PLATFORM_ROOT_URL: 'http://localhost:3000', PLATFORM_INSTALL_LOCK: 'TRUE' },
    })
    expect(await noticeOf(silent, 'first_one')).toContain('This site sends no mail')
  })

  test('it was not, because too many were asked for', async () => {
    await using site = await createTestPlatform()
    for (let i = 0; i < 100; i++)
      await site.services.emailLinks
        .send({ purpose: 'confirm-email', email: 'late_one@site.example', back: '/' }, { address: null })
        .catch(() => {})
    expect(await noticeOf(site, 'late_one')).toContain('No mail was sent')
  })

  test('readers who are not signed in see no such notice', async () => {
    expect((await visit(platform, '/?registered=sent')).html).not.toContain('class="done"')
  })
})

test.each([
  ['email', { email: 'nobody', username: 'somebody', password: PASSWORD }, 'This is no e-mail address'],
  [
    'username',
    { email: 'a@site.example', username: 'with spaces', password: PASSWORD },
    'A username has letters, digits and underscores only',
  ],
  ['username', { email: 'a@site.example', username: 'ADA', password: PASSWORD }, 'This username is taken'],
  [
    'password',
    { email: 'a@site.example', username: 'somebody', password: 'short' },
    'A password has at least 8 characters',
  ],
])('what is wrong with the %s stands beside it, and the rest is kept', async (field, fields, message) => {
  const page = await post(platform, '/register', fields)
  expect(page.status).toBe(400)
  expect(page.html).toMatch(new RegExp(`id="${field}-problem">${message}`))
  expect(page.html).toContain(`value="${fields.email}"`)
  expect(page.html).not.toContain(fields.password)
  expect(page.headers.get('set-cookie')).toBeNull()
})

test('signing in with the wrong password keeps the address, not the password, and reveals no more', async () => {
  const wrong = await post(platform, '/sign-in', { email: 'ada@test.example', password: 'not the password' })
  const unknown = await post(platform, '/sign-in', { email: 'nobody@test.example', password: 'not the password' })
  expect([wrong.status, unknown.status]).toEqual([401, 401])
  expect(wrong.html).toContain('E-mail or password is wrong')
  expect(wrong.html).toContain('value="ada@test.example"')
  expect(wrong.html).not.toContain('not the password')
  expect(wrong.html.replace('ada@', 'nobody@')).toBe(unknown.html)
})

test('signing in never leads to another site', async () => {
  const good = await post(platform, '/sign-in', {
    email: 'ada@test.example',
    password: PASSWORD,
    next: '//evil.example/x',
  })
  expect(good.status).toBe(303)
  expect(location(good)).toBe('/')
  expect((await visit(platform, '/sign-in?next=https://evil.example')).html).not.toContain('evil')
})

test('signing out ends the session and makes the browser forget it; a link cannot do that', async () => {
  const eve = await platform.createUser()
  expect((await visit(platform, '/sign-out', eve)).status).toBe(405)
  const page = await post(platform, '/sign-out', {}, { user: eve })
  expect(page.status).toBe(303)
  expect(page.headers.get('set-cookie')).toContain('authorization=; Path=/; Max-Age=0')
  expect((await platform.as(eve).http('/api/v1/auth')).status).toBe(401)
})

test('signing out leads back to the page that the user was on, and to no other site', async () => {
  const eve = await platform.createUser()
  const next = `/discussions/${asset.id}`
  expect((await visit(platform, next, eve)).html).toContain(`<input type="hidden" name="next" value="${next}"/>`)
  expect(location(await post(platform, '/sign-out', { next }, { user: eve }))).toBe(next)
  expect(location(await post(platform, '/sign-out', { next: 'https://evil.example/' }))).toBe('/')
  expect(location(await post(platform, '/sign-out', { next: 'x'.repeat(3_000) }))).toBe('/')
})

test('signing out keeps the cookie when the operator says so', async () => {
  await using other = await createTestPlatform({
    env: { PLATFORM_JWT_CLEAR_COOKIE_LOGOUT: 'FALSE', PLATFORM_JWT_SIGNING_COOKIE_NAME: 'session' },
  })
  const page = await post(other, '/sign-out', {})
  expect(page.headers.getSetCookie()).toEqual(['session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'])
})

test('a comment posted is where the answer leads, also as a reply', async () => {
  const posted = await post(platform, commentsPath(), { body: 'typed in\r\na form' }, { user: ada })
  expect(posted.status).toBe(303)
  const [, id] = /\?comment=([\w-]+)#c-\1$/.exec(location(posted)!)!
  const page = await visit(platform, location(posted)!.split('#')[0]!, ada)
  expect(page.html).toContain(`id="c-${id}"`)
  expect(page.html).toContain('typed in<br/>a form')
  for (let i = 0; i < 5; i++) {
    const reply = await post(platform, commentsPath(), { body: `answer ${i}`, parent_id: id! }, { user: ada })
    const [path, anchor] = location(reply)!.split('#')
    expect((await visit(platform, path!, ada)).html).toContain(`id="${anchor}"`)
  }
  expect((await visit(platform, `/discussions/${asset.id}/comments/${id}`)).html.match(/answer \d/g)).toHaveLength(5)
})

test('a text that can not be posted stays in the form, with the reason beside the field', async () => {
  const short = await post(platform, commentsPath(), { body: 'x' }, { user: ada })
  expect(short.status).toBe(400)
  expect(short.html).toContain('id="body-problem" role="alert">Write a little more')
  expect(short.html).toContain('>x</textarea>')
  const parent = await platform.createComment({ asset })
  const reply = await post(platform, commentsPath(), { body: 'y', parent_id: parent.id }, { user: ada })
  expect(reply.status).toBe(400)
  expect(reply.html).toContain(`name="parent_id" value="${parent.id}"`)
})

test('a writer who is not signed in, or not any more, keeps what they wrote', async () => {
  const page = await post(platform, commentsPath(), { body: 'a long and careful text' })
  expect(page.status).toBe(401)
  expect(page.html).toContain('You are not signed in')
  expect(page.html).toContain('>a long and careful text</textarea>')
  expect(hrefOf(page.html.split('id="body-problem"')[1]!, 'Sign in')).toContain(encodeURIComponent(asset.id))
})

test('a user who may not post reads why', async () => {
  const banned = await platform.createUser()
  await platform.services.docstore
    .collection('users')
    .updateOne({ id: banned.user.id }, { $set: { 'status.banned.status': true } })
  const page = await post(platform, commentsPath(), { body: 'let me in' }, { user: banned })
  expect(page.status).toBe(403)
  expect(page.html).toContain('>let me in</textarea>')
})

test('the author of a waiting comment reads that it is being reviewed, and other users do not see it', async () => {
  const moderated = await platform.createAsset({ settings: { moderation: 'PRE' } })
  const posted = await post(
    platform,
    `/discussions/${moderated.id}/comments`,
    { body: 'please read me first' },
    { user: ada },
  )
  expect(location(posted)).toBe(`/discussions/${moderated.id}?held=waits#held`)
  const path = location(posted)!.split('#')[0]!
  const own = await visit(platform, path, ada)
  expect(own.html).toContain('id="held" role="status">Your comment waits for a moderator')
  expect(own.html).toMatch(/Waits for a moderator; only you see it.*please read me first/s)
  const other = await platform.createUser()
  for (const page of [await visit(platform, path), await visit(platform, `/discussions/${moderated.id}`, other)])
    expect(page.html).not.toContain('please read me first')
})

describe('a form posted from another site is refused [C01, C02]', () => {
  test.each(['https://evil.example', 'null', 'http://localhost.evil.example', 'https://localhost:3000.evil.example'])(
    '%s',
    async origin => {
      const before = (await platform.services.assets.findByIds([asset.id]))[0]!.comment_counts.total
      for (const [path, fields] of Object.entries({
        [commentsPath()]: { body: 'forged comment' },
        '/sign-in': { email: 'ada@test.example', password: PASSWORD },
        '/register': { email: 'x@site.example', username: 'x', password: PASSWORD },
        '/sign-out': {},
        '/admin/install': { token: 'x' },
      })) {
        const page = await post(platform, path, fields as Record<string, string>, { user: ada, origin })
        expect(page.status).toBe(403)
        expect(page.html).toContain('This was sent from another site')
        expect(page.headers.get('set-cookie')).toBeNull()
      }
      expect((await platform.services.assets.findByIds([asset.id]))[0]!.comment_counts.total).toBe(before)
    },
  )
})

test('a form that was sent too often says after how many seconds it may be sent again [U01]', async () => {
  const attempt = () => post(platform, '/sign-in', { email: 'often@test.example', password: 'x'.repeat(1_500) })
  for (let i = 0; i < 6; i++) expect((await attempt()).status).toBe(401)
  const page = await attempt()
  expect([page.status, Number(page.headers.get('retry-after'))]).toEqual([429, expect.toSatisfy(n => n > 0 && n <= 60)])
})
