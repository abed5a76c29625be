import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDocstore, type Docstore } from '@platform/docstore'
import { createTestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { describeWith } from '../../../../test/needs.ts'
import { ACTING } from './acts.ts'
import { type Opened, READING } from './doors.ts'
import { restoreDatabase } from './dump.ts'
import { type Known, siteVariables, storedPlugins } from './site.ts'

// The documents of the fixture in MongoDB instead of the embedded store, through the contract both have.
const FIXTURE = new URL('fixture/', import.meta.url)
const COLLECTIONS = [
  'actions',
  'assets',
  'comments',
  'deletions',
  'ended_tokens',
  'jobs',
  'settings',
  'users',
  'withdrawn_flags',
]
const known = JSON.parse(await readFile(new URL('known.json', FIXTURE), 'utf8')) as Known & { ends: string }

const mongo = await startMongo()

describeWith(mongo)('on MongoDB', () => {
  let directory: string
  let opened: Opened
  let before: Record<string, unknown>
  let afterStart: Record<string, unknown>

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'platform-opens-'))
    restoreDatabase(join(directory, 'platform.db'), await readFile(new URL('database.sql', FIXTURE), 'utf8'))
    const url = mongo.url()
    await using embedded = disposable(await connectDocstore(`sqlite:${join(directory, 'platform.db')}`))
    await using there = disposable(await connectDocstore(url))
    for (const name of COLLECTIONS)
      await there.store
        .collection<{ _id: string }>(name)
        .insertMany(await embedded.store.collection<{ _id: string }>(name).find({}).toArray())
    before = await documentsOf(embedded.store)
    const site = await createTestPlatform({
      directory,
      plugins: await storedPlugins(),
      now: new Date(known.ends),
      env: { ...siteVariables(directory), PLATFORM_DOCSTORE_URL: url },
    })
    opened = { site, known }
    afterStart = await documentsOf(there.store)
  }, 60_000)
  afterAll(async () => {
    await opened.site[Symbol.asyncDispose]()
    await rm(directory, { recursive: true, force: true })
    await mongo.stop()
  })

  test('after the start every document is what it was', () => {
    expect(afterStart).toEqual(before)
  })

  test.each([...Object.entries(READING), ...Object.entries(ACTING)])('%s', { timeout: 60_000 }, async (_, check) => {
    await check(opened)
  })
})

/** Every document but the jobs, which go on as soon as there is a server. */
async function documentsOf(store: Docstore): Promise<Record<string, unknown>> {
  const kept = COLLECTIONS.filter(name => name !== 'jobs')
  return Object.fromEntries(
    await Promise.all(
      kept.map(
        async name =>
          [name, await store.collection<{ _id: string }>(name).find({}).sort({ _id: 1 }).toArray()] as const,
      ),
    ),
  )
}

function disposable(store: Docstore): { store: Docstore } & AsyncDisposable {
  return { store, [Symbol.asyncDispose]: () => store.close() }
}
