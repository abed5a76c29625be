import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hrefOf } from '../pages/visit.ts'
import { BLOG, handedOver, newSecret, openBrowserWindow, PASSWORD } from './window.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
  await platform.services.settings.update({ domains: { whitelist: ['blog.example', 'other.example'] } })
})
afterAll(() => platform[Symbol.asyncDispose]())

const endOf = (handoff: string) => `/sign-in/window/${handoff}`
const nextOf = (address: string) => new URLSearchParams(address.split('?')[1]).get('next')

describe('a window in which a reader signs in for a frame', () => {
  test('keeps the handoff from registration to the last page, also after a mistake', async () => {
    const { handoff } = newSecret()
    const window = openBrowserWindow(platform)
    const opened = await window.open(handoff, { page: 'register' })
    expect([opened.status, opened.location]).toEqual([
      303,
      `/register?${new URLSearchParams({ next: endOf(handoff) })}`,
    ])
    const form = await window.visit(opened.location)
    expect(nextOf(hrefOf(form.html, 'Sign in'))).toBe(endOf(handoff))
    const fields = { email: 'new@test.example', username: 'newcomer', next: endOf(handoff) }
    const mistaken = await window.post('/register', { ...fields, password: 'short' })
    expect(mistaken.html).toContain(`name="next" value="${endOf(handoff)}"`)
    const registered = await window.post('/register', { ...fields, password: PASSWORD })
    expect(registered.location.split('?')[0]).toBe(endOf(handoff))
    expect(handedOver(await window.visit(registered.location))).toEqual({ handoff, code: expect.any(String) })
  })

  test('keeps the handoff through a forgotten password, whose mail opens another tab', async () => {
    const { user } = await platform.createUser()
    const email = `${user.username}@test.example`
    const { handoff } = newSecret()
    const window = openBrowserWindow(platform)
    const signIn = await window.visit((await window.open(handoff)).location)
    const forgotten = await window.visit(hrefOf(signIn.html, 'Forgotten your password?'))
    expect(forgotten.html).toContain(`name="next" value="${endOf(handoff)}"`)
    const asked = await window.post('/account/password/forgotten', { email, next: endOf(handoff) })
    expect(nextOf(hrefOf(asked.html.split('<main')[1]!, 'Sign in'))).toBe(endOf(handoff))
    const mail = (await platform.mails()).at(-1)!
    const token = /#([\w.-]+)/.exec(mail.text)![1]!
    const reset = await window.post('/account/password/reset', { token, password: 'another long password' })
    expect(nextOf(hrefOf(reset.html.split('<main')[1]!, 'Sign in'))).toBe(endOf(handoff))
  })

  test('keeps the handoff where the address has to be confirmed first', async () => {
    await platform.services.settings.update({ requireEmailConfirmation: true })
    const { handoff } = newSecret()
    const window = openBrowserWindow(platform)
    await window.open(handoff, { page: 'register' })
    const account = { email: 'careful@test.example', password: PASSWORD, next: endOf(handoff) }
    const registered = await window.post('/register', { ...account, username: 'careful' })
    expect(nextOf(hrefOf(registered.html.split('<main')[1]!, 'Sign in'))).toBe(endOf(handoff))
    expect(nextOf(hrefOf(registered.html, 'send another link'))).toBe(endOf(handoff))
    const early = await window.post('/sign-in', account)
    expect(early.html.match(/name="next" value="[^"]*"/g)).toEqual([
      `name="next" value="${endOf(handoff)}"`,
      `name="next" value="${endOf(handoff)}"`,
    ])
    const token = /#([\w.-]+)/.exec((await platform.mails()).at(-1)!.text)![1]!
    const confirmed = await window.post('/account/email/confirm', { token })
    expect(nextOf(hrefOf(confirmed.html.split('<main')[1]!, 'Sign in'))).toBe(endOf(handoff))
    const signedIn = await window.post('/sign-in', account)
    expect(handedOver(await window.visit(signedIn.location))['handoff']).toBe(handoff)
    await platform.services.settings.update({ requireEmailConfirmation: false })
  })

  test('leads a reader who has no username yet to choose one, and then on', async () => {
    const user = await platform.services.users.upsertExternal({
      provider: 'elsewhere',
      id: 'unnamed-1',
      displayName: 'Unnamed',
      creation: 'unnamed',
    })
    const { handoff } = newSecret()
    const window = openBrowserWindow(platform)
    await window.open(handoff)
    const { token } = await platform.services.sessions.begin(user.user)
    const headers = { cookie: `authorization=${token}; platform-windows=${window.cookies.get('platform-windows')}` }
    const answer = await platform.http(endOf(handoff), { headers })
    expect(answer.headers.get('location')).toBe(`/account/username?${new URLSearchParams({ next: endOf(handoff) })}`)
  })

  test('asks a reader who is signed in which account the frame gets', async () => {
    const { user } = await platform.createUser()
    const window = openBrowserWindow(platform)
    await window.post('/sign-in', { email: `${user.username}@test.example`, password: PASSWORD })
    const { handoff } = newSecret()
    const { html } = await window.open(handoff)
    expect(hrefOf(html, /^Continue as/)).toBe(endOf(handoff))
    expect(nextOf(hrefOf(html, 'Use another account'))).toBe(endOf(handoff))
    expect(handedOver(await window.visit(endOf(handoff)))).toEqual({ handoff, code: expect.any(String) })
  })

  test('leads back to the embedding page when it took the place of that page', async () => {
    const { user } = await platform.createUser()
    const window = openBrowserWindow(platform)
    await window.post('/sign-in', { email: `${user.username}@test.example`, password: PASSWORD })
    const { handoff } = newSecret()
    const back = `${BLOG}/articles/1?page=2`
    await window.open(handoff, { back })
    const last = await window.visit(endOf(handoff))
    expect(handedOver(last)['back']).toBe(back)
    expect(hrefOf(last.html, /^Back to/)).toBe(back)
  })

  test('keeps its opener on every page of the way, and on error pages; other pages keep their policy', async () => {
    const policy = 'cross-origin-opener-policy'
    const window = openBrowserWindow(platform)
    const answers = [
      await window.open(newSecret().handoff),
      await window.open(newSecret().handoff, { origin: 'https://evil.example' }),
      await window.visit('/sign-in'),
      await window.post('/sign-in', { email: 'nobody@test.example', password: 'wrong' }),
      await window.visit('/register'),
      await window.visit('/account/email/confirm'),
      await window.visit('/account/password/forgotten'),
      await window.visit('/account/password/reset'),
      await window.visit('/account/username'),
      await window.visit('/account/no-such-page'),
      await window.visit(endOf(newSecret().handoff)),
    ]
    expect(answers.map(({ headers }) => headers.get(policy))).toEqual(answers.map(() => 'unsafe-none'))
    expect((await window.visit('/')).headers.get(policy)).toBe('same-origin-allow-popups')
    expect((await openBrowserWindow(platform).visit('/sign-in')).headers.get(policy)).toBe('same-origin-allow-popups')
  })

  test('runs only a script from a file on its last page, and no browser keeps the page', async () => {
    const { user } = await platform.createUser()
    const window = openBrowserWindow(platform)
    const { handoff } = newSecret()
    await window.open(handoff)
    await window.post('/sign-in', { email: `${user.username}@test.example`, password: PASSWORD })
    const { html, headers } = await window.visit(endOf(handoff))
    expect([...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes)).toEqual([
      expect.stringMatching(/^ src="\/assets\/handoff\.[\w-]+\.js" defer$/),
    ])
    expect(headers.get('content-security-policy')).not.toContain('unsafe-inline')
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('a window is refused', () => {
  test.each<[name: string, fields: Record<string, string>, status: number, text: string]>([
    [
      'for a site that is not permitted',
      { origin: 'https://evil.example' },
      403,
      'not on the list of permitted domains',
    ],
    ['for a text that is no origin', { origin: 'blog.example' }, 403, 'not on the list of permitted domains'],
    ['for an address to go back to on another site', { back: 'https://evil.example/' }, 400, 'back'],
    ['for a digest of another length', { handoff: 'abc' }, 400, 'handoff'],
    ['for a page that is not on the way', { page: 'account' }, 400, 'page'],
  ])('%s', async (_name, fields, status, text) => {
    const answer = await openBrowserWindow(platform).open(newSecret().handoff, fields)
    expect(answer.status).toBe(status)
    expect(answer.html).toContain(text)
  })

  test.each<[name: string, headers: Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['the embedding page itself', { origin: BLOG }],
    ['a page with a hidden origin', { origin: 'null' }],
  ])('when %s opens it, and no browser remembers it [C01]', async (_name, headers) => {
    const window = openBrowserWindow(platform)
    const answer = await window.post('/sign-in/window', { handoff: newSecret().handoff, origin: BLOG }, headers)
    expect([answer.status, window.cookies.size]).toEqual([403, 0])
  })

  test('when a link leads a signed-in reader to the end of a window that the own browser did not open [O05]', async () => {
    const { user } = await platform.createUser()
    const { handoff } = newSecret()
    await openBrowserWindow(platform).open(handoff)
    const victim = openBrowserWindow(platform)
    await victim.post('/sign-in', { email: `${user.username}@test.example`, password: PASSWORD, next: endOf(handoff) })
    const answer = await victim.visit(endOf(handoff))
    expect([answer.status, handedOver(answer)]).toEqual([400, {}])
    expect(answer.html).toContain('press “Sign in” in the discussion')
  })

  test('at its end for a second time', async () => {
    const { user } = await platform.createUser()
    const window = openBrowserWindow(platform)
    const { handoff } = newSecret()
    await window.open(handoff)
    await window.post('/sign-in', { email: `${user.username}@test.example`, password: PASSWORD })
    expect((await window.visit(endOf(handoff))).status).toBe(200)
    expect((await window.visit(endOf(handoff))).status).toBe(400)
  })

  test('after half an hour', async () => {
    const { user } = await platform.createUser()
    const window = openBrowserWindow(platform)
    const { handoff } = newSecret()
    await window.open(handoff)
    await window.post('/sign-in', { email: `${user.username}@test.example`, password: PASSWORD })
    platform.clock.advance(31 * 60_000)
    expect((await window.visit(endOf(handoff))).status).toBe(400)
  })
})
