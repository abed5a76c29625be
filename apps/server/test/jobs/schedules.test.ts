import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { definePlugin, type JobRun, type ScheduledJob } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, expect, test } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { describeWith } from '../../../../test/needs.ts'
import { refusalOf } from '../problems.ts'
import { another } from './another-server.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = new Date('2030-01-01T00:00:00Z')

interface Run {
  readonly scheduledAt: string
  readonly attempt: number
}

/** A plugin whose job notes each of its runs. */
function reporting(
  schedule: string,
  work: (job: JobRun) => unknown = () => {},
  more: Partial<Pick<ScheduledJob, 'attempts' | 'timeout'>> = {},
) {
  const runs: Run[] = []
  const plugin = definePlugin({
    name: 'reports',
    version: '1.2.0',
    sdk: '^1.0',
    jobs: {
      'reports.write': {
        schedule,
        ...more,
        run: async ({ scheduledAt }, _context, job) => {
          runs.push({ scheduledAt: scheduledAt.toISOString(), attempt: job.attempt })
          await work(job)
        },
      },
    },
  })
  return { plugin, runs, times: () => runs.map(({ scheduledAt }) => scheduledAt) }
}

/** Makes time pass in steps, and waits after each until what is due has been done. */
async function pass(platform: TestPlatform, { step, times }: { step: number; times: number }): Promise<void> {
  for (let i = 0; i < times; i++) {
    platform.clock.advance(step)
    await platform.services.jobs.idle()
  }
}

test('a scheduled job runs once at each of its times, and never before the first', async () => {
  const { plugin, times } = reporting('0 3 * * *')
  await using platform = await createTestPlatform({ now: NOW, plugins: [plugin] })
  await pass(platform, { step: 3 * HOUR - 1, times: 1 })
  expect(times()).toEqual([])
  await pass(platform, { step: 1, times: 1 })
  expect(times()).toEqual(['2030-01-01T03:00:00.000Z'])
  await pass(platform, { step: HOUR, times: 48 })
  expect(times()).toEqual(['2030-01-01T03:00:00.000Z', '2030-01-02T03:00:00.000Z', '2030-01-03T03:00:00.000Z'])
})

test('a job that is scheduled soon begins by itself when its time has come', async () => {
  const { plugin, runs } = reporting('* * * * *')
  await using one = await createTestPlatform({ now: NOW, plugins: [plugin] })
  const next = NOW.getTime() + MINUTE
  await one.services.jobs.stop()
  const shift = next - 300 - Date.now()
  const clock = { now: () => new Date(Date.now() + shift) }
  await using _two = await another(one.services, clock)
  await expect.poll(() => runs.length).toBeGreaterThan(0)
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(next)
})

test('times that were missed while no server was up are made up for by one late run', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'platform-schedules-'))
  const { plugin, times } = reporting('0 3 * * *')
  {
    await using first = await createTestPlatform({ now: NOW, plugins: [plugin], directory })
    await pass(first, { step: HOUR, times: 1 })
  }
  {
    const later = new Date(NOW.getTime() + 3 * DAY + HOUR)
    await using second = await createTestPlatform({ now: later, plugins: [plugin], directory })
    await second.services.jobs.idle()
    expect(times()).toEqual(['2030-01-01T03:00:00.000Z'])
    await pass(second, { step: 2 * HOUR, times: 1 })
    expect(times()).toEqual(['2030-01-01T03:00:00.000Z', '2030-01-04T03:00:00.000Z'])
  }
  await rm(directory, { recursive: true })
})

test('a schedule that a new version of the plugin changes counts from then on', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'platform-schedules-'))
  {
    await using _first = await createTestPlatform({ now: NOW, plugins: [reporting('0 3 * * *').plugin], directory })
  }
  const { plugin, times } = reporting('30 1 * * *')
  {
    await using second = await createTestPlatform({ now: NOW, plugins: [plugin], directory })
    await pass(second, { step: 30 * MINUTE, times: 10 })
    expect(times()).toEqual(['2030-01-01T01:30:00.000Z'])
  }
  await rm(directory, { recursive: true })
})

