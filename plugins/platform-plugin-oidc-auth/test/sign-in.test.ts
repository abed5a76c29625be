import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { popupMessage, ROOT, type Scene, startScene, whoIs } from './support/scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await startScene()
})
beforeEach(() => {
  scene.first.account = { sub: crypto.randomUUID(), name: 'Ada Lovelace' }
})
afterAll(() => scene?.[Symbol.asyncDispose]())

const popup = (provider: string, more = '') => `/api/v1/auth/${provider}?display=popup${more}`

test('a pop-up hands the page that opened it a session, at its exact origin', async () => {
  const end = await scene.browser().go(popup('first'))
  expect([end.status, end.url.pathname]).toEqual([200, '/api/v1/auth/first/callback'])
  const { message, origin } = popupMessage(end)
  expect(origin).toBe(ROOT)
  expect(message).toMatchObject({
    name: 'PLATFORM_SIGNED_IN',
    data: { user: { username: 'Ada_Lovelace', roles: ['COMMENTER'], email: null, status: { username: 'UNSET' } } },
  })
  const answer = await scene.platform.http('/api/v1/account', {
    headers: { authorization: `Bearer ${message.data.token}` },
  })
  expect(answer.status).toBe(200)
  const nonce = /script-src 'nonce-([^']+)'/.exec(end.headers.get('content-security-policy')!)![1]!
  expect(end.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'/)
  expect(end.text.match(/<script[^>]*>/g)!.every(tag => tag.includes(`nonce="${nonce}"`))).toBe(true)
  expect([
    end.headers.get('cache-control'),
    end.headers.get('referrer-policy'),
    end.headers.get('cross-origin-opener-policy'),
  ]).toEqual(['private, no-store', 'no-referrer', 'unsafe-none'])
})

test('without a pop-up the browser is signed in by its cookie, and led to choose a username first', async () => {
  const browser = scene.browser()
  const end = await browser.go(`/api/v1/auth/first?${new URLSearchParams({ next: '/discussions/1?sort=oldest' })}`)
  expect([end.status, end.url.pathname, end.url.searchParams.get('next')]).toEqual([
    200,
    '/account/username',
    '/discussions/1?sort=oldest',
  ])
  expect(await whoIs(scene, browser)).toMatchObject({
    username: expect.stringMatching(/^Ada_Lovelace/),
    status: { username: 'UNSET' },
  })

  const choose = (username: string) =>
    scene.platform.http('/account/username', {
      method: 'POST',
      headers: {
        accept: 'text/html',
        origin: ROOT,
        cookie: browser.cookies(),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ username, next: '/discussions/1?sort=oldest' }).toString(),
    })
  const refused = await choose('no spaces please')
  expect([refused.status, (await refused.text()).includes('id="username-problem"')]).toEqual([400, true])
  const name = `countess_${crypto.randomUUID().slice(0, 8)}`
  const chosen = await choose(name)
  expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/discussions/1?sort=oldest'])
  expect(await whoIs(scene, browser)).toMatchObject({ username: name, status: { username: 'SET' } })
  expect((await browser.go('/api/v1/auth/first?next=/demo')).url.pathname).toBe('/demo')
})

test('a user may comment only after choosing a username', async () => {
  const {
    message: {
      data: { user, token },
    },
  } = popupMessage(await scene.browser().go(popup('first')))
  const asset = await scene.platform.createAsset()
  const person = scene.platform.as({ user, token })
  const post = async () =>
    (
      await person.graphql(
        'mutation ($input: CreateCommentInput!) { createComment(input: $input) { errors { translation_key } } }',
        { input: { asset_id: asset.id, body: 'Hello' } },
      )
    ).data!['createComment'].errors
  expect(await post()).toEqual([{ translation_key: 'NOT_AUTHORIZED' }])
  await person.graphql(
    'mutation ($id: ID!, $name: String!) { setUsername(id: $id, username: $name) { errors { translation_key } } }',
    { id: user.id, name: `ada_${crypto.randomUUID().slice(0, 8)}` },
  )
  expect(await post()).toBeNull()
})

test('the second sign-in finds the same user, also under a new name', async () => {
  const first = popupMessage(await scene.browser().go(popup('first'))).message.data
  scene.first.account = { ...scene.first.account, name: 'Countess of Lovelace' }
  const again = popupMessage(await scene.browser().go(popup('first'))).message.data
  expect(again.user).toEqual(first.user)
  expect(again.token).not.toBe(first.token)
})

