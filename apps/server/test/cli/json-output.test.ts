import { expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { emptyFolder, platform, serve } from './command.ts'

/** Every line of a text, parsed. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Record<string, unknown>)

test('in production all that a server writes for a program is JSON, a line each: where it listens, its log, its link', async () => {
  await using folder = await emptyFolder()
  const port = await freePort()
  const env = {
    NODE_ENV: 'production',
    PLATFORM_ROOT_URL: `http://localhost:${port}`,
    PLATFORM_DOCSTORE_URL: 'sqlite:./data/platform.db',
    PLATFORM_KVSTORE_URL: 'memory:',
    PLATFORM_JWT_SECRET: 'c6b1f0a3d94e4b7f8a21e5c7d9f03b68',
    PLATFORM_DRAIN_DELAY: '0ms',
  }
  await using server = await serve({ cwd: folder.path, port, env })
  server.stop('SIGTERM')
  const { stdout, stderr } = await server.ended
  const [said] = linesOf(stdout)
  expect(said).toMatchObject({ level: 'info', msg: expect.stringContaining(`Listening on http://localhost:${port}`) })
  expect(String(said?.['msg'])).toMatch(/admin\/install#token=[\w-]{32}\n/)
  expect(linesOf(stderr).every(({ level, time }) => level !== undefined && time !== undefined)).toBe(true)
})

test('in production why a server does not start is one line of JSON as well', async () => {
  await using folder = await emptyFolder()
  const ended = await platform(['serve'], { cwd: folder.path, env: { NODE_ENV: 'production', PORT: 'many' } })
  expect([ended.exitCode, ended.stdout]).toEqual([78, ''])
  expect(linesOf(ended.stderr)).toEqual([
    { level: 'fatal', time: expect.any(String), msg: expect.stringMatching(/CONFIG_INVALID PORT: /) },
  ])
})
