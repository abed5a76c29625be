import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Mailbox, startMailbox } from '../mail/smtp-server.ts'
import { ACTING } from './acts.ts'
import { type Opened, READING } from './doors.ts'
import { restoreDatabase } from './dump.ts'
import { type Known, listPlugins, platform, siteVariables, storedPlugins } from './site.ts'
import { type Documents, fieldsOf, isSinceFixture, storedDocuments } from './stored-documents.ts'

// A database that an earlier version wrote opens unchanged with this one, because names of collections and fields never
// change.
const FIXTURE = new URL('fixture/', import.meta.url)
const known = JSON.parse(await readFile(new URL('known.json', FIXTURE), 'utf8')) as Known & { ends: string }

let directory: string
let mailbox: Mailbox
let opened: Opened
let before: Documents
let afterStart: Documents
let plan: unknown
const file = () => join(directory, 'platform.db')

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platform-opens-'))
  await listPlugins(directory)
  restoreDatabase(file(), await readFile(new URL('database.sql', FIXTURE), 'utf8'))
  before = storedDocuments(file())
  plan = (await platform(directory, ['indexes', '--dry-run', '--json'])).json()
  mailbox = await startMailbox()
  const site = await createTestPlatform({
    directory,
    plugins: await storedPlugins(),
    now: new Date(known.ends),
    env: { ...siteVariables(directory), ...mailbox.env },
  })
  opened = { site, known }
  afterStart = storedDocuments(file())
})
afterAll(async () => {
  await opened.site[Symbol.asyncDispose]()
  await mailbox[Symbol.asyncDispose]()
  await rm(directory, { recursive: true, force: true })
})

test('the fixture has every collection', () => {
  expect(Object.keys(before).sort()).toEqual([
    'actions',
    'assets',
    'comments',
    'deletions',
    'ended_tokens',
    'jobs',
    'settings',
    'users',
    'withdrawn_flags',
  ])
})

test('no index is made for it but those of new records and lists, those that find actions, count and sort comments are made anew, and none is dropped', () => {
  const created = [
    ...['id', 'newest', 'changed'].map(name => ({ collection: 'settings_changes', name })),
    ...['invited', 'invited_by'].map(name => ({ collection: 'users', name })),
    ...['id', 'avatar_id', 'removed'].map(name => ({ collection: 'avatars', name })),
    ...['author_asset', 'author_status', 'thread_accepted', 'thread_flagged', 'deleted', 'tags_newest'].map(name => ({
      collection: 'comments',
      name,
    })),
    ...['discussion', 'day'].map(name => ({ collection: 'daily_counts', name })),
    ...['moderator', 'day'].map(name => ({ collection: 'moderator_counts', name })),
    { collection: 'site_counts', name: 'id' },
    ...['id', 'about', 'written'].map(name => ({ collection: 'notes', name })),
    ...['id', 'about', 'decided'].map(name => ({ collection: 'bulk_rejections', name })),
    { collection: 'client_builds', name: 'id' },
    { collection: 'client_build_starts', name: 'id' },
    { collection: 'part_failures', name: 'id' },
    ...['id', 'ended'].map(name => ({ collection: 'running_servers', name })),
  ]
  const sorts = ['likes', 'loves', 'respects', 'upvotes', 'downvotes', 'controversial'].map(name => `asset_${name}`)
  const ofComments = ['accepted', 'flagged', 'newest', 'tags', ...sorts].map(name => ({ collection: 'comments', name }))
  const replaced = [...ofComments, { collection: 'actions', name: 'item' }]
  expect(plan).toMatchObject({ created, replaced, dropped: [], conflicts: [] })
})

test('after the start every stored document is unchanged', () => {
  const { jobs: _was, ...rest } = before
  const {
    jobs: _is,
    avatars: _pictures,
    client_builds: _builds,
    client_build_starts: _starts,
    notes: _notes,
    bulk_rejections: _rejections,
    part_failures: _failures,
    running_servers: _servers,
    settings_changes: _changes,
    daily_counts: _days,
    moderator_counts: _decisions,
    site_counts: _counts,
    ...restAfter
  } = afterStart
  expect(restAfter).toEqual(rest)
})

describe('by the doors', () => {
  test.each(Object.entries(READING))('%s', async (_, check) => {
    await check(opened)
  })
})

test('waiting and interrupted mails are sent after a start; a refused one is tried again', async () => {
  const sentTo = () => mailbox.received.map(({ to }) => to[0]).sort()
  await opened.site.mails()
  expect(sentTo()).toEqual([
    'cleo@test.example',
    'waiting@test.example',
    'wanting@test.example',
    'wishing@test.example',
  ])
  expect(mailbox.received.find(({ to }) => to[0] === 'cleo@test.example')!.mail.text).toContain('By hand')
  opened.site.clock.advance(60 * 60_000)
  await opened.site.mails()
  expect(sentTo()).toContain('later@test.example')
})

describe('by the doors', () => {
  test.each(Object.entries(ACTING))('%s', async (_, check) => {
    await check(opened)
  })
})

test('new records have no field that the fixture does not have, except those that are stored since then', async () => {
  await opened.site.mails()
  const [knownFields, now] = [fieldsOf(before), fieldsOf(storedDocuments(file()))]
  const added = now.filter(field => !knownFields.includes(field) && !isSinceFixture(field))
  expect(added).toEqual([])
})

test('every count is right afterwards, and the job that failed for good is still listed', async () => {
  await opened.site[Symbol.asyncDispose]()
  expect((await platform(directory, ['verify-counts'])).out).toContain('every count is right')
  expect((await platform(directory, ['jobs', 'list', '--state', 'dead', '--json'])).json()).toMatchObject([
    { type: 'mail.send', state: 'dead', error: expect.stringContaining('550 no such person') },
  ])
})
