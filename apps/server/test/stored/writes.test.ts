import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { restoreDatabase } from './dump.ts'
import { fillDirectory } from './fill-directory.ts'
import { SITE, siteVariables, storedPlugins } from './site.ts'
import { fieldsOf, isSinceFixture, storedDocuments } from './stored-documents.ts'

/** Fields that only commands write: `setup` and `import threads`. This test runs no command. */
const BY_COMMANDS = ['comments.source.id', 'settings.claimed_until']

test('a new site that is filled like the stored site has the same collections and fields', {
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
    const fields = fieldsOf(storedDocuments(join(directory, 'platform.db')))
    expect(fields.filter(field => !isSinceFixture(field))).toEqual(expected)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})
