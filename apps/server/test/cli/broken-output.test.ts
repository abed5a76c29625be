import { type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { BIN, emptyFolder } from './command.ts'

const FULL = '/dev/full'

/** Starts a server with these outputs, makes it log errors, and gives the code it ends with when it is told to stop. */
async function endOf(stdio: StdioOptions, unplug: 'stdout' | 'stderr' | null): Promise<number | null> {
  await using folder = await emptyFolder()
  await mkdir(join(folder.path, 'plugins/failing'), { recursive: true })
  await writeFile(
    join(folder.path, 'plugins/failing/index.js'),
    `module.exports = { router(router) { router.get('/api/v1/failing', () => { throw new Error('it fails') }) } }`,
  )
  const port = await freePort()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', BIN, 'serve'], {
    cwd: folder.path,
    stdio,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder.path,
      PORT: String(port),
      HOST: '127.0.0.1',
      PLATFORM_PLUGINS_JSON: '{"server": ["failing"]}',
    },
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  if (unplug) child[unplug]!.destroy()
  const status = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      answer => answer.status,
      () => 0,
    )
  try {
    await expect.poll(() => status('/readyz'), { timeout: 12_000 }).toBe(200)
    for (let round = 0; round < 20; round++) expect(await status('/api/v1/failing')).toBe(500)
    expect(await status('/readyz')).toBe(200)
  } finally {
    child.kill('SIGTERM')
  }
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
  const [code] = await ended
  clearTimeout(late)
  return code
}

test.each<'stdout' | 'stderr'>(['stdout', 'stderr'])(
  'a server whose %s has no reader any more runs on',
  { timeout: 30_000 },
  async unplug => {
    expect(await endOf(['ignore', 'pipe', 'pipe'], unplug)).toBe(0)
  },
)

test.skipIf(!existsSync(FULL)).each<[name: string, stdio: () => StdioOptions]>([
  ['standard output', () => ['ignore', openSync(FULL, 'w'), 'ignore']],
  ['the log', () => ['ignore', 'ignore', openSync(FULL, 'w')]],
])('a server runs on when the disk that takes %s is full', { timeout: 30_000 }, async (_name, stdio) => {
  expect(await endOf(stdio(), null)).toBe(0)
})

test('a command whose reader has enough ends without an error', { timeout: 30_000 }, async () => {
  await using folder = await emptyFolder()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', BIN, 'config'], {
    cwd: folder.path,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', HOME: folder.path },
  })
  const ended = once(child, 'exit')
  const complaints: string[] = []
  child.stderr.setEncoding('utf8').on('data', text => complaints.push(text))
  child.stdout.destroy()
  expect([(await ended)[0], complaints]).toEqual([0, []])
})

test.skipIf(!existsSync(FULL))(
  'a command whose output can not be written says so in one line',
  async () => {
    await using folder = await emptyFolder()
    const complaints = join(folder.path, 'complaints')
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', BIN, 'config'], {
      cwd: folder.path,
      stdio: ['ignore', openSync(FULL, 'w'), openSync(complaints, 'w')],
      env: { PATH: process.env['PATH'] ?? '', HOME: folder.path },
    })
    expect((await once(child, 'exit'))[0]).toBe(1)
    expect(await readFile(complaints, 'utf8')).toBe(
      "The output can't be written: ENOSPC: no space left on device, write\n",
    )
  },
  30_000,
)

/** What a file may take, as on a disk that gets full. The shell counts it in blocks of 512 bytes. */
const ROOM = 8 * 1024 * 1024
const LIMITED = `trap '' XFSZ; ulimit -f ${ROOM / 512}; exec "$0" "$@"`

test('an export that gets only a part of the last record into its file fails, and leaves no file', {
  timeout: 60_000,
}, async () => {
  await using folder = await emptyFolder()
  const env = { PLATFORM_DOCSTORE_URL: 'sqlite:./platform.db', PLATFORM_JWT_SECRET: 'a secret of a test, 32 bytes' }
  {
    const PLATFORM_DOCSTORE_URL = `sqlite:${join(folder.path, 'platform.db')}`
    await using platform = await createTestPlatform({ env: { PLATFORM_DOCSTORE_URL } })
    const author = await platform.createUser({ username: 'ada' })
    const { id } = await platform.createComment({ asset: await platform.createAsset(), author })
    await platform.services.docstore.collection('comments').updateOne({ id }, { $set: { body: 'x'.repeat(ROOM) } })
  }
  const file = join(folder.path, 'ada.ndjson')
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', BIN, 'users', 'export', 'ada']
  const child = spawn('sh', ['-c', LIMITED, ...command, '--output', file], {
    cwd: folder.path,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', HOME: folder.path, ...env },
  })
  const ended = once(child, 'close')
  const complaints = await text(child.stderr)
  expect([(await ended)[0], complaints]).toEqual([1, `${file} can't be written: EFBIG: file too large, write\n`])
  expect(existsSync(file)).toBe(false)
})
