import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type JobDefinition, NonRetryableError } from '../../src/jobs/definition.ts'

const payload = z.object({ n: z.number() })
type Payload = z.output<typeof payload>
const HOUR = 3_600_000
const NOW = new Date('2030-01-01T00:00:00Z')

/** A kind of job that notes what it does. */
function noting(
  { services: { jobs } }: TestPlatform,
  run: JobDefinition<Payload>['run'] = async () => {},
  more: Partial<JobDefinition<Payload>> = {},
) {
  const done: number[] = []
  const queue = jobs.define({
    type: 'test.note',
    payload,
    ...more,
    async run(given, job) {
      done.push(given.n)
      await run(given, job)
    },
  })
  return { done, add: queue.add, jobs }
}

test('a job is done, and nothing of it is left', async () => {
  await using platform = await createTestPlatform()
  const { done, add, jobs } = noting(platform)
  await add({ n: 1 })
  await jobs.idle()
  expect(done).toEqual([1])
  expect(await jobs.list()).toEqual([])
})

test('a job waits until its time', async () => {
  await using platform = await createTestPlatform({ now: NOW })
  const { done, add, jobs } = noting(platform)
  await add({ n: 1 }, { runAt: new Date(NOW.getTime() + HOUR) })
  platform.clock.advance(HOUR - 1)
  await jobs.idle()
  expect(done).toEqual([])
  platform.clock.advance(1)
  await jobs.idle()
  expect(done).toEqual([1])
})

test('a job that runs is not begun again when the clock is set forward', async () => {
  await using platform = await createTestPlatform({ now: NOW })
  const held = Promise.withResolvers<void>()
  const { done, add, jobs } = noting(platform, async ({ n }) => {
    if (n === 1) await held.promise
  })
  await add({ n: 1 })
  await expect.poll(() => done).toEqual([1])
  platform.clock.advance(HOUR)
  await add({ n: 2 })
  await expect.poll(() => done).toEqual([1, 2])
  held.resolve()
  await jobs.idle()
  expect([done, await jobs.list()]).toEqual([[1, 2], []])
})

test('a job that is due soon begins without anybody asking', async () => {
  await using platform = await createTestPlatform()
  const { done, add } = noting(platform)
  await add({ n: 1 }, { runAt: new Date(Date.now() + 150) })
  await expect.poll(() => done).toEqual([1])
})

test('a key keeps the same job from being added twice, also by simultaneous callers', async () => {
  await using platform = await createTestPlatform({ now: NOW })
  const { done, add, jobs } = noting(platform)
  const runAt = new Date(NOW.getTime() + HOUR)
  const ids = await Promise.all(Array.from({ length: 50 }, (_, n) => add({ n }, { key: 'same', runAt })))
  expect(new Set(ids).size).toBe(1)
  platform.clock.advance(HOUR)
  await jobs.idle()
  expect(done).toHaveLength(1)
  await add({ n: 77 }, { key: 'same' })
  await jobs.idle()
  expect(done[1]).toBe(77)
})

test('a job that fails is tried again later and later, then it is dead and says why', async () => {
  await using platform = await createTestPlatform({ now: NOW })
  const { done, add, jobs } = noting(
    platform,
    async () => {
      throw new Error('not today')
    },
    { attempts: 4 },
  )
  await add({ n: 1 })
  const waits: number[] = []
  for (let attempt = 1; attempt < 4; attempt++) {
    await jobs.idle()
    const [job] = await jobs.list()
    expect(job).toMatchObject({ state: 'waiting', attempts: attempt, error: 'not today' })
    const wait = job!.due_at!.getTime() - job!.updated_at.getTime()
    waits.push(wait)
    platform.clock.advance(wait)
  }
  await jobs.idle()
  expect(done).toHaveLength(4)
  for (const [i, wait] of waits.entries()) expect(wait / (5_000 * 2 ** i)).toBeGreaterThanOrEqual(1)
  for (const [i, wait] of waits.entries()) expect(wait / (5_000 * 2 ** i)).toBeLessThanOrEqual(1.2)
  expect(await jobs.list({ state: 'dead' })).toMatchObject([{ attempts: 4, error: 'not today', due_at: null }])
  platform.clock.advance(1_000 * HOUR)
  await jobs.idle()
  expect(done).toHaveLength(4)
})

test('a job that is refused is dead immediately, and an operator can retry it', async () => {
  await using platform = await createTestPlatform()
  let works = false
  const { done, add, jobs } = noting(platform, async () => {
    if (!works) throw new NonRetryableError('never')
  })
  await add({ n: 1 })
  await jobs.idle()
  expect(await jobs.list()).toMatchObject([{ state: 'dead', error: 'never' }])
  works = true
  expect(await jobs.retry()).toBe(1)
  await jobs.idle()
  expect(done).toEqual([1, 1])
  expect(await jobs.list()).toEqual([])
})

test('a dead job of a plugin that is no longer listed is not retried, because no server would run it', async () => {
  await using platform = await createTestPlatform()
  const { add, jobs } = noting(platform, async () => {
    throw new NonRetryableError('never')
  })
  await add({ n: 1 })
  await jobs.idle()
  await platform.services.docstore.collection('jobs').updateMany({}, { $set: { type: 'gone.work' } })
  expect(await jobs.retry()).toBe(0)
  expect(await jobs.list()).toMatchObject([{ type: 'gone.work', state: 'dead' }])
})

