import type { Asset, Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestOf } from './requests.ts'
import type { Caller, World } from './world.ts'

let platform: TestPlatform
let root: string
let asset: Asset
let comment: Comment
let people: Readonly<Record<'anonymous' | 'reader' | 'moderator' | 'administrator', TestUser | null>>

beforeAll(async () => {
  platform = await createTestPlatform()
  root = new URL(platform.services.config.rootUrl).origin
  const [reader, moderator, administrator] = await Promise.all([
    platform.createUser(),
    platform.createUser({ roles: ['MODERATOR'] }),
    platform.createUser({ roles: ['ADMIN'] }),
  ])
  people = { anonymous: null, reader: reader!, moderator: moderator!, administrator: administrator! }
  asset = await platform.createAsset()
  comment = await platform.createComment({ asset, author: reader! })
})
afterAll(() => platform[Symbol.asyncDispose]())

const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE']

/** The requests that try every route there is, as the table of permissions knows them. */
function requests(
  wanted: (method: string, path: string) => boolean,
): { place: string; path: string; init: RequestInit }[] {
  const places = [...platform.permissions.keys()].filter(place => /^[A-Z]+ \//.test(place))
  const served = new Set(platform.routes.flatMap(({ method, path }) => (path === null ? [] : `${method} ${path}`)))
  const found = places.filter(place => served.has(place) && wanted(...(place.split(' ') as [string, string])))
  const world = { asset, author: people.reader!.user, visible: comment } as unknown as World
  return found.map(place => ({ place, ...requestOf(place, world, { own: comment } as Caller) }))
}

const cookieOf = (user: TestUser | null): Record<string, string> =>
  user ? { cookie: `authorization=${user.token}` } : {}

describe('HEAD [R22]', () => {
  const asked = async (path: string, method: string, headers: Record<string, string>) => {
    const response = await platform.http(path, {
      method,
      headers: { accept: 'text/html, application/json', ...headers },
    })
    return {
      status: response.status,
      location: response.headers.get('location'),
      authenticate: response.headers.get('www-authenticate'),
    }
  }
  const gets = () => requests(method => method === 'GET')

  test('is guarded like GET, on every route and for every caller', async () => {
    const refused = []
    for (const { place, path } of gets()) {
      for (const [name, user] of Object.entries(people)) {
        const get = await asked(path, 'GET', cookieOf(user))
        expect([place, name, await asked(path, 'HEAD', cookieOf(user))]).toEqual([place, name, get])
        if (get.status === 401 || get.status === 403 || get.location?.includes('/sign-in'))
          refused.push(`${name}: ${place}`)
      }
    }
    // There are routes that are guarded, so this says something.
    expect(refused).toContain('anonymous: GET /api/v1/account')
    expect(refused).toContain('anonymous: GET /account')
    expect(refused).toContain('reader: GET /api/v1/assets')
  })

  test('with a token that is bad is refused on every route, like GET, and has no body', async () => {
    for (const { place, path } of gets()) {
      for (const method of ['GET', 'HEAD'])
        expect([place, method, (await asked(path, method, { authorization: 'Bearer bad' })).status]).toEqual([
          place,
          method,
          401,
        ])
      expect([
        place,
        (await asked(path, 'HEAD', {})).status,
        await (await platform.http(path, { method: 'HEAD', headers: cookieOf(people.moderator) })).text(),
      ]).toEqual([place, (await asked(path, 'GET', {})).status, ''])
    }
  })

  test('and OPTIONS and other methods do nothing but name what there is', async () => {
    for (const { place, path } of gets()) {
      const [options, patched] = await Promise.all(
        ['OPTIONS', 'PATCH'].map(method =>
          platform.http(path, { method, headers: { ...cookieOf(people.administrator), origin: root } }),
        ),
      )
      expect([place, options!.status, await options!.text(), options!.headers.get('allow')]).toEqual([
        place,
        options!.status === 204 ? 204 : 200,
        '',
        expect.stringContaining('GET'),
      ])
      expect([place, patched!.status, patched!.headers.get('allow')]).toEqual([
        place,
        405,
        expect.stringContaining('GET'),
      ])
    }
  })
})

describe('what another site makes a browser send [C01]', () => {
  const TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']
  const BODY = 'email=a%40b.c&username=someone&password=long+enough&token=x&decision=leave&body=forged'

  /** Everything there is, as text. */
  async function everything(): Promise<string> {
    const { docstore } = platform.services
    const all = await Promise.all(
      ['users', 'assets', 'comments', 'actions', 'settings', 'jobs', 'ended_tokens'].map(name =>
        docstore.collection<{ _id?: string }>(name).find({}).toArray(),
      ),
    )
    return JSON.stringify(all)
  }

  test('as a form is refused by every changing route, with an administrator’s cookie or without', async () => {
    const routes = requests(method => CHANGES.includes(method))
    expect(routes.length).toBeGreaterThan(25)
    const before = await everything()
    for (const { place, path, init } of routes) {
      for (const type of TYPES) {
        for (const user of [people.administrator, people.reader, null]) {
          const response = await platform.http(path, {
            method: init.method!,
            headers: {
              accept: 'application/json',
              'content-type': type,
              origin: 'https://evil.example',
              'sec-fetch-site': 'cross-site',
              ...cookieOf(user),
            },
            body: BODY,
          })
          expect([place, type, response.status, response.headers.getSetCookie()]).toEqual([place, type, 403, []])
          expect(await response.text()).toMatch(/CSRF_REJECTED|was sent from another site/)
        }
      }
    }
    expect(await everything()).toBe(before)
  })

  test('as JSON is refused by every changing route when it acts by a cookie; nothing changes [C03]', async () => {
    const before = await everything()
    for (const { place, path, init } of requests(method => CHANGES.includes(method))) {
      const response = await platform.http(path, {
        ...init,
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          origin: 'https://evil.example',
          ...cookieOf(people.administrator),
        },
      })
      expect([place, response.status]).toEqual([place, 403])
    }
    expect(await everything()).toBe(before)
  })

  test('as a form from a page of this site reaches the route: only foreign origins are refused', async () => {
    const statuses = []
    for (const { path, init } of requests((method, path) => CHANGES.includes(method) && path.startsWith('/api/'))) {
      const response = await platform.http(path, {
        method: init.method!,
        headers: { 'content-type': TYPES[0]!, origin: root },
        ...(init.method === 'DELETE' ? {} : { body: BODY }),
      })
      statuses.push(response.status)
      expect(await response.text()).not.toContain('CSRF_REJECTED')
    }
    expect(statuses).toContain(415)
  })
})

