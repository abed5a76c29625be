import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { environment, PLATFORM, ROOT, USAGE } from './workplace.js'

/**
 * A platform server in a process of its own, ready to be asked; `usage` names a file for what it used, once it has
 * stopped, and `under` is the beginning of a command that runs it.
 */
export async function startServer(path, { usage, env, under = [] } = {}) {
  const port = await freePort()
  const began = performance.now()
  const [program, ...args] = [...under, process.execPath, ...(usage ? ['--import', USAGE] : []), PLATFORM, 'serve']
  const child = spawn(program, args, {
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
 * `next` with the next. `under` is the beginning of a command that runs it.
 */
export async function startScript(name, args, { input, under = [] } = {}) {
  const [program, ...rest] = [...under, process.execPath, new URL(name, import.meta.url).pathname, ...args]
  const child = spawn(program, rest, {
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
export async function finished(name, args, options) {
  const { message, stop } = await startScript(name, args, options)
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
