import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'

/** Pages that lead to the others. */
const PAGES = ['/', '/demo', '/sign-in', '/register', '/account', '/account/data', '/admin', '/admin/community']

/** A platform below a path, and how a request for a path reaches it: with the path, or without it by the proxy. */
const platformBelow = async (mounts: 'TRUE' | 'FALSE') => ({
  platform: await createTestPlatform({
    env: { PLATFORM_ROOT_URL: 'http://localhost:3000/talk', PLATFORM_ROOT_URL_MOUNT_PATH: mounts },
  }),
  passedOn: (path: string) => (mounts === 'TRUE' ? path : path.replace(/^\/talk(?=\/|$)/, '') || '/'),
})

/** The paths that a page names in links, forms and files. */
const pathsIn = (html: string) =>
  [...html.matchAll(/ (?:href|src|action)="(\/[^"]*)"/g)].map(([, path = '']) => path.replaceAll('&amp;', '&'))

const signIn = (platform: TestPlatform, path: string, email: string) =>
  platform.http(path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3000' },
    body: String(new URLSearchParams({ email, password: 'a long enough password', next: '/talk/account' })),
  })

test.each(['TRUE', 'FALSE'] as const)('below a path, mounted: %s, every link of a page leads on', async mounts => {
  const { platform, passedOn } = await platformBelow(mounts)
  await using _ = platform
  const asset = await platform.createAsset()
  await platform.createComment({ asset, body: 'Well said' })
  const administrator = platform.as(await platform.createUser({ roles: ['ADMIN'] }))
  const paths = new Set<string>()
  for (const page of [...PAGES, `/discussions/${asset.id}`]) {
    const answer = await administrator.http(passedOn(`/talk${page}`))
    expect([page, answer.status]).toEqual([page, 200])
    for (const path of pathsIn(await answer.text())) paths.add(path)
  }
  expect(paths.size).toBeGreaterThan(20)
  expect([...paths].filter(path => !path.startsWith('/talk/'))).toEqual([])
  const answers = await Promise.all(
    [...paths].map(async path => [path, (await administrator.http(passedOn(path))).status] as const),
  )
  // What only takes forms is not read.
  expect(answers.filter(([, status]) => status >= 400 && status !== 405)).toEqual([])
})

test.each(['TRUE', 'FALSE'] as const)(
  'below a path, mounted: %s, signing in leads back and stays there',
  async mounts => {
    const { platform, passedOn } = await platformBelow(mounts)
    await using _ = platform
    for (const page of ['/talk/admin/community?q=a', '/talk/account']) {
      const { headers } = await platform.http(passedOn(page), { redirect: 'manual' })
      const { pathname, searchParams } = new URL(headers.get('location')!, 'http://localhost:3000')
      expect([pathname, searchParams.get('next')]).toEqual(['/talk/sign-in', page])
    }
    const { user } = await platform.createUser()
    const answer = await signIn(platform, passedOn('/talk/sign-in'), user.profiles[0]!.id)
    expect(answer.headers.get('location')).toBe('/talk/account')
    expect(answer.headers.getSetCookie().join('\n')).toContain('; Path=/talk;')
  },
)

test.each(['TRUE', 'FALSE'] as const)('below a path, mounted: %s, scripts ask the server by the path', async mounts => {
  const { platform, passedOn } = await platformBelow(mounts)
  await using _ = platform
  const asset = await platform.createAsset()
  const html = await (await platform.http(passedOn(`/talk/discussions/${asset.id}`))).text()
  expect(html).toContain('"root":"/talk"')
  expect(html).toContain('"live":"/talk/api/v1/live"')
  expect(await (await platform.http(passedOn('/talk/robots.txt'))).text()).toContain('Disallow: /talk/admin')
})
