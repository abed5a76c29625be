import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestPlatform } from '@platform/plugin-testing'
import { describe, expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { emptyFolder, type Place, platform, serve, stoppedWhen } from './command.ts'

const PLACE_ENV = {
  PLATFORM_JWT_SECRET: 'a secret of a test, 32 bytes or more',
  PLATFORM_DOCSTORE_URL: 'sqlite:./platform.db',
}
const SIGNALS = ['SIGINT', 'SIGTERM'] as const
const COMMENTS = 40_000

/** A folder with a store in which one user has many comments. */
async function largeStore() {
  const folder = await emptyFolder()
  const url = `sqlite:${join(folder.path, 'platform.db')}`
  await using filled = await createTestPlatform({ env: { PLATFORM_DOCSTORE_URL: url } })
  const author = await filled.createUser({ username: 'ada' })
  const first = await filled.createComment({ asset: await filled.createAsset(), author, body: 'The first one' })
  const comments = filled.services.docstore.collection<Record<string, unknown>>('comments')
  const { _id, ...stored } = (await comments.findOne({ id: first.id }))!
  for (let n = 0; n < COMMENTS; n += 4_000)
    await comments.insertMany(
      Array.from({ length: 4_000 }, (_, at) => ({ ...stored, id: `many-${n + at}`, body: 'word '.repeat(200) })),
    )
  return { folder, place: { cwd: folder.path, env: PLACE_ENV } satisfies Place }
}

const filesOf = async ({ cwd }: Place) => (await readdir(cwd)).filter(name => !name.startsWith('platform.db'))

describe('a command that writes a file and is ended by a signal leaves nothing of it', { timeout: 120_000 }, () => {
  test.each(SIGNALS)('backup, %s', async signal => {
    const { folder, place } = await largeStore()
    await using _folder = folder
    const begun = async () => (await filesOf(place)).some(name => name.includes('.partial-'))
    expect(await stoppedWhen(['backup', 'copy.db'], place, { begun, signal })).toMatchObject({
      exitCode: 130,
      stdout: '',
      stderr: 'Stopped before the backup was written; nothing is left of it\n',
    })
    expect(await filesOf(place)).toEqual([])
    expect(await platform(['backup', 'copy.db'], place)).toMatchObject({ exitCode: 0 })
  })

  test.each([...SIGNALS.map(signal => [signal, 'alone'] as const), ['SIGINT', 'by a server'] as const])(
    'users export --output, %s, %s',
    async (signal, where) => {
      const { folder, place } = await largeStore()
      await using _folder = folder
      await using _server = where === 'alone' ? null : await serve({ ...place, port: await freePort() })
      const begun = async () => (await filesOf(place)).includes('ada.ndjson')
      const command = ['users', 'export', 'ada', '--output', 'ada.ndjson']
      expect(await stoppedWhen(command, place, { begun, signal })).toMatchObject({ exitCode: 130, stdout: '' })
      expect(await filesOf(place)).toEqual([])
    },
  )
})
