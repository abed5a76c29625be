import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsTo, send, tokenOf } from './letters.ts'

const DAY = 86_400_000
/** A token is accepted for a minute after its end, because clocks differ; its times are whole seconds. */
const CLOCKS_APART = 61_000
const REQUEST = 'mutation { requestDownloadLink { errors { translation_key } } }'
const FOR_USER = 'mutation($id: ID!) { downloadUser(id: $id) { archiveURL errors { translation_key } } }'
const LAST = '{ me { lastAccountDownload } }'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
})
afterAll(() => platform[Symbol.asyncDispose]())

const emailOf = ({ user }: TestUser) => `${user.username.toLowerCase()}@test.example`
const field = async (user: TestUser | null, document: string, name: string, variables = {}) =>
  (await platform.as(user).graphql(document, variables)).data![name]
const refusal = async (user: TestUser | null) =>
  (await field(user, REQUEST, 'requestDownloadLink'))?.errors?.[0]?.translation_key ?? null
const lastOf = async (user: TestUser) => (await field(user, LAST, 'me')).lastAccountDownload
/** Posts the form of the page with the download, signed in by cookie when a user is given. */
const download = (token: string, user?: TestUser) =>
  platform.http('/account/data/download', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: new URL(platform.services.config.rootUrl).origin,
      ...(user ? { cookie: `authorization=${user.token}` } : {}),
    },
    body: new URLSearchParams({ token }).toString(),
  })
const filesOf = async (response: Response) => {
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

test('a user is mailed a link, which gives a zip of everything that is stored about the user', async () => {
  const ada = await platform.createUser({ username: 'ada' })
  const other = await platform.createUser({ username: 'other' })
  const asset = await platform.createAsset()
  await platform.createComment({ asset, author: ada, body: 'a thought — “quoted”' })
  await platform.createComment({ asset, author: other, body: 'another thought' })
  expect(await lastOf(ada)).toBeNull()
  expect(await refusal(ada)).toBeNull()
  expect(await lastOf(ada)).toBe(platform.clock.now().toISOString())
  const response = await download(await tokenOf(platform, 'ada@test.example', 'download-link'))
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'application/zip',
    'no-store',
  ])
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="personal-data-ada-2026-03-01.zip"')
  const files = await filesOf(response)
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['README.txt', 'users.json', 'comments.json']))
  expect(JSON.parse(files['users.json']!)[0]).toMatchObject({
    name: 'account',
    record: { id: ada.user.id, username: 'ada', last_download_at: platform.clock.now().toISOString() },
  })
  expect(JSON.parse(files['comments.json']!)).toMatchObject([{ record: { body: 'a thought — “quoted”' } }])
  const exported = []
  for await (const { plugin: _, ...item } of platform.services.composition.personalData.export(ada.user.id))
    exported.push(JSON.parse(JSON.stringify(item)))
  const { 'README.txt': _readme, 'my_comments.csv': _table, ...lists } = files
  expect(Object.values(lists).flatMap(text => JSON.parse(text))).toEqual(exported)
})

test('the archive has the comments as a table too, the newest first, in which no text becomes a formula', async () => {
  const nora = await platform.createUser({ username: 'nora' })
  const asset = await platform.createAsset({ url: 'http://localhost/table' })
  const { id: first } = await platform.createComment({ asset, author: nora, body: '=SUM(A1:A9)' })
  platform.clock.advance(1_000)
  const held = { asset, author: nora, body: 'Two lines,\nand a "quotation"', status: 'REJECTED' as const }
  const { id: second } = await platform.createComment(held)
  expect(await refusal(nora)).toBeNull()
  const files = await filesOf(await download(await tokenOf(platform, 'nora@test.example', 'download-link')))
  const page = `"${asset.url}","${platform.services.config.rootUrl}/discussions/${asset.id}/comments/`
  const table = files['my_comments.csv']!.replaceAll(/"\d{4}-[^"]+Z"/g, 'TIME')
  expect(table.replace(/^\uFEFF/, '').split('\r\n')).toEqual([
    '"id","time","page","comment","text"',
    `"${second}",TIME,${page}${second}","Two lines,\nand a ""quotation"""`,
    `"${first}",TIME,${page}${first}","'=SUM(A1:A9)"`,
    '',
  ])
})

test('a link is sent once in seven days, also to two requests at the same moment', async () => {
  const grace = await platform.createUser({ username: 'grace' })
  const answers = await Promise.all([refusal(grace), refusal(grace), refusal(grace)])
  expect(answers.toSorted()).toEqual([null, 'RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_EXCEEDED'].toSorted())
  expect(await mailsTo(platform, emailOf(grace), 'download-link')).toHaveLength(1)
  platform.clock.advance(7 * DAY - 1_000)
  expect(await refusal(await platform.signIn(grace))).toBe('RATE_LIMIT_EXCEEDED')
  expect(await mailsTo(platform, emailOf(grace), 'download-link')).toHaveLength(1)
  platform.clock.advance(1_000)
  expect(await refusal(await platform.signIn(grace))).toBeNull()
  expect(await mailsTo(platform, emailOf(grace), 'download-link')).toHaveLength(2)
})

test('no link is sent to an address that is not confirmed, nor for an anonymous reader', async () => {
  const hasty = await platform.createUser({ username: 'hasty' })
  await platform.services.docstore
    .collection<{ id: string; profiles: unknown[] }>('users')
    .updateOne({ id: hasty.user.id }, { $set: { profiles: [{ provider: 'local', id: emailOf(hasty), metadata: {} }] } })
  platform.services.revisions.bump('users')
  expect([await refusal(hasty), await refusal(null)]).toEqual(['EMAIL_NOT_VERIFIED', 'NOT_AUTHORIZED'])
  expect(await mailsTo(platform, emailOf(hasty))).toEqual([])
  expect(await lastOf(hasty)).toBeNull()
})