test('ten simultaneous first sign-ins make one user [K15]', async () => {
  const ids = await Promise.all(
    Array.from({ length: 10 }, async () => popupMessage(await scene.browser().go(popup('first'))).message.data.user.id),
  )
  expect(new Set(ids).size).toBe(1)
  const users = scene.platform.services.docstore.collection('users')
  expect(
    await users.countDocuments({
      profiles: { $elemMatch: { provider: 'first', id: scene.first.account.sub } },
    } as never),
  ).toBe(1)
})

test('sign-ins that begin in two tabs of one browser both end well', async () => {
  const browser = scene.browser()
  const before = (url: URL) => url.pathname.endsWith('/callback')
  const [one, two] = [await browser.go(popup('first'), { before }), await browser.go(popup('first'), { before })]
  for (const { url } of [two, one])
    expect(popupMessage(await browser.go(url.href)).message.name).toBe('PLATFORM_SIGNED_IN')
})

test('one id at two providers makes two users, and neither is the local account of that name [U09, O14]', async () => {
  const local = await scene.platform.createUser({ username: 'grace' })
  for (const sub of ['shared-subject', local.user.id, 'grace@test.example']) {
    scene.first.account = scene.second.account = { sub, name: 'grace' }
    const people = [await scene.browser().go(popup('first')), await scene.browser().go(popup('second'))].map(
      end => popupMessage(end).message.data.user,
    )
    expect(new Set([...people.map(({ id }) => id), local.user.id]).size).toBe(3)
    expect(people.every(({ roles }) => roles.join() === 'COMMENTER')).toBe(true)
  }
})

test.each([false, true])(
  'an e-mail address of an administrator, email_verified: %s, links nothing [O14]',
  async verified => {
    const administrator = await scene.platform.createUser({ roles: ['ADMIN'] })
    const email = administrator.user.profiles[0]!.id
    scene.first.account = {
      sub: crypto.randomUUID(),
      name: administrator.user.username,
      email,
      email_verified: verified,
    }
    const { user } = popupMessage(await scene.browser().go(popup('first'))).message.data
    expect([user.id === administrator.user.id, user.role, user.email]).toEqual([false, 'COMMENTER', null])
    const after = (await scene.platform.services.users.findById(administrator.user.id))!
    expect(after.profiles).toEqual(administrator.user.profiles)
  },
)

test.each([
  ['a name of 5 kB', 'n'.repeat(5_000)],
  ['a name that is HTML', '<script>alert(1)</script>'],
  ['no name', undefined],
  ['a name in another script', 'Софья Ковалевская'],
])('%s makes an allowed username [O14]', async (_what, name) => {
  scene.first.account = { sub: crypto.randomUUID(), ...(name === undefined ? {} : { name }) }
  expect(popupMessage(await scene.browser().go(popup('first'))).message.data.user).toMatchObject({
    username: expect.stringMatching(/^[A-Za-z]\w{0,49}$/),
    status: { username: 'UNSET' },
  })
})

test.each(['admin', 'M0derator', '__proto__', 'me', 'Gr4ce_Moder'])(
  '%s, which is not allowed here, becomes another name [O14, U11]',
  async name => {
    if (!(await scene.platform.services.users.findByUsername('Grace_Moder')))
      await scene.platform.createUser({ username: 'Grace_Moder', roles: ['MODERATOR'] })
    scene.first.account = { sub: crypto.randomUUID(), name }
    expect(popupMessage(await scene.browser().go(popup('first'))).message.data.user).toMatchObject({
      username: expect.stringMatching(/^user_\d+$/),
      status: { username: 'UNSET' },
    })
  },
)

test('roles that a provider names are ignored [J34]', async () => {
  scene.first.account = { sub: crypto.randomUUID(), name: 'Mallory', role: 'ADMIN', roles: ['ADMIN'] } as never
  expect(popupMessage(await scene.browser().go(popup('first'))).message.data.user.roles).toEqual(['COMMENTER'])
})

