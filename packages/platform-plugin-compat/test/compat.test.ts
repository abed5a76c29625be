import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Server, serve } from '../../../apps/server/test/cli/command.ts'
import { freePort } from '../../../apps/server/test/free-port.ts'
import { createSite, type Site } from '../../../apps/server/test/plugin-commands/site.ts'
import { INSTALLED, OLDER_PLUGINS } from './older-plugins.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const ENV = { PLATFORM_SPAM_WORD: 'casino', PLATFORM_JWT_SECRET: 'a secret of this test, which is long enough' }
const PASSWORD = 'a long enough password'
const names = [...Object.keys(OLDER_PLUGINS), 'talk-plugin-badge']

/** A project with the older plugins, of which one is renamed, and one installed. */
async function makeSite(list: readonly string[]): Promise<Site> {
  const site = await createSite({}, { packages: false })
  const folders = Object.entries(OLDER_PLUGINS).flatMap(([name, files]) =>
    Object.entries(files).map(([file, text]) => [`plugins/${renamed(name)}/${file}`, text]),
  )
  const installed = Object.entries(INSTALLED).map(([file, text]) => [`node_modules/talk-plugin-badge/${file}`, text])
  await site.write({
    'plugins.json': JSON.stringify({ server: list.map(renamed) }),
    ...Object.fromEntries([...folders, ...installed]),
  })
  await mkdir(join(site.root, 'node_modules'), { recursive: true })
  await symlink(PACKAGE, join(site.root, 'node_modules/platform-plugin-compat'))
  return site
}

/** The operator has renamed one folder; the plugin that requires it has the older name. */
const renamed = (name: string) => (name === 'talk-plugin-spam-check' ? 'platform-plugin-spam-check' : name)

let site: Site
let server: Server
let admin: string

const send = async (path: string, body: unknown, token: string | null = admin) => {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}
const graphql = async (query: string, variables: Record<string, unknown> = {}, token: string | null = admin) =>
  (await send('/api/v1/graph/ql', { query, variables }, token)).body
const CREATE = `mutation($input: CreateCommentInput!) {
  createComment(input: $input) { comment { id spam } errors { translation_key } }
}`

beforeAll(async () => {
  site = await makeSite(['platform-plugin-compat', ...names])
  server = await serve({ cwd: site.root, port: await freePort(), env: ENV })
  const user = { email: 'ada@test.example', username: 'Ada', password: PASSWORD }
  const token = /#token=([\w-]+)/.exec(server.said)![1]
  expect((await send('/api/v1/setup', { token, settings: {}, user }, null)).status).toBe(204)
  const signedIn = await send('/api/v1/auth/local', { email: user.email, password: PASSWORD }, null)
  admin = signedIn.body.token
}, 60_000)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

async function openDiscussion(): Promise<string> {
  const { data } = await graphql('{ asset(url: "http://localhost/story") { id } }')
  return data.asset.id
}

test('each of these plugins is refused without the package', { timeout: 60_000 }, async () => {
  await using bare = await makeSite(names)
  const { findings } = (await bare.platform(['plugins', 'doctor', '--json'], ENV)).json()
  const refused = findings.filter(({ severity }: any) => severity === 'problem').map(({ plugins }: any) => plugins?.[0])
  expect(JSON.stringify(refused)).toContain('spam-check')
  expect(JSON.stringify(refused)).toContain('talk-plugin-invitations')
  expect(JSON.stringify(refused)).toContain('talk-plugin-members')
  expect(JSON.stringify(refused)).toContain('talk-plugin-badge')
})

test('a field hook throws a TalkError, which clients get as an expected error', async () => {
  const asset_id = await openDiscussion()
  const warned = await graphql(CREATE, { input: { asset_id, body: 'to the casino', checkSpam: true } })
  expect(warned.data.createComment).toEqual({ comment: null, errors: [{ translation_key: 'COMMENT_IS_SPAM' }] })
  const posted = await graphql(CREATE, { input: { asset_id, body: 'to the casino again' } })
  expect(posted.data.createComment).toMatchObject({ comment: { spam: true }, errors: null })
})

