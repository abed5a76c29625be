import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { configurationReference } from '@platform/config'
import { describe, expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { emptyFolder, platform, serve } from './command.ts'
import { commandsInTurn } from './commands-in-turn.ts'

const inTurn = commandsInTurn()

const ADA = ['--email', 'ada@test.example', '--username', 'Ada', '--password', 'long enough', '--roles', 'ADMIN,STAFF']

describe('platform users create', () => {
  const signIn = (url: string) =>
    fetch(`${url}/api/v1/auth/local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":"ada@test.example","password":"long enough"}',
    })

  test('writes to the store itself while no server runs', async () => {
    await using folder = await emptyFolder()
    const made = await platform(['users', 'create', ...ADA], { cwd: folder.path })
    expect(made).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Created Ada \(ADMIN, STAFF\), id [0-9a-f-]{36}\n$/),
    })
    await using server = await serve({ cwd: folder.path, port: await freePort() })
    expect((await signIn(server.url)).status).toBe(200)
    expect(server.said).not.toContain('#token=')
  })

  test('is done by the server that has the store open', async () => {
    await using folder = await emptyFolder()
    await using server = await serve({ cwd: folder.path, port: await freePort() })
    const made = await platform(['users', 'create', ...ADA, '--json'], { cwd: folder.path })
    expect([made.exitCode, made.stderr]).toEqual([0, ''])
    expect(JSON.parse(made.stdout)).toMatchObject({
      username: 'Ada',
      roles: ['ADMIN', 'STAFF'],
      email: 'ada@test.example',
    })
    expect((await signIn(server.url)).status).toBe(200)
    const again = await platform(['users', 'create', ...ADA], { cwd: folder.path })
    expect([again.exitCode, again.stdout, again.stderr]).toEqual([
      1,
      '',
      'EMAIL_IN_USE  email: There is an account with this e-mail address; username: This username is taken\n',
    ])
  })

  test.each<[name: string, args: string[], says: RegExp]>([
    [
      'an unknown role',
      ['--email', 'a@b.example', '--username', 'A', '--password', 'long enough', '--roles', 'OWNER'],
      /^--roles: OWNER is unknown; the roles are ADMIN, MODERATOR, STAFF, COMMENTER\n$/,
    ],
    ['no password', ['--email', 'a@b.example', '--username', 'A'], /--password/],
  ])('refuses %s', async (_name, args, says) => {
    await using folder = await emptyFolder()
    const { exitCode, stdout, stderr } = await platform(['users', 'create', ...args], { cwd: folder.path })
    expect([exitCode !== 0, stdout]).toEqual([true, ''])
    expect(stderr).toMatch(says)
  })
})

test.each([
  'users list',
  'users export ada --output ada.ndjson',
  'users delete ada --yes',
  'tokens list ada',
  'jobs list',
  'verify-counts --fix',
  'indexes',
  'migrate --status',
])('%s in a folder without a store says that there is none, and makes none', async command => {
  await using folder = await emptyFolder()
  expect(await inTurn(command.split(' '), { cwd: folder.path })).toEqual({
    exitCode: 66,
    stdout: '',
    stderr: expect.stringMatching(/^There is no store at \S+\/data\/platform\.db: run .* PLATFORM_DOCSTORE_URL\n$/),
  })
  expect(await readdir(folder.path)).toEqual([])
})

describe('platform config', () => {
  const env = {
    PORT: '4711',
    PLATFORM_JWT_SECRET: 'a canary in the place of a secret of this site',
    PLATFORM_DOCSTORE_URL: 'mongodb://root:hunter2@store/platform',
    PLATFORM_SMTP_PASSWORD: 'canary-too',
  }

  test('shows the values in force with their sources, and hides secrets', async () => {
    await using folder = await emptyFolder()
    const { exitCode, stdout, stderr } = await platform(['config'], { cwd: folder.path, env })
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^PORT +4711 +environment$/m)
    expect(stdout).toMatch(/^PLATFORM_KEEP_ALIVE +\S+ +default$/m)
    expect(stdout).not.toMatch(/canary|hunter2/)
  })

  test('prints JSON with --json, and hides the same secrets', async () => {
    await using folder = await emptyFolder()
    const { exitCode, stdout } = await platform(['config', '--json'], { cwd: folder.path, env })
    const entries = JSON.parse(stdout) as { variable: string; value: unknown; source: string }[]
    expect([exitCode, entries.find(entry => entry.variable === 'PORT')]).toEqual([
      0,
      expect.objectContaining({ source: 'environment' }),
    ])
    expect(stdout).not.toMatch(/canary|hunter2/)
  })

  test('shows a wrong environment, and names its problems', async () => {
    await using folder = await emptyFolder()
    const { exitCode, stdout, stderr } = await platform(['config'], {
      cwd: folder.path,
      env: { ...env, PORT: 'many' },
    })
    expect([exitCode, stderr]).toEqual([78, expect.stringMatching(/^CONFIG_INVALID PORT: /)])
    expect(stdout).toMatch(/^PORT +many +environment$/m)
    expect(stdout + stderr).not.toMatch(/canary|hunter2/)
  })

  test('the reference page describes the variables; `pnpm run docs` writes it', async () => {
    const page = await readFile(new URL('../../../../docs/reference/configuration.md', import.meta.url), 'utf8')
    expect(page).toBe(configurationReference())
  })
})

test('an unknown command is named in the error', async () => {
  await using folder = await emptyFolder()
  const { exitCode, stderr } = await platform(['serv'], { cwd: folder.path })
  expect([exitCode, stderr]).toEqual([64, expect.stringMatching(/unknown command 'serv'/)])
})

test('the help of an import shows a line of its file', async () => {
  await using folder = await emptyFolder()
  const { stdout } = await platform(['import', 'threads', '--help'], { cwd: folder.path })
  const [line = ''] = /\{"id".*\}/.exec(stdout) ?? []
  await writeFile(join(folder.path, 'threads.ndjson'), line.replace('"c1"', 'null'))
  expect((await platform(['import', 'threads', 'threads.ndjson'], { cwd: folder.path })).exitCode).toBe(0)
})

test.each([
  [[], 64],
  [['import'], 64],
  [['import', 'threads'], 64],
  [['config', '--jason'], 64],
  [['--help'], 0],
  [['--version'], 0],
  [['users', 'create', '--help'], 0],
])('platform %j ends with %i', async (words, code) => {
  await using folder = await emptyFolder()
  expect((await platform(words, { cwd: folder.path })).exitCode).toBe(code)
})
