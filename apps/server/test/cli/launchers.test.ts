import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { LINUX, testWith } from '../../../../test/needs.ts'
import { freePort } from '../free-port.ts'
import { emptyFolder } from './command.ts'

const BIN = fileURLToPath(new URL('../../bin/platform.js', import.meta.url))

testWith(LINUX)('a server whose launcher was ended stops as well, in order', { timeout: 30_000 }, async () => {
  await using folder = await emptyFolder()
  const port = await freePort()
  // As `npx pnpm start` does: a shell that waits for a shell that waits for the server.
  const outer = spawn('sh', ['-c', `sh -c '"${process.execPath}" "${BIN}" serve; true'; true`], {
    cwd: folder.path,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder.path,
      HOST: '127.0.0.1',
      PORT: String(port),
      npm_lifecycle_event: 'start',
    },
  })
  const log = text(outer.stderr)
  for await (const said of outer.stdout) if (String(said).includes('Listening on')) break
  const gone = once(outer, 'exit')
  outer.kill('SIGTERM')
  await gone
  // Its end closes what it wrote to.
  expect(await log).toContain('the process that started this server has ended')
  await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow()
})
