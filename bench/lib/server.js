import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { environment, PLATFORM, ROOT, USAGE } from './workplace.js'

/**
 * A platform server in a process of its own, ready to be asked; `usage` names a file for what it used, once it has
 * stopped.
 */
export async function startServer(path, { usage, env } = {}) {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, [...(usage ? ['--import', USAGE] : []), PLATFORM, 'serve'], {
    cwd: ROOT,
    env: environment(path, { PORT: String(port), BENCH_USAGE: usage, ...env }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://localhost:${port}`
  const answers = () =>
    fetch(`${url}/readyz`).then(
      answer => answer.ok,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await sleep(5)
  }
  return { url, pid: child.pid, began, stop: () => stop(child) }
}

/**
 * A script of this folder in a process of its own, which is sent `input`; resolves with the first message it sends,
 * `next` with the next.
 */
export async function startScript(name, args, input) {
  const child = spawn(process.execPath, [new URL(name, import.meta.url).pathname, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  if (input !== undefined) child.send(input)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} ended with ${code}`)
  })
  const next = async () => (await Promise.race([once(child, 'message'), ended]))[0]
  return { message: await next(), next, stop: () => stop(child) }
}

/** The first message of a script of this folder, which ends by itself. */
export async function finished(name, args) {
  const { message, stop } = await startScript(name, args)
  await stop()
  return message
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
