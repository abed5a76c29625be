import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { restoreDatabase } from './dump.ts'
import { fillDirectory } from './fill-directory.ts'
import { SITE, siteVariables, storedPlugins } from './site.ts'
import { fieldsOf, storedDocuments } from './stored-documents.ts'

/** Of the command line, which this test leaves out: setting the site up, and importing threads. */
const BY_COMMANDS = ['comments.source.id', 'settings.claimed_until']

test('a site that is filled as the one of the fixture was has the same collections and fields', {
  timeout: 60_000,
}, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'platform-writes-'))
  try {
    {
      await using site = await createTestPlatform({
        directory,
        plugins: await storedPlugins(),
        now: SITE.begins,
        env: siteVariables(directory),
      })
      for (const [username, role] of [
        ['ada', 'ADMIN'],
        ['mona', 'MODERATOR'],
        ['stan', 'STAFF'],
      ] as const)
        await site.createUser({ username, roles: [role] })
    }
    await fillDirectory(directory, '')
    const fixture = join(directory, 'fixture.db')
    restoreDatabase(fixture, await readFile(new URL('fixture/database.sql', import.meta.url), 'utf8'))
    const expected = fieldsOf(storedDocuments(fixture)).filter(field => !BY_COMMANDS.includes(field))
    expect(fieldsOf(storedDocuments(join(directory, 'platform.db')))).toEqual(expected)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})