test('a link works for a day, for its own user, and for nothing else [J22]', async () => {
  const [owner, other] = [await platform.createUser({ username: 'owner' }), await platform.createUser()]
  await refusal(owner)
  const token = await tokenOf(platform, emailOf(owner), 'download-link')
  expect((await download(token, owner)).status).toBe(200)
  expect((await download(token, other)).status).toBe(400)
  expect((await download(`${token.slice(0, -4)}AAAA`)).status).toBe(400)
  expect((await download(owner.token)).status).toBe(400)
  expect((await send(platform, 'POST', '/api/v1/account/email/verify', { token })).code).toBe(
    'EMAIL_VERIFICATION_TOKEN_INVALID',
  )
  const asSession = await platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${token}` } })
  expect(asSession.status).toBe(401)
  platform.clock.advance(DAY + CLOCKS_APART)
  expect((await download(token)).status).toBe(400)
})

test('signing out everywhere ends the links that were sent before', async () => {
  const owner = await platform.createUser({ username: 'leaver' })
  await refusal(owner)
  const token = await tokenOf(platform, emailOf(owner), 'download-link')
  platform.clock.advance(1_000)
  await platform.as(owner).graphql('mutation { signOutEverywhere { errors { translation_key } } }')
  expect((await download(token)).status).toBe(400)
})

test('opening the address of a link changes nothing and gives no data [C05]', async () => {
  const owner = await platform.createUser({ username: 'scanned' })
  await refusal(owner)
  const [mail] = await mailsTo(platform, emailOf(owner), 'download-link')
  const { pathname, hash, search } = new URL(mail!.link!)
  expect([pathname, search, hash.length > 100]).toEqual(['/account/data/download', '', true])
  const page = await platform.http(pathname, { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
    200,
    expect.stringContaining('text/html'),
    'no-store',
  ])
  expect((await platform.http(`/account/data/download?token=${hash.slice(1)}`)).headers.get('content-type')).toContain(
    'text/html',
  )
})

test('administrators get a link for any user, which ends with their role, and others get none [R02, R14]', async () => {
  const [admin, second, moderator, owner] = [
    await platform.createUser({ roles: ['ADMIN'] }),
    await platform.createUser({ roles: ['ADMIN'] }),
    await platform.createUser({ roles: ['MODERATOR'] }),
    await platform.createUser({ username: 'wanted' }),
  ]
  const linkFrom = (user: TestUser | null, id = owner.user.id) => field(user, FOR_USER, 'downloadUser', { id })
  for (const user of [null, owner, moderator])
    expect(await linkFrom(user)).toMatchObject({ archiveURL: null, errors: [{ translation_key: 'NOT_AUTHORIZED' }] })
  expect(await linkFrom(admin, 'missing')).toMatchObject({ errors: [{ translation_key: 'NOT_FOUND' }] })
  const { archiveURL } = await linkFrom(admin)
  expect(archiveURL).toContain(`${platform.services.config.rootUrl}/account/data/download#`)
  const token = new URL(archiveURL).hash.slice(1)
  for (const user of [admin, owner, undefined]) {
    const files = await filesOf(await download(token, user))
    expect(JSON.parse(files['users.json']!)[0].record.id).toBe(owner.user.id)
  }
  expect((await download(token, moderator)).status).toBe(400)
  expect(await lastOf(owner)).toBeNull()
  await platform
    .as(second)
    .graphql('mutation($id: ID!) { setUserRole(id: $id, role: COMMENTER) { errors { translation_key } } }', {
      id: admin.user.id,
    })
  expect((await download(token)).status).toBe(400)
})

test('only staff and the user see when the data was last asked for [R06]', async () => {
  const owner = await platform.createUser({ username: 'private_one' })
  const [moderator, other] = [await platform.createUser({ roles: ['MODERATOR'] }), await platform.createUser()]
  await refusal(owner)
  const comment = await platform.createComment({ asset: await platform.createAsset(), author: owner })
  const seen = async (user: TestUser | null) =>
    (
      await field(user, 'query($id: ID!) { comment(id: $id) { user { lastAccountDownload } } }', 'comment', {
        id: comment.id,
      })
    ).user.lastAccountDownload
  expect([await seen(owner), await seen(moderator), await seen(other), await seen(null)]).toEqual([
    expect.any(String),
    expect.any(String),
    null,
    null,
  ])
})

test('the deletion of an account is requested and cancelled by the older names too', async () => {
  const leaver = await platform.createUser()
  const at = new Date(platform.clock.now().getTime() + DAY).toISOString()
  const request =
    'mutation { requestAccountDeletion(password: "a long enough password") { scheduledDeletionDate errors { translation_key } } }'
  const cancel = 'mutation { cancelAccountDeletion { errors { translation_key } } }'
  const mine = async () => (await field(leaver, '{ me { deletionAt scheduledDeletionDate } }', 'me')) as unknown
  expect(await field(leaver, request, 'requestAccountDeletion')).toEqual({ scheduledDeletionDate: at, errors: null })
  expect(await mine()).toEqual({ deletionAt: at, scheduledDeletionDate: at })
  expect(await field(leaver, cancel, 'cancelAccountDeletion')).toBeNull()
  expect(await field(leaver, cancel, 'cancelAccountDeletion')).toMatchObject({
    errors: [{ translation_key: 'DELETION_NOT_SCHEDULED' }],
  })
  expect(await mine()).toEqual({ deletionAt: null, scheduledDeletionDate: null })
})
