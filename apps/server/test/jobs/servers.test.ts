import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { JobRun } from '../../src/jobs/definition.ts'
import { endLeases, testStoreVariables } from '../killed-server.ts'
import { another } from './another-server.ts'

const MINUTE = 60_000
const payload = z.object({ n: z.number() })

test('jobs of a server that was killed are done by the next', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'platform-jobs-'))
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('hold.program.ts', import.meta.url)), directory],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env['PATH'], ...testStoreVariables() } },
  )
  let said = ''
  child.stdout.on('data', data => {
    said += String(data)
  })
  try {
    await expect
      .poll(() => said.trim().split('\n').toSorted(), { timeout: 50_000 })
      .toEqual(['added', 'began 1', 'began 2'])
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await using platform = await createTestPlatform({ directory })
  const done: (readonly [n: number, attempt: number])[] = []
  const { jobs } = platform.services
  jobs.define({
    type: 'test.hold',
    payload,
    run: async ({ n }, { attempt }) => {
      done.push([n, attempt])
    },
  })
  endLeases(platform)
  await jobs.idle()
  expect(done.toSorted()).toEqual([
    [1, 2],
    [2, 2],
    [3, 1],
    [4, 1],
    [5, 1],
  ])
  expect(await jobs.list()).toEqual([])
  await rm(directory, { recursive: true })
}, 60_000)

test('two servers share the jobs, and each job is done once [F9]', async () => {
  await using one = await createTestPlatform()
  await using two = await another(one.services)
  const begun = new Map<string, number>()
  const byServer = [0, 0]
  const queues = [one, two].map(({ services }, server) =>
    services.jobs.define({
      type: 'test.share',
      payload,
      concurrency: 3,
      async run(_, { id }) {
        begun.set(id, (begun.get(id) ?? 0) + 1)
        byServer[server]!++
        await new Promise(resolve => setTimeout(resolve, 1))
      },
    }),
  )
  await Promise.all(Array.from({ length: 100 }, (_, n) => queues[n % 2]!.add({ n })))
  await expect.poll(() => one.services.jobs.list({ type: 'test.share' }), { timeout: 12_000 }).toEqual([])
  expect(begun.size).toBe(100)
  expect([...begun.values()].every(times => times === 1)).toBe(true)
  expect(Math.min(...byServer)).toBeGreaterThan(0)
})

test('a job whose lease ran out goes to another server, and what the first one makes of it no longer counts [F8]', async () => {
  await using one = await createTestPlatform()
  const { jobs } = one.services
  const release = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const queue = jobs.define({
    type: 'test.lease',
    payload,
    run: async () => {
      began.resolve()
      await release.promise
      throw new Error('too late')
    },
  })
  const id = await queue.add({ n: 1 })
  await began.promise
  const done: number[] = []
  {
    await using early = await another(one.services)
    early.services.jobs.define({
      type: 'test.lease',
      payload,
      run: async (_, { attempt }) => {
        done.push(attempt)
      },
    })
    await early.services.jobs.idle()
    expect(done).toEqual([])
  }
  await using late = await another(one.services, { now: () => new Date(Date.now() + MINUTE) })
  const held = Promise.withResolvers<void>()
  late.services.jobs.define({
    type: 'test.lease',
    payload,
    run: async (_, { attempt }) => {
      done.push(attempt)
      await held.promise
    },
  })
  await expect.poll(() => done).toEqual([2])
  release.resolve()
  await jobs.idle()
  expect(await jobs.list()).toMatchObject([{ id, state: 'running', attempts: 2, error: null }])
  held.resolve()
  await expect.poll(() => jobs.list()).toEqual([])
})

test('a server that stops finishes what ends soon and gives back what does not [F10]', async () => {
  await using one = await createTestPlatform()
  const two = await another(one.services)
  const runs: JobRun[] = []
  const queue = two.services.jobs.define({
    type: 'test.stop',
    payload,
    async run({ n }, job) {
      runs.push(job)
      if (n === 2)
        await new Promise((_, reject) => job.signal.addEventListener('abort', () => reject(new Error('stopped'))))
      else await new Promise(resolve => setTimeout(resolve, 200))
    },
  })
  await queue.add({ n: 1 })
  const id = await queue.add({ n: 2 })
  const waiting = await queue.add({ n: 3 }, { runAt: new Date(Date.now() + MINUTE) })
  await expect.poll(() => runs.length).toBe(2)
  await two.close()
  const left = await one.services.jobs.list()
  expect(left.find(job => job.id === id)).toMatchObject({ state: 'waiting', attempts: 0, lease: null })
  expect(left.map(job => job.id).toSorted()).toEqual([id, waiting].toSorted())
})
