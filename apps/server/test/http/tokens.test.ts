import { TOKEN_KINDS } from '@platform/auth'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const PLACES = ['custom', 'default', 'query', 'header'] as const
type Place = (typeof PLACES)[number]

let platform: TestPlatform
const people = {} as Record<Place, TestUser>

beforeAll(async () => {
  platform = await createTestPlatform({ env: { PLATFORM_JWT_COOKIE_NAMES: 'sso' } })
  for (const place of PLACES) people[place] = await platform.createUser()
})
afterAll(() => platform[Symbol.asyncDispose]())

/** A request with a token in each of these places. */
function ask(tokens: Partial<Record<Place, string>>, path = '/api/v1/auth') {
  const cookies = [
    ...(tokens.default === undefined ? [] : [`authorization=${tokens.default}`]),
    ...(tokens.custom === undefined ? [] : [`sso=${tokens.custom}`]),
  ]
  const headers = {
    ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
    ...(tokens.header === undefined ? {} : { authorization: `Bearer ${tokens.header}` }),
  }
  return platform.http(`${path}${tokens.query === undefined ? '' : `?access_token=${tokens.query}`}`, { headers })
}

const subsets = Array.from({ length: 16 }, (_, mask) => PLACES.filter((_, i) => mask & (1 << i)))

describe('the first place that has a token decides [J25]', () => {
  test.each(subsets.map(places => [places]))('%j', async places => {
    const response = await ask(Object.fromEntries(places.map(place => [place, people[place].token])))
    const first = places[0]
    expect(response.status).toBe(first ? 200 : 204)
    if (first) expect(((await response.json()) as { user: { id: string } }).user.id).toBe(people[first].user.id)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('a bad token in the first place never lets a later one decide [J26]', () => {
  test.each(subsets.filter(places => places.length > 0).map(places => [places]))('%j', async places => {
    const [first, ...others] = places
    const response = await ask({
      ...Object.fromEntries(others.map(place => [place, people[place].token])),
      [first!]: 'bad.token.here',
    })
    const byCookie = first === 'custom' || first === 'default'
    expect(response.status).toBe(byCookie ? 204 : 401)
    if (byCookie)
      expect(response.headers.get('set-cookie')).toBe(
        `${first === 'custom' ? 'sso' : 'authorization'}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`,
      )
    else
      expect([
        response.headers.get('www-authenticate'),
        ((await response.json()) as { error: { code: string } }).error.code,
      ]).toEqual(['Bearer', 'TOKEN_INVALID'])
  })
})

test('a token whose account is not in the store makes an anonymous request', async () => {
  const gone = await platform.createUser()
  await platform.services.docstore.collection('users').deleteOne({ id: gone.user.id })
  expect([(await ask({ header: gone.token })).status, (await ask({ default: gone.token })).status]).toEqual([204, 204])
})

test('all tokens from before a moment can be ended together [J22]', async () => {
  const caller = await platform.createUser()
  await platform.services.docstore
    .collection('users')
    .updateOne({ id: caller.user.id }, { $set: { validAfter: new Date(Date.now() + 2_000) } })
  expect((await ask({ header: caller.token })).status).toBe(401)
})

test.each(TOKEN_KINDS.filter(kind => kind !== 'session'))('a token of the kind %s is no session', async kind => {
  const { token } = await platform.services.tokens.sign({ kind, userId: people.default.user.id })
  expect((await ask({ header: token })).status).toBe(401)
})

describe('given twice', () => {
  test('the query parameter is refused, and the server goes on', async () => {
    for (const path of ['/api/v1/auth', '/api/v1/graph/ql', '/']) {
      const response = await platform.http(`${path}?access_token=a&access_token=b`)
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('BAD_REQUEST')])
    }
  })
})

test('no page, redirect, error or cache repeats a token of the address [J19]', async () => {
  const { token } = people.query
  const asks: [string, RequestInit, number][] = [
    ['/', {}, 200],
    ['/account/password', {}, 200],
    ['/account/username', {}, 200],
    ['/nothing', {}, 404],
    ['/api/v1/nothing', {}, 404],
    ['/sign-in', {}, 200],
    [
      '/sign-out',
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: platform.services.config.rootUrl },
        body: 'next=/',
      },
      303,
    ],
    ['/account/password', { headers: { 'x-token': 'bad' } }, 401],
  ]
  for (const [path, { headers, ...init }, status] of asks) {
    const given = status === 401 ? `${token}x` : token
    const response = await platform.http(`${path}?access_token=${given}`, {
      redirect: 'manual',
      ...init,
      headers: { accept: 'text/html', ...(headers as Record<string, string>) },
    })
    const text = await response.text()
    expect([path, response.status, response.headers.get('referrer-policy')]).toEqual([path, status, 'no-referrer'])
    expect([path, response.headers.get('cache-control')]).toEqual([path, expect.stringContaining('no-store')])
    for (const where of [
      text,
      JSON.stringify([...response.headers].filter(([name]) => name !== 'set-cookie')),
      JSON.stringify(platform.logs),
    ])
      expect(where).not.toContain(token.slice(-20))
  }
  for (const path of ['/', '/account/password?next=access_token'])
    expect((await platform.http(path, { headers: { accept: 'text/html' } })).headers.get('referrer-policy')).toBe(
      'strict-origin-when-cross-origin',
    )
  people.query = await platform.signIn(people.query)
})

test('an operator can have no token looked for in addresses [J19]', async () => {
  await using strict = await createTestPlatform({ env: { PLATFORM_JWT_DISABLE_QUERY: 'TRUE' } })
  const { token } = await strict.createUser()
  for (const given of [token, 'bad']) {
    const response = await strict.http(`/api/v1/auth?access_token=${given}`)
    expect([response.status, response.headers.get('referrer-policy')]).toEqual([204, 'no-referrer'])
  }
  expect((await strict.http('/api/v1/auth', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
})

test('a token in the address works, and is in no log and no answer [J19]', async () => {
  const { token } = people.query
  await platform.http(`/api/v1/nothing?access_token=${token}`)
  await platform.http('/api/v1/nothing?access_token=bad.token.here')
  const response = await platform.http(
    `/api/v1/graph/ql?access_token=${token}&query=${encodeURIComponent('{ me { id } }')}`,
  )
  const text = await response.text()
  expect(JSON.parse(text)).toEqual({ data: { me: { id: people.query.user.id } } })
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  for (const where of [text, JSON.stringify([...response.headers]), JSON.stringify(platform.logs)])
    expect(where).not.toContain(token.slice(-20))
})
