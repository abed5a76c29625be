import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { LINUX, testWith } from '../../../../test/needs.ts'
import { freePort } from '../free-port.ts'
import { emptyFolder } from './command.ts'

const BIN = fileURLToPath(new URL('../../bin/platform.js', import.meta.url))

/** A server below two shells, as `npx pnpm start` has it: each waits for the one that it started. */
async function launched(home: string, env: Readonly<Record<string, string>> = {}) {
  const port = await freePort()
  const outer = spawn('sh', ['-c', `sh -c '"${process.execPath}" "${BIN}" serve; true'; true`], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      HOST: '127.0.0.1',
      PORT: String(port),
      npm_lifecycle_event: 'start',
      ...env,
    },
  })
  // It ends with the server, because the end of the server closes what it wrote to.
  const log = text(outer.stderr)
  for await (const said of outer.stdout) if (String(said).includes('Listening on')) break
  return { outer, log, url: `http://127.0.0.1:${port}` }
}

testWith(LINUX)('a server whose launcher was ended stops as well, in order', { timeout: 30_000 }, async () => {
  await using folder = await emptyFolder()
  const { outer, log, url } = await launched(folder.path)
  const gone = once(outer, 'exit')
  outer.kill('SIGTERM')
  await gone
  expect(await log).toContain('the process that started this server has ended')
  await expect(fetch(`${url}/livez`)).rejects.toThrow()
})

testWith(LINUX)('a server that is told to stop together with its launchers drains', { timeout: 30_000 }, async () => {
  await using folder = await emptyFolder()
  const { outer, log } = await launched(folder.path, { PLATFORM_DRAIN_DELAY: '2500ms' })
  const begun = performance.now()
  process.kill(-outer.pid!, 'SIGTERM')
  expect(await log).not.toContain('the process that started this server has ended')
  expect(performance.now() - begun).toBeGreaterThan(2_400)
})
