import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadConfig } from '@platform/config'
import { expect, test } from 'vitest'
import { tokensOf } from '../../src/main/keys.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { emptyFolder, platform } from '../cli/command.ts'

/** Opens the tokens of a server that starts in a folder. */
const start = (cwd: string) => tokensOf(loadConfig({ env: {}, cwd }), systemClock)

const filesOf = (cwd: string) => readdir(join(cwd, 'data'))

test('servers that start together in one folder sign with one key', async () => {
  await using folder = await emptyFolder()
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => start(folder.path)))
  const { token } = await first!.tokens.sign({ kind: 'session', userId: 'ada' })
  for (const { tokens } of others)
    expect(await tokens.verify(token, { kind: 'session' })).toMatchObject({ userId: 'ada' })
  expect(await filesOf(folder.path)).toEqual(['session-key'])
  expect((await stat(join(folder.path, 'data/session-key'))).mode & 0o777).toBe(0o600)
})

test('a key that was made stays', async () => {
  await using folder = await emptyFolder()
  await start(folder.path)
  const made = await readFile(join(folder.path, 'data/session-key'), 'utf8')
  await start(folder.path)
  expect(await readFile(join(folder.path, 'data/session-key'), 'utf8')).toBe(made)
})

test('an empty key, which a full disk left, is made anew', async () => {
  await using folder = await emptyFolder()
  await mkdir(join(folder.path, 'data'))
  await writeFile(join(folder.path, 'data/session-key'), '')
  await start(folder.path)
  expect(await readFile(join(folder.path, 'data/session-key'), 'utf8')).toMatch(/^[\w-]{86}\n$/)
})

test("a key that can't be made ends the start with 73 and a sentence", async () => {
  await using folder = await emptyFolder()
  await writeFile(join(folder.path, 'data'), 'a file, not a folder')
  const ended = await platform(['serve'], {
    cwd: folder.path,
    env: { PORT: '0', PLATFORM_DOCSTORE_URL: 'sqlite:store/platform.db', PLATFORM_DATA_DIR: 'data' },
  })
  expect([ended.exitCode, ended.stdout]).toEqual([73, ''])
  expect(ended.stderr).toMatch(/^\S+\/data\/session-key, the key that signs sessions, can't be made or read: .*\n$/)
})
