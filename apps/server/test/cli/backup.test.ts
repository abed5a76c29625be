import { copyFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { emptyFolder, platform, serve } from './command.ts'

const ENV = {
  PLATFORM_JWT_SECRET: 'a secret of a test, 32 bytes or more',
  PLATFORM_DOCSTORE_URL: 'sqlite:./platform.db',
}
const made = (name: string) => [
  'users',
  'create',
  ...['--email', `${name}@test.example`, '--username', name, '--password', 'a long enough word'],
]

test('a backup is made beside a server, is restored when that has ended, and never takes on the old log', async () => {
  await using folder = await emptyFolder()
  const place = { cwd: folder.path, env: ENV }
  const names = async () => {
    const { users } = JSON.parse((await platform(['users', 'list', '--json'], place)).stdout) as {
      users: readonly { username: string }[]
    }
    return users.map(({ username }) => username).sort()
  }
  const copy = join(folder.path, 'copy.db')
  {
    await using server = await serve({ ...place, port: await freePort() })
    expect(await platform(made('ada'), place)).toMatchObject({ exitCode: 0 })
    expect(await platform(['backup', 'copy.db'], place)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^Wrote \d+\.\d MB in \d+\.\d s to .*copy\.db\n$/),
      stderr: '',
    })
    expect((await stat(copy)).mode & 0o777).toBe(0o600)
    expect(await platform(['backup', 'copy.db'], place)).toMatchObject({
      exitCode: 1,
      stderr: `${copy} exists already; name a new file\n`,
    })
    expect(await platform(made('eve'), place)).toMatchObject({ exitCode: 0 })
    expect(await platform(['restore', 'copy.db'], place)).toMatchObject({ exitCode: 75 })
    server.stop('SIGKILL')
    await server.ended
  }

  await copyFile(join(folder.path, 'platform.db'), join(folder.path, 'killed.db'))
  await copyFile(copy, join(folder.path, 'platform.db'))
  await expect(serve({ ...place, port: await freePort() })).rejects.toThrow(/platform\.db-wal does not belong to/)
  expect(await platform(['users', 'list'], place)).toMatchObject({ exitCode: 69 })

  await copyFile(join(folder.path, 'killed.db'), join(folder.path, 'platform.db'))
  const restored = await platform(['restore', 'copy.db', '--json'], place)
  expect(restored).toMatchObject({ exitCode: 0, stderr: '' })
  const { former } = JSON.parse(restored.stdout) as { former: string }
  expect(await names()).toEqual(['ada'])
  const others = await readdir(folder.path)
  expect(others.filter(name => /before/.test(name)).length).toBeGreaterThan(1)

  await rm(copy)
  for (const end of ['', '-wal']) await copyFile(`${former}${end}`, `${copy}${end}`)
  expect(await platform(['restore', 'copy.db'], place)).toMatchObject({ exitCode: 0 })
  expect(await names()).toEqual(['ada', 'eve'])
}, 120_000)

test('on MongoDB the commands name the programs of MongoDB', async () => {
  await using folder = await emptyFolder()
  const place = { cwd: folder.path, env: { ...ENV, PLATFORM_DOCSTORE_URL: 'mongodb://localhost/platform' } }
  for (const [command, program] of [
    ['backup', 'mongodump'],
    ['restore', 'mongorestore'],
  ] as const)
    expect(await platform([command, 'copy.db'], place)).toMatchObject({
      exitCode: 78,
      stderr: expect.stringContaining(program),
    })
}, 60_000)