describeWith(mongo)('servers of two versions of a plugin on one store', () => {
  /** A server with a schedule, on the store of an address; the times at which it ran the job. */
  async function serving(url: string, schedule: string, now = NOW) {
    const { plugin, times } = reporting(schedule)
    const platform = await createTestPlatform({ now, plugins: [plugin], env: { PLATFORM_DOCSTORE_URL: url } })
    return { platform, times, [Symbol.asyncDispose]: () => platform[Symbol.asyncDispose]() }
  }

  test('the schedule of the one that started last counts, whichever of them runs the job', async () => {
    const url = mongo.url()
    await using first = await serving(url, '0 3 * * *')
    await using last = await serving(url, '*/2 * * * *')
    await pass(first.platform, { step: 2 * MINUTE, times: 1 })
    await pass(last.platform, { step: 2 * MINUTE, times: 2 })
    await pass(first.platform, { step: 2 * MINUTE, times: 2 })
    expect([first.times(), last.times()]).toEqual([
      ['2030-01-01T00:02:00.000Z', '2030-01-01T00:06:00.000Z'],
      ['2030-01-01T00:04:00.000Z'],
    ])
  })

  test('a schedule gives way when the servers that have it are gone', async () => {
    const url = mongo.url()
    await using stays = await serving(url, '0 * * * *')
    {
      await using _goes = await serving(url, '0 3 * * *')
      await pass(stays.platform, { step: 2 * MINUTE, times: 1 })
    }
    await pass(stays.platform, { step: MINUTE, times: 58 })
    expect(stays.times()).toEqual(['2030-01-01T01:00:00.000Z'])
  })

  test('a server that starts while the job runs has its schedule count from then on', async () => {
    const url = mongo.url()
    const running = Promise.withResolvers<void>()
    const { plugin, runs } = reporting('0 3 * * *', () => running.promise)
    const env = { PLATFORM_DOCSTORE_URL: url }
    await using first = await createTestPlatform({ now: NOW, plugins: [plugin], env })
    first.clock.advance(3 * HOUR)
    await expect.poll(() => runs.length).toBe(1)
    await using last = await serving(url, '0 * * * *', first.clock.now())
    running.resolve()
    await first.services.jobs.idle()
    expect(await last.platform.services.jobs.list({ type: 'reports.write' })).toMatchObject([
      { state: 'waiting', due_at: new Date('2030-01-01T04:00:00Z') },
    ])
  })
})

test('two servers run a scheduled job once for each of its times', async () => {
  const { plugin, times } = reporting('*/10 * * * *')
  await using one = await createTestPlatform({ now: NOW, plugins: [plugin] })
  const { clock } = one
  await using two = await another(one.services, clock)
  await using three = await another(one.services, clock)
  for (let i = 0; i < 12; i++) {
    one.clock.advance(10 * MINUTE)
    for (const { services } of [one, two, three]) services.jobs.wake()
    await Promise.all([one, two, three].map(({ services }) => services.jobs.idle()))
  }
  const expected = Array.from({ length: 12 }, (_, i) => new Date(NOW.getTime() + (i + 1) * 10 * MINUTE).toISOString())
  expect(times()).toEqual(expected)
})

test('while a run takes longer than the interval, no server begins another, and passed times are skipped', async () => {
  const first = Promise.withResolvers<void>()
  const { plugin, runs, times } = reporting('* * * * *', () => (runs.length === 1 ? first.promise : undefined))
  await using one = await createTestPlatform({ now: NOW, plugins: [plugin] })
  const { clock, services } = one
  const { docstore } = services
  await using two = await another(one.services, clock)
  one.clock.advance(MINUTE)
  await expect.poll(() => runs.length).toBe(1)
  one.clock.advance(MINUTE + 5_000)
  // A running server renews its lease every ten seconds; here the test moves the clock, and renews the lease itself.
  await docstore
    .collection('jobs')
    .updateOne({ type: 'reports.write' }, { $set: { due_at: new Date(clock.now().getTime() + 20_000) } })
  two.services.jobs.wake()
  await two.services.jobs.idle()
  expect(times()).toEqual(['2030-01-01T00:01:00.000Z'])
  first.resolve()
  await services.jobs.idle()
  one.clock.advance(MINUTE)
  two.services.jobs.wake()
  await Promise.all([services.jobs.idle(), two.services.jobs.idle()])
  expect(times()).toEqual(['2030-01-01T00:01:00.000Z', '2030-01-01T00:03:00.000Z'])
})

test('another server repeats a run whose server is gone, and the first result is ignored', async () => {
  const release = Promise.withResolvers<void>()
  const { plugin, runs } = reporting('0 3 * * *', async ({ attempt }) => {
    if (attempt === 1) await release.promise
  })
  await using one = await createTestPlatform({ now: NOW, plugins: [plugin] })
  one.clock.advance(3 * HOUR)
  await expect.poll(() => runs.length).toBe(1)
  await using two = await another(one.services, { now: () => new Date(NOW.getTime() + 3 * HOUR + MINUTE) })
  await two.services.jobs.idle()
  expect(runs).toEqual([
    { scheduledAt: '2030-01-01T03:00:00.000Z', attempt: 1 },
    { scheduledAt: '2030-01-01T03:00:00.000Z', attempt: 2 },
  ])
  release.resolve()
  await one.services.jobs.idle()
  expect(await two.services.jobs.list({ type: 'reports.write' })).toMatchObject([
    { state: 'waiting', attempts: 0, due_at: new Date('2030-01-02T03:00:00Z') },
  ])
})

