import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder, platform } from './command.ts'

const ENV = {
  PLATFORM_JWT_SECRET: 'a secret of a test, 32 bytes or more',
  PLATFORM_DOCSTORE_URL: 'sqlite:./platform.db',
}

test('users export writes a new file for its owner, says how much it holds, and replaces none', async () => {
  await using folder = await emptyFolder()
  const place = { cwd: folder.path, env: ENV }
  const made = [
    'users',
    'create',
    '--email',
    'ada@test.example',
    '--username',
    'ada',
    '--password',
    'a long enough word',
  ]
  expect(await platform(made, place)).toMatchObject({ exitCode: 0 })

  const file = join(folder.path, 'ada.ndjson')
  const exported = await platform(['users', 'export', 'ada', '--output', file, '--json'], place)
  expect(exported).toMatchObject({ exitCode: 0, stderr: '' })
  expect(JSON.parse(exported.stdout)).toEqual({ file, records: 1 })
  const text = await readFile(file, 'utf8')
  expect(JSON.parse(text)).toMatchObject({ plugin: 'users', name: 'account', record: { username: 'ada' } })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await platform(['users', 'export', 'ada'], place)).stdout).toBe(text)

  await writeFile(file, 'kept')
  expect(await platform(['users', 'export', 'ada', '--output', file], place)).toMatchObject({
    exitCode: 64,
    stdout: '',
    stderr: `--output: ${file}: the file exists already; name a new one\n`,
  })
  expect(await readFile(file, 'utf8')).toBe('kept')

  const none = join(folder.path, 'eve.ndjson')
  expect(await platform(['users', 'export', 'eve', '--output', none], place)).toMatchObject({ exitCode: 1, stdout: '' })
  await expect(stat(none)).rejects.toThrow('ENOENT')
}, 60_000)
