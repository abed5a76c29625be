import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changed, expectRefused, POPUP, returningTo } from './support/returning.ts'
import { popupMessage, ROOT, type Scene, startScene } from './support/scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await startScene()
})
beforeEach(() => {
  scene.first.account = { sub: crypto.randomUUID(), name: 'Ada' }
  scene.first.misbehave = null
})
afterAll(() => scene?.[Symbol.asyncDispose]())

const returning = () => returningTo(scene)

test('a user who does not agree sees a page of this site that says so [O06]', async () => {
  const { browser, back } = await returning()
  const end = await browser.go(
    changed(back, query => {
      query.delete('code')
      query.set('error', 'access_denied')
      query.set('error_description', '<img src=x onerror=alert(1)>')
    }),
  )
  expectRefused(end, 400)
  expect(end.text).not.toContain('onerror')
  expect(popupMessage(end)).toEqual({
    origin: ROOT,
    message: {
      name: 'PLATFORM_SIGN_IN_FAILED',
      error: { code: 'PROVIDER_DENIED', message: 'You did not agree to sign in there, and nothing has changed' },
      scope: 'client',
    },
  })
})

test.each<[string, (query: URLSearchParams) => void]>([
  [
    'no code',
    query => {
      query.delete('code')
    },
  ],
  [
    'an empty code',
    query => {
      query.set('code', '')
    },
  ],
  [
    'a code twice',
    query => {
      query.append('code', query.get('code')!)
    },
  ],
  [
    'a made-up code',
    query => {
      query.set('code', 'made-up')
    },
  ],
  [
    'another issuer',
    query => {
      query.set('iss', 'https://evil.example')
    },
  ],
  [
    'no issuer, where the provider says that it names itself',
    query => {
      query.delete('iss')
    },
  ],
  [
    'an error that is HTML',
    query => {
      query.delete('code')
      query.set('error', '<script>alert(1)</script>')
    },
  ],
])('a callback with %s is refused [O06]', async (_what, change) => {
  const { browser, back } = await returning()
  const end = await browser.go(changed(back, change))
  expectRefused(end, 400)
  expect(end.text).not.toContain('alert(1)')
})

test('each request to the provider has new PKCE, state and nonce, and returns to the root address [O07]', async () => {
  const before = scene.first.asked('/auth').length
  for (const host of ['evil.example', 'localhost:3000'])
    await scene
      .browser()
      .go(POPUP, { headers: { host, 'x-forwarded-host': host }, before: next => next.pathname.endsWith('/callback') })
  const [one, two] = scene.first.asked('/auth').slice(before)
  expect(Object.fromEntries(one!)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    scope: 'openid profile',
    redirect_uri: `${ROOT}/api/v1/auth/first/callback`,
  })
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect([one!.get(name)!.length >= 43, one!.get(name) === two!.get(name)]).toEqual([true, false])
})

test('a code that was intercepted is worth nothing without the verifier [O07]', async () => {
  const { back } = await returning()
  const { clientId, clientSecret } = scene.first.client
  for (const verifier of [null, 'a'.repeat(43)]) {
    const answer = await fetch(`${scene.first.issuer}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`,
      },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code')!,
        redirect_uri: `${ROOT}/api/v1/auth/first/callback`,
        ...(verifier ? { code_verifier: verifier } : {}),
      }),
    })
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, 'invalid_grant'])
  }
})

test("another user's code is refused: its nonce and verifier are of another sign-in [O07]", async () => {
  const [mine, theirs] = [await returning(), await returning()]
  expectRefused(
    await mine.browser.go(
      changed(mine.back, query => {
        query.set('code', theirs.back.searchParams.get('code')!)
      }),
    ),
    400,
  )
})

const answering =
  (status: number, body: string, type = 'application/json') =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  }

test.each<[string, (response: ServerResponse) => void]>([
  ['fails', answering(500, 'oops', 'text/plain')],
  ['answers no JSON', answering(200, '{"access_token":')],
  ['answers another type', answering(200, '<html>', 'text/html')],
  ['answers an error that it made up', answering(400, '{"error":"server_on_fire"}')],
  [
    'leads elsewhere',
    response => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    },
  ],
  [
    'hangs up',
    response => {
      response.destroy()
    },
  ],
  ['answers 10 MB', answering(200, JSON.stringify({ access_token: 'x'.repeat(10_000_000) }))],
  ['hangs', () => {}],
  [
    'never ends',
    response => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{')
    },
  ],
])('when the provider %s, a page says so within ten seconds [O15]', async (_what, answer) => {
  const { browser, back } = await returning()
  scene.first.misbehave = ({ url }, response) => {
    const mine = url!.startsWith('/token')
    if (mine) answer(response)
    return mine
  }
  const started = performance.now()
  const end = await browser.go(back.href)
  expectRefused(end, 502)
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(popupMessage(end).message.error!.code).toBe('PROVIDER_FAILED')
})