test('a run that fails is tried again; after the last attempt the log names the plugin, and the schedule goes on', async () => {
  const { plugin, runs } = reporting(
    '0 3 * * *',
    () => {
      throw new Error('no paper')
    },
    { attempts: 2 },
  )
  await using platform = await createTestPlatform({ now: NOW, plugins: [plugin] })
  const { jobs } = platform.services
  await pass(platform, { step: 3 * HOUR, times: 1 })
  await pass(platform, { step: 10_000, times: 1 })
  expect(runs.map(({ attempt }) => attempt)).toEqual([1, 2])
  expect(await jobs.list()).toMatchObject([
    { state: 'waiting', error: 'no paper', due_at: new Date('2030-01-02T03:00:00Z') },
  ])
  expect(platform.logs).toContainEqual(
    expect.objectContaining({
      plugin: 'reports',
      version: '1.2.0',
      hook: 'jobs',
      at: 'reports.write',
      msg: 'a job is given up; `platform jobs list` shows why',
    }),
  )
  await pass(platform, { step: DAY, times: 1 })
  expect(runs.map(({ scheduledAt }) => scheduledAt)).toEqual([
    '2030-01-01T03:00:00.000Z',
    '2030-01-01T03:00:00.000Z',
    '2030-01-02T03:00:00.000Z',
  ])
})

test('a scheduled job can not be added by hand', async () => {
  const { plugin } = reporting('0 3 * * *')
  await using platform = await createTestPlatform({ now: NOW, plugins: [plugin] })
  await expect(platform.services.jobs.add('reports.write', {})).rejects.toThrow('runs by a schedule')
})

test.each([
  // In the night of 31 March 2030 the clocks of Berlin go from 2:00 to 3:00.
  [
    'spring',
    'a fixed time that is left out runs at the end of the gap',
    '30 2 * * *',
    '2030-03-30T12:00:00Z',
    ['2030-03-31T01:00', '2030-04-01T00:30'],
  ],
  [
    'spring',
    'a time that repeats leaves out what is left out',
    '30 * * * *',
    '2030-03-30T23:45:00Z',
    ['2030-03-31T00:30', '2030-03-31T01:30', '2030-03-31T02:30'],
  ],
  // In the night of 27 October 2030 they go from 3:00 back to 2:00.
  [
    'autumn',
    'a fixed time that comes twice runs the first time',
    '30 2 * * *',
    '2030-10-26T12:00:00Z',
    ['2030-10-27T00:30', '2030-10-28T01:30'],
  ],
  [
    'autumn',
    'a time that repeats runs in both hours',
    '30 * * * *',
    '2030-10-26T23:45:00Z',
    ['2030-10-27T00:30', '2030-10-27T01:30', '2030-10-27T02:30'],
  ],
] as const)('when clocks change in %s, %s', async (_season, _rule, schedule, from, expected) => {
  const { plugin, times } = reporting(schedule)
  await using platform = await createTestPlatform({
    now: new Date(from),
    plugins: [plugin],
    env: { PLATFORM_TIME_ZONE: 'Europe/Berlin' },
  })
  const last = new Date(`${expected.at(-1)}:00Z`).getTime()
  await pass(platform, { step: 15 * MINUTE, times: (last - new Date(from).getTime()) / (15 * MINUTE) })
  expect(times()).toEqual(expected.map(time => `${time}:00.000Z`))
})

test.each(['0 3 * *', '0 0 3 * * *', '61 * * * *', 'every day', '', '2030-01-01T00:00:00', '0 0 31 2 *', '@reboot'])(
  'the schedule %j is a problem at the start that names the plugin and the allowed form',
  async schedule => {
    const { plugin } = reporting(schedule)
    const starting = createTestPlatform({ plugins: [plugin] })
    expect(await refusalOf(starting)).toMatchObject({
      code: 'PLUGINS_INVALID',
      problems: [
        {
          code: 'PLUGIN_HOOK_INVALID',
          owners: ['reports'],
          message: expect.stringContaining(
            `reports@1.2.0 jobs: reports.write: the schedule ${JSON.stringify(schedule)} can't be read: `,
          ),
          fix: expect.stringContaining('five fields: minute, hour, day of the month, month, day of the week'),
        },
      ],
    })
  },
)
