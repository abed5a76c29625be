import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { emptyFolder, serve } from '../cli/command.ts'
import { freePort } from '../free-port.ts'
import type { Posted, Posting } from './programs/post-without-pause.ts'

const PROGRAM = fileURLToPath(new URL('programs/post-without-pause.ts', import.meta.url))
const run = promisify(execFile)

/** What a server was like while many clients posted. */
export interface Measured {
  readonly posted: Posted
  /** How long `/livez` took meanwhile, in milliseconds. */
  readonly live: Times
  /** The same without the time in which server and client were ready to run and other programs had the processors. */
  readonly unshared: Times
  /** The processor time of the server in this time, in seconds. */
  readonly processor: number
  /** Megabytes of resident memory: before, the most meanwhile, and after the rest. */
  readonly memory: { readonly before: number; readonly most: number; readonly after: number }
}

interface Times {
  readonly median: number
  readonly p99: number
  readonly most: number
}

function timesOf(values: readonly number[]): Times {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
  return { median: at(0.5), p99: at(0.99), most: at(1) }
}

/** Asks on a connection of its own, as a load balancer does, so that waiting to be accepted counts too. */
function askAnew(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, response => void response.resume().once('end', resolve)).once('error', reject)
  })
}

/** Milliseconds that the first thread of a process ran, and that it waited for a processor. */
async function scheduleOf(pid: number | 'self'): Promise<{ readonly ran: number; readonly waited: number }> {
  const [ran = 0, waited = 0] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ').map(Number)
  return { ran: ran / 1e6, waited: waited / 1e6 }
}

/** Has many connections post comments without a pause, to a server as the start script runs it. */
export async function postWithoutPause(
  { connections, seconds }: Pick<Posting, 'connections' | 'seconds'>,
  rest: number,
): Promise<Measured> {
  await using folder = await emptyFolder()
  const port = await freePort()
  await using server = await serve({ cwd: folder.path, port })
  const ask = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return (await response.json()) as { token?: string; data?: { asset?: { id: string } } }
  }
  const account = { email: 'busy@test.example', username: 'busy', password: 'a long enough password' }
  await ask('users', account)
  const authorization = `Bearer ${(await ask('auth/local', account)).token}`
  const page = await ask('graph/ql', { query: '{ asset(url: "http://localhost/busy") { id } }' }, { authorization })
  const posting: Posting = {
    port,
    connections,
    seconds,
    perAddress: 375,
    head: [
      'POST /api/v1/graph/ql HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      `Authorization: ${authorization}`,
    ],
    body: JSON.stringify({
      query:
        'mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id body } errors { translation_key } } }',
      variables: { input: { asset_id: page.data?.asset?.id, body: 'What I think about this' } },
    }),
  }
  const resident = async () => {
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
    return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024)
  }
  const before = await resident()
  const { ran } = await scheduleOf(server.pid)
  const waited = async () => (await scheduleOf(server.pid)).waited + (await scheduleOf('self')).waited
  const times: number[] = []
  const unshared: number[] = []
  let most = before
  let over = false
  const watch = (async () => {
    while (!over) {
      const waitedBefore = await waited()
      const since = performance.now()
      await askAnew(`${server.url}/livez`)
      const time = performance.now() - since
      times.push(time)
      unshared.push(Math.max(0, time - (await waited()) + waitedBefore))
      most = Math.max(most, await resident())
      await new Promise(resolve => setTimeout(resolve, 25))
    }
  })()
  const { stdout } = await run(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    PROGRAM,
    JSON.stringify(posting),
  ])
  over = true
  await watch
  const processor = Math.round((await scheduleOf(server.pid)).ran - ran) / 1_000
  await new Promise(resolve => setTimeout(resolve, rest))
  return {
    posted: JSON.parse(stdout) as Posted,
    live: timesOf(times),
    unshared: timesOf(unshared),
    processor,
    memory: { before, most, after: await resident() },
  }
}