test('a plugin reads a TALK_ variable, and the log says under which name it is set', () => {
  expect(server.log).toMatch(/hooks\.js reads TALK_SPAM_WORD: it gets the value of PLATFORM_SPAM_WORD/)
})

test('a reaction of the factory is made and counted', async () => {
  const asset_id = await openDiscussion()
  const { data } = await graphql(CREATE, { input: { asset_id, body: 'well done' } })
  const reacted = await graphql(
    'mutation($id: ID!) { createApplauseAction(input: { item_id: $id }) { applause { id } errors { translation_key } } }',
    { id: data.createComment.comment.id },
  )
  expect(reacted.data.createApplauseAction).toMatchObject({ applause: { id: expect.any(String) }, errors: null })
})

test('mutators, mails, tokens and graph/connectors work together', async () => {
  const INVITE = 'mutation { invite(note: "with a cake") { token errors { translation_key } } }'
  const anonymous = await graphql(INVITE, {}, null)
  expect(anonymous.data.invite.errors).toEqual([{ translation_key: 'NOT_AUTHORIZED' }])
  const { token } = (await graphql(INVITE)).data.invite
  expect(await send('/api/v1/invitation', { token })).toEqual({
    status: 200,
    body: { note: 'with a cake', origin: expect.stringContaining('http://') },
  })
  expect((await send('/api/v1/invitation/callback', { token })).body).toEqual({ refused: true })
  const asSession = await fetch(`${server.url}/api/v1/auth`, { headers: { authorization: `Bearer ${token}` } })
  expect(asSession.status).toBe(401)
})

test('a plugin finds another plugin by its older name, and modules of the server from any depth', async () => {
  const members = async (token: string | null) =>
    fetch(`${server.url}/api/v1/members`, { headers: token === null ? {} : { authorization: `Bearer ${token}` } })
  expect(await (await members(admin)).json()).toEqual({ names: ['Ada'], word: 'casino' })
  expect((await members(null)).status).toBe(401)
  expect((await graphql('{ me { initials } }')).data.me).toEqual({ initials: 'A' })
})

test('an installed plugin imports modules of the server by their bare path', async () => {
  const id = await openDiscussion()
  const { data } = await graphql('query($id: ID!) { asset(id: $id) { badge } }', { id })
  expect(data.asset.badge).toBe(`function ${id}`)
})

test('plugins that define no hook give it to the notifications plugin, which makes a notification of a reply', async () => {
  const asset_id = await openDiscussion()
  const { data } = await graphql(CREATE, { input: { asset_id, body: 'what do you think?' } })
  const parent_id = data.createComment.comment.id
  await graphql(CREATE, { input: { asset_id, parent_id, body: 'I agree' } })
  await expect.poll(async () => (await graphql('{ sent }')).data.sent).toEqual(['DAILY', 'reply I agree'])
})

test('a wrong handler of notifications and a misspelt hook are refused', { timeout: 60_000 }, async () => {
  await using wrong = await makeSite(['platform-plugin-compat', 'talk-plugin-late', 'talk-plugin-misspelt'])
  await wrong.write({
    'plugins/talk-plugin-late/index.js': 'module.exports = { notifications: [{ event: "commentAdded", category: 7 }] }',
    'plugins/talk-plugin-misspelt/index.js': 'module.exports = { notification: [] }',
  })
  const { findings } = (await wrong.platform(['plugins', 'doctor', '--json'], ENV)).json()
  expect(findings.map(({ cause, fix }: any) => [cause.split('\n')[0], fix])).toEqual([
    [
      'talk-plugin-late notifications: 0.category: Invalid input: expected string, received number',
      expect.stringContaining('what platform-plugin-compat expects'),
    ],
    [
      'talk-plugin-late notifications: 0.handle: expected a function',
      expect.stringContaining('what platform-plugin-compat expects'),
    ],
    ['talk-plugin-misspelt notification: there is no such hook', 'did you mean notifications?'],
  ])
})
