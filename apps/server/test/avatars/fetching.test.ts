import type { ServerResponse } from 'node:http'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comeFrom, shownOf } from './operations.ts'
import { type PictureServer, startPictureServer } from './picture-server.ts'
import { jpeg, SVG } from './pictures.ts'

let pictures: PictureServer
let inside: PictureServer
let platform: TestPlatform
beforeAll(async () => {
  pictures = await startPictureServer()
  inside = await startPictureServer()
  platform = await createTestPlatform({ env: { PLATFORM_OUTBOUND_ALLOW: pictures.host } })
})
afterAll(async () => {
  await platform[Symbol.asyncDispose]()
  await pictures[Symbol.asyncDispose]()
  await inside[Symbol.asyncDispose]()
})

const waiting = () => platform.services.jobs.list({ type: 'avatars.fetch' })
const redirected = (to: () => string) => (response: ServerResponse) => {
  response.writeHead(302, { location: to() }).end()
}

test.each<[what: string, answer: Uint8Array | ((response: ServerResponse) => void), type?: string]>([
  ['a page that calls itself a picture', Buffer.from('<script>alert(1)</script>'), 'image/png'],
  ['a picture that calls itself a page', jpeg(), 'text/html'],
  ['an SVG', SVG, 'image/svg+xml'],
  ['an SVG that calls itself a PNG', SVG, 'image/png'],
  ['more bytes than are read', Buffer.alloc(2 * 1024 * 1024 + 1, jpeg()), 'image/jpeg'],
  ['a picture that is not there', response => response.writeHead(404, { 'content-type': 'image/jpeg' }).end(jpeg())],
  ['a redirect to an address of the own network', redirected(() => inside.put('/secret', jpeg()))],
  ['a redirect to a file', redirected(() => 'file:///etc/passwd')],
])('%s is not shown, and not tried again at the next sign-in [S17]', async (what, answer, type) => {
  const person = { id: what, name: 'Ada' }
  const path = `/${encodeURIComponent(what)}`
  const user = await comeFrom(platform, person, pictures.put(path, answer, type))
  await comeFrom(platform, person, pictures.put(path, answer, type))
  expect([await shownOf(platform, user), pictures.times(path), await waiting()]).toEqual([null, 1, []])
  expect(inside.times('/secret')).toBe(0)
})

test.each([
  ['an address of the own network', () => inside.put('/secret', jpeg())],
  ['no address', () => 'not an address'],
  ['a script', () => 'javascript:alert(1)'],
  ['a picture in the address', () => `data:image/jpeg;base64,${jpeg().toString('base64')}`],
  ['an address with a password', () => pictures.put('/password', jpeg()).replace('//', '//user:password@')],
])('a provider that names %s gives no picture [S17]', async (what, address) => {
  const user = await comeFrom(platform, { id: what, name: 'Ada' }, address())
  expect([await shownOf(platform, user), await waiting(), inside.times('/secret')]).toEqual([null, [], 0])
})

test('a server that fails is asked again later, five times at most', async () => {
  const address = pictures.put('/busy', response => response.writeHead(503).end())
  const user = await comeFrom(platform, { id: 'busy', name: 'Ada' }, address)
  expect(pictures.times('/busy')).toBe(1)
  for (let attempt = 2; attempt <= 7; attempt++) {
    platform.clock.advance(3_600_000)
    await platform.services.jobs.idle()
  }
  expect([pictures.times('/busy'), await waiting()]).toMatchObject([5, [{ state: 'dead' }]])

  // The next sign-in begins anew.
  pictures.put('/busy', jpeg())
  await comeFrom(platform, { id: 'busy', name: 'Ada' }, address)
  expect(await shownOf(platform, user)).toMatch(/^\/avatars\//)
})

test.each<[what: string, picture: () => string | null]>([
  ['no picture', () => null],
  ['another picture', () => pictures.put('/newer', jpeg())],
])('a sign-in that names %s ends the attempts to read the one before', async (what, picture) => {
  const person = { id: `named ${what}`, name: 'Ada' }
  const path = `/before/${encodeURIComponent(what)}`
  const user = await comeFrom(
    platform,
    person,
    pictures.put(path, response => response.writeHead(503).end()),
  )
  await comeFrom(platform, person, picture())
  const shown = await shownOf(platform, user)
  pictures.put(path, jpeg())
  platform.clock.advance(3_600_000)
  await platform.services.jobs.idle()
  expect([await shownOf(platform, user), pictures.times(path)]).toEqual([shown, 1])
})

test('a picture that comes slowly delays no sign-in, and is given up', { timeout: 40_000 }, async () => {
  const address = pictures.put('/slow', response => {
    response.writeHead(200, { 'content-type': 'image/jpeg' }).write(jpeg().subarray(0, 100))
  })
  const { providerSignIn, jobs } = platform.services
  const begun = performance.now()
  const user = await providerSignIn.userOf({ provider: 'elsewhere', id: 'slow', displayName: 'Ada', picture: address })
  expect(performance.now() - begun).toBeLessThan(5_000)
  await jobs.idle()
  expect(await waiting()).toMatchObject([{ state: 'waiting', attempts: 1, error: expect.stringContaining('10 s') }])
  expect((await platform.services.users.findById(user.id))!.avatar_id ?? null).toBeNull()
})