test('a dead job does not keep the same work from being asked for again', async () => {
  await using platform = await createTestPlatform()
  const { done, add, jobs } = noting(platform, async ({ n }) => {
    if (n === 1) throw new NonRetryableError('never')
  })
  await add({ n: 1 }, { key: 'same' })
  await jobs.idle()
  await add({ n: 2 }, { key: 'same' })
  await jobs.idle()
  expect(done).toEqual([1, 2])
  expect(await jobs.list()).toEqual([])
})

test('a kind of job never has more simultaneous runs than it allows', async () => {
  await using platform = await createTestPlatform()
  let [now, most] = [0, 0]
  const full = Promise.withResolvers<void>()
  const { done, add, jobs } = noting(
    platform,
    async () => {
      most = Math.max(most, ++now)
      if (now === 3) full.resolve()
      await full.promise
      now--
    },
    { concurrency: 3 },
  )
  await Promise.all(Array.from({ length: 40 }, (_, n) => add({ n })))
  await jobs.idle()
  expect(most).toBe(3)
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n))
})

test('a job added in a transaction exists when that is committed, and only then', async () => {
  await using platform = await createTestPlatform()
  const { done, add, jobs } = noting(platform)
  const failing = platform.services.docstore.transaction(async session => {
    await add({ n: 1 }, { session })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  await platform.services.docstore.transaction(async session => {
    await add({ n: 2 }, { session, key: 'two' })
  })
  await jobs.idle()
  expect(done).toEqual([2])
  expect(await jobs.list()).toEqual([])
})

test('a wrong payload is refused when it is added; one of another version waits for a server that knows it', async () => {
  await using platform = await createTestPlatform({ now: NOW })
  const { done, add, jobs } = noting(platform, undefined, { attempts: 2 })
  await expect(add({ n: 'one' } as never)).rejects.toThrow(/^wrong input for the job test\.note: n Invalid input/)
  await expect(add({ n: 1, more: 'x'.repeat(300_000) } as never)).rejects.toThrow('has more than')
  const runAt = new Date(NOW.getTime() + HOUR)
  const ids = [await add({ n: 1 }, { runAt }), await add({ n: 2 }, { runAt })]
  const stored = platform.services.docstore.collection<{ id: string; payload: object }>('jobs')
  await stored.updateMany({ id: { $in: ids } }, { $set: { payload: { n: 'new' } } })
  platform.clock.advance(HOUR)
  await jobs.idle()
  const error = expect.stringContaining('the stored payload is wrong: n')
  expect(await jobs.list()).toMatchObject(ids.map(() => ({ state: 'waiting', attempts: 1, error })))
  // What the other server knows how to read.
  await stored.updateOne({ id: ids[0]! }, { $set: { payload: { n: 1 } } })
  platform.clock.advance(HOUR)
  await jobs.idle()
  expect(done).toEqual([1])
  expect(await jobs.list()).toMatchObject([{ id: ids[1], state: 'dead', error }])
})

test('an attempt that takes too long gets an abort signal, and the job is tried again', async () => {
  await using platform = await createTestPlatform({ now: NOW })
  const stopped: boolean[] = []
  const { add, jobs } = noting(
    platform,
    async (_, { signal, attempt }) => {
      if (attempt > 1) return
      await new Promise(resolve => signal.addEventListener('abort', resolve))
      stopped.push(signal.aborted)
    },
    { timeout: 50 },
  )
  await add({ n: 1 })
  await expect.poll(() => stopped).toEqual([true])
  await expect.poll(() => jobs.list()).toMatchObject([{ state: 'waiting', error: 'it took longer than 0.05 s' }])
  platform.clock.advance(HOUR)
  await jobs.idle()
  expect(await jobs.list()).toEqual([])
})

test('a job whose every attempt ended with its server is given up', async () => {
  await using platform = await createTestPlatform({ now: NOW })
  const { done, add, jobs } = noting(platform, undefined, { attempts: 2 })
  const id = await add({ n: 1 }, { runAt: new Date(NOW.getTime() + HOUR) })
  // Two servers were killed while they ran the job: its attempts are counted, and no outcome is stored.
  await platform.services.docstore
    .collection<{ id: string }>('jobs')
    .updateOne({ id }, { $set: { attempts: 2 } } as never)
  platform.clock.advance(HOUR)
  await jobs.idle()
  expect(done).toEqual([])
  expect(await jobs.list()).toMatchObject([{ id, state: 'dead', error: '2 attempts ended with their server' }])
})

test('a job that its server interrupted runs again with the next one; one that was interrupted often waits first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'jobs-'))
  const options = { now: NOW, env: { PLATFORM_DOCSTORE_URL: `sqlite:${join(folder, 'platform.db')}` } }
  {
    await using platform = await createTestPlatform(options)
    const { add } = noting(platform)
    const jobs = platform.services.docstore.collection<{ id: string }>('jobs')
    for (const [n, attempts] of [1, 2, 3, 7].entries()) {
      const id = await add({ n }, { runAt: new Date(NOW.getTime() + HOUR) })
      // The server ends while it runs the job.
      await jobs.updateOne({ id }, { $set: { state: 'running', attempts, lease: 'a lease' } } as never)
    }
  }
  await using platform = await createTestPlatform(options)
  const { done, jobs } = noting(platform)
  await jobs.idle()
  expect(done.toSorted()).toEqual([0, 1])
  platform.clock.advance(6_000)
  await jobs.idle()
  expect(done.toSorted()).toEqual([0, 1, 2])
  platform.clock.advance(70_000)
  await jobs.idle()
  expect(done).not.toContain(3)
  platform.clock.advance(30_000)
  await jobs.idle()
  expect(done).toContain(3)
  await rm(folder, { recursive: true })
})