test('a banned user sees the ban in the account, and can not write', async () => {
  const administrator = await scene.platform.createUser({ roles: ['ADMIN'] })
  const before = popupMessage(await scene.browser().go(popup('first'))).message.data
  await scene.platform
    .as(administrator)
    .graphql('mutation ($id: ID!) { banUser(input: { id: $id, message: "" }) { errors { translation_key } } }', {
      id: before.user.id,
    })
  expect(
    (await scene.platform.http('/api/v1/account', { headers: { authorization: `Bearer ${before.token}` } })).status,
  ).toBe(401)
  const { user, token } = popupMessage(await scene.browser().go(popup('first'))).message.data
  expect([user.id, user.status.banned]).toEqual([before.user.id, true])
  const { data } = await scene.platform
    .as({ user, token })
    .graphql('mutation ($id: ID!) { setUsername(id: $id, username: "somebody_else") { errors { translation_key } } }', {
      id: user.id,
    })
  expect(data!['setUsername'].errors).toEqual([{ translation_key: 'NOT_AUTHORIZED' }])
})

test("an address that a program opened in the user's place makes no account and signs no user in [C05]", async () => {
  const users = scene.platform.services.docstore.collection('users')
  const before = await users.countDocuments({})
  for (const address of ['/api/v1/auth/first', '/api/v1/auth/first?display=popup', '/api/v1/auth/first/callback']) {
    const answer = await scene.platform.http(address)
    expect(answer.headers.getSetCookie().some(cookie => cookie.startsWith('authorization='))).toBe(false)
  }
  expect(await users.countDocuments({})).toBe(before)
})

test('signing in replaces a session that an attacker planted [J23]', async () => {
  const planted = await scene.platform.createUser()
  const browser = scene.browser()
  const { url } = await browser.go(popup('first'), { before: next => next.pathname.endsWith('/callback') })
  const answer = await scene.platform.http(url.pathname + url.search, {
    headers: { cookie: `authorization=${planted.token}; ${browser.cookies()}` },
  })
  const session = answer.headers.getSetCookie().find(cookie => cookie.startsWith('authorization='))!
  expect(session).toMatch(/; HttpOnly; SameSite=Lax$/)
  const { user, token } = popupMessage({
    url,
    status: answer.status,
    headers: answer.headers,
    text: await answer.text(),
  }).message.data
  expect(session).toContain(token)
  expect(user.id).not.toBe(planted.user.id)
})

test('the sign-in page offers every provider, in the language of its reader', async () => {
  const buttons = async (language: string, page: string) => {
    const html = await (
      await scene.platform.http(page, { headers: { accept: 'text/html', 'accept-language': language } })
    ).text()
    return [...html.matchAll(/<a class="button" href="(\/api[^"]+)"[^>]*>([^<]+)</g)].map(([, href, text]) => [
      href,
      text,
    ])
  }
  expect(await buttons('en', '/sign-in?next=/demo')).toEqual([
    ['/api/v1/auth/first?next=%2Fdemo', 'Continue with The First'],
    ['/api/v1/auth/second?next=%2Fdemo', 'Continue with second'],
  ])
  expect((await buttons('de', '/register')).map(([, text]) => text)).toEqual([
    'Weiter mit The First',
    'Weiter mit second',
  ])
})

test('below a path of its host it works the same', async () => {
  await using mine = await startScene({
    env: { PLATFORM_ROOT_URL: 'http://localhost:3000/comments', PLATFORM_ROOT_URL_MOUNT_PATH: 'TRUE' },
  })
  const { url } = await mine.browser().go('/comments/api/v1/auth/first?next=/comments/demo')
  expect([url.pathname, url.searchParams.get('next')]).toEqual(['/comments/account/username', '/comments/demo'])
  expect(popupMessage(await mine.browser().go('/comments/api/v1/auth/first?display=popup')).origin).toBe(
    'http://localhost:3000',
  )
  expect(mine.first.asked('/auth').map(query => query.get('redirect_uri'))).toEqual(
    Array(2).fill('http://localhost:3000/comments/api/v1/auth/first/callback'),
  )
})

test('every name remains inside the data of the page that ends a sign-in [X09]', async () => {
  const { user } = popupMessage(await scene.browser().go(popup('first'))).message.data
  const username = '</script><script>alert(1)</script><!--<script>\u2028\u2029]]>&lt;'
  // No form takes such a name; an import can bring one.
  await scene.platform.services.docstore
    .collection<{ id: string; username: string }>('users')
    .updateOne({ id: user.id }, { $set: { username } })
  const end = await scene.browser().go(popup('first'))
  expect(popupMessage(end).message.data.user).toMatchObject({ id: user.id, username })
  expect(end.text.match(/<script/g)).toHaveLength(2)
  expect(end.text.match(/<\/script>/g)).toHaveLength(2)
  expect(end.text).not.toMatch(/<!--|[\u2028\u2029]|alert\(1\)<\/script>/)
})
