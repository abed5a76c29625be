import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { comeFrom, removeAvatar, shownOf } from './operations.ts'
import { startPictureServer } from './picture-server.ts'
import { jpeg } from './pictures.ts'

async function withPicture() {
  const stack = new AsyncDisposableStack()
  const pictures = stack.use(await startPictureServer())
  const platform = stack.use(await createTestPlatform({ env: { PLATFORM_OUTBOUND_ALLOW: pictures.host } }))
  const user = await comeFrom(platform, { id: 'ada-1815', name: 'Ada' }, pictures.put('/ada', jpeg()))
  return {
    platform,
    user,
    address: (await shownOf(platform, user))!,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test('a picture is served as nothing but a picture, for ever at its address [S17]', async () => {
  await using scene = await withPicture()
  const { platform, address, user } = scene
  const reader = platform.as((await platform.services.users.findById(user.id))!)
  const [own, anonymous] = [await reader.http(address), await platform.http(address)]
  for (const { status, headers } of [own, anonymous]) {
    expect([status, headers.get('set-cookie'), headers.get('vary')?.includes('Cookie') ?? false]).toEqual([
      200,
      null,
      false,
    ])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(headers.get('cache-control')).toMatch(/^public, max-age=31536000, s-maxage=\d+, immutable$/)
  }
  const known = { headers: { 'if-none-match': own.headers.get('etag')! } }
  expect((await platform.http(address, known)).status).toBe(304)
  await platform.services.avatars.remove(user, user.id)
  expect((await platform.http(address, known)).status).toBe(404)
})

test('the address of a picture names the mount path', async () => {
  await using pictures = await startPictureServer()
  await using platform = await createTestPlatform({
    env: {
      PLATFORM_ROOT_URL: 'http://localhost:3000/comments/',
      PLATFORM_ROOT_URL_MOUNT_PATH: 'TRUE',
      PLATFORM_OUTBOUND_ALLOW: pictures.host,
    },
  })
  const user = await comeFrom(platform, { id: 'ada-1815', name: 'Ada' }, pictures.put('/ada', jpeg()))
  const asked = await platform
    .as((await platform.services.users.findById(user.id))!)
    .http('/comments/api/v1/graph/ql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ me { avatar } }' }),
    })
  const { data } = (await asked.json()) as { data: { me: { avatar: string } } }
  expect(data.me.avatar).toMatch(/^\/comments\/avatars\//)
  expect((await platform.http(data.me.avatar)).status).toBe(200)
})

test.each(['x', 'a'.repeat(5_000), '%00', '%ff', '..%2f..', '$ne'])('there is no picture at %j', async path => {
  await using platform = await createTestPlatform()
  expect([400, 404]).toContain((await platform.http(`/avatars/${path}`)).status)
})

test('an owner and moderators remove a picture, and nobody else does [R02]', async () => {
  await using scene = await withPicture()
  const { platform, user } = scene
  const { id } = user
  const as = async (role: 'MODERATOR' | 'STAFF' | 'COMMENTER') =>
    platform.as(await platform.createUser({ roles: [role] }))
  for (const caller of [platform, await as('COMMENTER'), await as('STAFF')])
    expect(await removeAvatar(caller, id)).toBe('NOT_AUTHORIZED')
  expect(await shownOf(platform, user)).not.toBeNull()
  const moderator = await platform.createUser({ roles: ['MODERATOR'] })
  expect(await removeAvatar(platform.as(moderator), id)).toBeNull()
  expect(await shownOf(platform, user)).toBeNull()
  const records = platform.services.docstore.collection<{ id: string; removals: unknown[] }>('avatars')
  expect((await records.findOne({ id }))!.removals).toMatchObject([
    { assigned_by: moderator.user.id, created_at: expect.any(Date) },
  ])
  expect(await removeAvatar(platform.as(moderator), 'nobody')).toBe('NOT_FOUND')

  // Who decided is forgotten with the account of the moderator, and the decision stays.
  const admin = await platform.createUser({ roles: ['ADMIN'] })
  await platform.services.erasure.request(admin.user, moderator.user.id)
  await platform.services.jobs.idle()
  expect((await records.findOne({ id }))!.removals).toMatchObject([{ assigned_by: null }])
})

test('a moderator removes no picture of an administrator [R09]', async () => {
  await using platform = await createTestPlatform()
  const admin = await platform.createUser({ roles: ['ADMIN'] })
  const moderator = await platform.createUser({ roles: ['MODERATOR'] })
  expect(await removeAvatar(platform.as(moderator), admin.user.id)).toBe('NOT_AUTHORIZED')
  expect(await removeAvatar(platform.as(admin), moderator.user.id)).toBeNull()
})
