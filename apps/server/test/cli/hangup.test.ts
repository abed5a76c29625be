import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { describeWith, LINUX } from '../../../../test/needs.ts'
import { program } from '../../../../test/programs.ts'
import { freePort } from '../free-port.ts'
import { emptyFolder } from './command.ts'

const BIN = fileURLToPath(new URL('../../bin/platform.js', import.meta.url))
const NOHUP = program('nohup')
const BASH = program('bash')

describeWith(
  LINUX,
  NOHUP,
  BASH,
)('SIGHUP', () => {
  /** A server that a shell started by this line, once it listens. */
  async function startedBy(line: string) {
    const folder = await emptyFolder()
    const port = await freePort()
    const child = spawn(BASH.file, ['-c', line, 'bash', process.execPath, BIN], {
      cwd: folder.path,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder.path, PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = once(child, 'exit')
    for await (const chunk of child.stdout) if (String(chunk).includes('Listening on')) break
    return {
      child,
      ended,
      folder: folder.path,
      url: `http://127.0.0.1:${port}`,
      async [Symbol.asyncDispose]() {
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
        await ended
        await folder[Symbol.asyncDispose]()
      },
    }
  }

  test('stops the server in order', async () => {
    await using server = await startedBy('exec "$1" "$2" serve')
    server.child.kill('SIGHUP')
    expect(await server.ended).toEqual([0, null])
  })

  test.each([
    ['by nohup', `${NOHUP.file} "$1" "$2" serve & echo $! >pid; wait $!`],
    ['by a shell that ignores it', `trap '' HUP; "$1" "$2" serve & echo $! >pid; wait $!`],
  ])('is ignored by a server that was started %s', async (_how, line) => {
    await using server = await startedBy(line)
    const pid = Number(readFileSync(join(server.folder, 'pid'), 'utf8'))
    process.kill(pid, 'SIGHUP')
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    process.kill(pid, 'SIGTERM')
    expect(await server.ended).toEqual([0, null])
  })
})
