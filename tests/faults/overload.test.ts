import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Comment } from '@platform/plugin-sdk'
import { expect } from 'vitest'
import type { Posted, Posting } from '../../apps/server/test/http/programs/post-without-pause.ts'
import { LINUX, testWith } from '../../test/needs.ts'
import { checkStores } from './check.ts'
import { crowd, untilPosted } from './crowd.ts'
import { newLedger } from './ledger.ts'
import { type Mutation, REFUSES_UNCLEARLY } from './mutations.ts'
import { openSite, type Scene } from './site.ts'
import { POST, visitors } from './visitors.ts'

const PROGRAM = fileURLToPath(new URL('../../apps/server/test/http/programs/post-without-pause.ts', import.meta.url))
/** More than are answered and may wait, from several addresses. */
const WRITERS = { connections: 900, perAddress: 300, seconds: 3, untilRefused: true }
const TEXT = 'one of very many'
/** What a server may take while it refuses what is too much. Megabytes. */
const MEMORY = 512

/** Lets many connections post without a pause, and visitors beside them. */
async function overload({ mutation }: { readonly mutation?: Mutation } = {}) {
  await using site = await openSite({ tells: false })
  const server = await site.start({ mutation })
  const { scene } = site
  const ledger = newLedger()
  using visits = visitors({ scene, ledger, url: () => server.url })
  const visiting = crowd(visits, 2)
  const posted = await postWithoutPause(Number(new URL(server.url).port), scene)
  if (mutation === undefined) await untilPosted(ledger, 4)
  else visits[Symbol.dispose]()
  const failures = await visiting.stop().then(
    () => [],
    (error: unknown) => [String(error)],
  )
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  const memory = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
  server.stop('SIGTERM')
  expect((await server.ended).exitCode).toBe(0)
  return await site.read(async docstore => {
    const comments = docstore.collection<Comment>('comments')
    const stored = await comments.countDocuments({ body: TEXT })
    const wrong = await checkStores(docstore, ledger, scene.moderator.id)
    return { posted, failures, memory, stored, wrong: wrong.filter(text => !text.includes(TEXT)) }
  })
}

async function postWithoutPause(port: number, { people, assets }: Scene): Promise<Posted> {
  const posting: Posting = {
    port,
    ...WRITERS,
    head: [
      'POST /api/v1/graph/ql HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      `Authorization: Bearer ${people[0]!.token}`,
    ],
    body: JSON.stringify({ query: POST, variables: { input: { asset_id: assets[0], body: TEXT } } }),
  }
  const args = ['--disable-warning=ExperimentalWarning', PROGRAM, JSON.stringify(posting)]
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout) as Posted
}

testWith(LINUX)(
  'a server that has too much to do refuses with 503 in bounded time and memory, and loses nothing that it acknowledged',
  { timeout: 60_000 },
  async () => {
    const { posted, failures, memory, stored, wrong } = await overload()
    expect([failures, wrong]).toEqual([[], []])
    expect(Object.keys(posted.statuses).sort()).toEqual(['200', '503'])
    expect(posted.toldWhen).toBe(true)
    // Answers that were under way when the writers left are stored without having been read.
    expect(stored).toBeGreaterThanOrEqual(posted.statuses['200']!)
    expect(stored).toBeLessThanOrEqual(posted.statuses['200']! + WRITERS.connections)
    // A request waits for a place for five seconds at most. Other programs have the processors meanwhile.
    expect(posted.longest).toBeLessThan(15_000)
    expect(memory).toBeLessThan(MEMORY)
  },
)

testWith(LINUX)('the check finds a server that refuses unclearly', { timeout: 60_000 }, async () => {
  const { posted } = await overload({ mutation: REFUSES_UNCLEARLY })
  expect(Object.keys(posted.statuses)).toContain('500')
})
