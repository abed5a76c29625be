import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { openStreamBuild } from '../../src/main/stream-build.ts'
import { createLog } from '../../src/runtime/log.ts'
import { DEFAULT_LIST, LISTED, listWithout, ROOT, serverParts } from './default-list.ts'

const log = createLog('error')

/** Errors and warnings of the log. */
const LOUD = ['warn', 'error', 'fatal']

// In a browser, and with a build of its own, each of these lists is tried in default-list.long.test.ts.
test.each(['nothing', ...LISTED])('without %s the rest of the default list is drawn', async name => {
  const list = listWithout(name)
  const streamBuild = await openStreamBuild(ROOT, list, { log, builds: false })
  await using platform = await createTestPlatform({ plugins: await serverParts(list), streamBuild })
  const asset = await platform.createAsset()
  const author = await platform.createUser()
  const parent = await platform.createComment({ asset, author, body: 'Well said' })
  await platform.createComment({ asset, author, parent, body: 'Indeed' })
  for (const caller of [platform, platform.as(author), platform.as({ roles: ['ADMIN'] })]) {
    const answer = await caller.http(`/discussions/${asset.id}`)
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect([html.includes('Well said'), html.includes('Indeed')]).toEqual([true, true])
    const [, state = ''] = /<script type="application\/json"[^>]*>(\{"site".*?)<\/script>/s.exec(html) ?? []
    expect(JSON.parse(state).parts).toEqual(list.client.map(entry => entry.name))
  }
  expect((await platform.http('/sign-in?next=%2Fadmin')).status).toBe(200)
  expect(platform.diagnostics).toEqual([])
  const loud = platform.logs.filter(({ level }) => LOUD.includes(String(level)))
  // The order by a reaction is left out where no plugin counts it, which is told.
  const told = name === 'platform-plugin-respect' ? [expect.stringContaining('PLUGIN_SORT_UNKNOWN')] : []
  expect(loud.map(({ msg }) => msg)).toEqual(told)
})

test('the default list has the plugins of the predecessor’s in their order', () => {
  const names = (list: readonly { readonly name: string }[]) =>
    list.map(({ name }) => name.replace('platform-plugin-', ''))
  const [server, client] = [names(DEFAULT_LIST.server), names(DEFAULT_LIST.client)]
  expect(server).toEqual(SERVER.filter(name => server.includes(name)))
  expect(client).toEqual(CLIENT.filter(name => client.includes(name)))
  expect(client).toEqual(expect.arrayContaining(['auth', 'local-auth', 'respect', 'rich-text', 'ignore-user']))
})

const NOTIFICATIONS = [
  'notifications',
  'notifications-category-featured',
  'notifications-category-moderation-actions',
  'notifications-category-reply',
  'notifications-category-staff',
  'notifications-digest-hourly',
  'notifications-digest-daily',
]
const SERVER = ['local-auth', 'featured-comments', 'respect', 'rich-text', 'profile-data', ...NOTIFICATIONS]
const CLIENT = [
  'auth',
  'local-auth',
  'author-menu',
  'featured-comments',
  'flag-details',
  'member-since',
  'moderation-actions',
  'permalink',
  'respect',
  'rich-text',
  'viewing-options',
  'sort-most-replied',
  'sort-most-respected',
  'sort-newest',
  'sort-oldest',
  'profile-data',
  ...NOTIFICATIONS,
  'ignore-user',
]