describe('every redirect [O01]', () => {
  const EVIL = 'https://evil.example/'
  const NAMES = [
    'next',
    'redirect',
    'redirect_uri',
    'redirectUri',
    'return_to',
    'returnTo',
    'loc',
    'url',
    'back',
    'continue',
    'origin',
  ]

  test('leads to a path of this site, whatever parameter, header or host says another', async () => {
    const located: string[] = []
    const asking: Record<string, string> = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      referer: EVIL,
      accept: 'text/html',
    }
    const password = 'a long enough password'
    for (const evil of [EVIL, '//evil.example/', '/\\evil.example', 'https:evil.example']) {
      for (const { place, path, init } of requests(() => true)) {
        const method = init.method ?? 'GET'
        for (const user of [people.reader, null]) {
          // A session of its own: some of these end all.
          const session = user ? cookieOf(await platform.signIn(user)) : {}
          const fields = new URLSearchParams(NAMES.map(name => [name, evil]))
          const form = new URLSearchParams([
            ...fields,
            ['email', `${people.reader!.user.username}@test.example`],
            ['password', password],
            ['body', 'read this'],
            ['decision', 'stay'],
          ])
          const response = await platform.http(`${path}${path.includes('?') ? '&' : '?'}${fields}`, {
            method,
            headers: {
              ...(method === 'GET'
                ? asking
                : { accept: 'text/html', origin: root, 'content-type': 'application/x-www-form-urlencoded' }),
              ...session,
            },
            ...(method === 'GET' || method === 'DELETE' ? {} : { body: String(form) }),
          })
          const location = response.headers.get('location')
          if (location === null) continue
          located.push(place)
          expect([place, evil, new URL(location, root).origin, location.startsWith('/')]).toEqual([
            place,
            evil,
            root,
            true,
          ])
          // The way on to the admin panel keeps its search, whatever that says.
          expect(new URL(location, root).searchParams.get('next') ?? '').not.toMatch(/^[^?]*evil/)
        }
      }
    }
    for (const place of ['POST /sign-in', 'GET /account', 'POST /sign-out', 'POST /discussions/:discussion/comments'])
      expect(located).toContain(place)
  }, 120_000)
})