test('a provider that is down when a user wants to sign in is asked again the next time [O15]', async () => {
  await using mine = await startScene()
  mine.first.misbehave = (_request, response) => {
    response.writeHead(500).end()
    return true
  }
  expectRefused(await mine.browser().go('/api/v1/auth/first?next=/demo'), 502)
  expect(mine.platform.logs.filter(({ msg }) => msg === 'a provider did not identify the user')).toMatchObject([
    { plugin: 'platform-plugin-oidc-auth', provider: 'first' },
  ])
  mine.first.misbehave = null
  expect((await mine.browser().go(POPUP)).status).toBe(200)
})

test('secrets of a provider are in no log and no page [O15]', async () => {
  const { browser, back } = await returning()
  scene.first.misbehave = ({ url }, response) => {
    if (!url!.startsWith('/token')) return false
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end('{"error":"invalid_client","error_description":"canary-1 secret"}')
    return true
  }
  const end = await browser.go(back.href)
  expectRefused(end, 502)
  const logs = JSON.stringify(scene.platform.logs)
  for (const canary of [
    'canary-1',
    scene.first.client.clientSecret,
    back.searchParams.get('code')!,
    back.searchParams.get('state')!,
  ])
    expect([logs.includes(canary), end.text.includes(canary)]).toEqual([false, false])
})

test('a sign-in leads to a path of this site only [O01, O02]', async () => {
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/%2f/evil.example',
    '/account\r\nSet-Cookie: a=b',
  ]) {
    scene.first.account = { sub: 'the-same-each-time', name: 'Ada' }
    const { url } = await scene.browser().go(`/api/v1/auth/first?${new URLSearchParams({ next })}`)
    expect([url.origin, url.pathname, url.searchParams.get('next')]).toEqual([ROOT, '/account/username', '/'])
  }
})

test('a page is handed credentials only when its origin is permitted [O10]', async () => {
  await scene.platform.services.settings.update({ domains: { whitelist: ['news.example'] } } as never)
  for (const origin of ['https://news.example', 'http://news.example', ROOT])
    expect(popupMessage(await scene.browser().go(`${POPUP}&${new URLSearchParams({ origin })}`)).origin).toBe(origin)
  for (const origin of [
    'https://evil.example',
    'https://news.example.evil.example',
    'https://news.example@evil.example',
    'null',
    '*',
    '',
    'https://news.example/path',
    'HTTPS://NEWS.EXAMPLE',
    'ftp://news.example',
    `https://${'x'.repeat(3_000)}.example`,
  ]) {
    const end = await scene.browser().go(`${POPUP}&${new URLSearchParams({ origin })}`)
    expectRefused(end, 403)
    expect(end.text).not.toContain('postMessage')
  }
})

test('on an encrypted site a plain page gets no credentials, and the cookie is a __Host- one', async () => {
  await using mine = await startScene({ env: { PLATFORM_ROOT_URL: 'https://comments.example' } })
  await mine.platform.services.settings.update({ domains: { whitelist: ['news.example'] } } as never)
  expect(popupMessage(await mine.browser().go(`${POPUP}&origin=https://news.example`)).origin).toBe(
    'https://news.example',
  )
  expectRefused(await mine.browser().go(`${POPUP}&origin=http://news.example`), 403)
  const begun = await mine.platform.http('/api/v1/auth/first')
  expect(begun.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-platform-sign-in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/),
  ])
})

test('sign-ins of one address are begun 300 times in ten minutes at most', async () => {
  await using mine = await startScene()
  const statuses = await Promise.all(
    Array.from({ length: 310 }, async () => (await mine.platform.http('/api/v1/auth/second')).status),
  )
  expect([statuses.filter(status => status === 302).length, statuses.filter(status => status === 429).length]).toEqual([
    300, 10,
  ])
})
