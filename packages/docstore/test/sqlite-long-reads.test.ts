import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LINUX, testWith } from '../../../test/needs.ts'
import { connectDocstore, type Docstore, firstOfEach, isReadTooLong, type PipelineStage } from '../src/index.ts'
import { temporaryUrl } from './temporary.ts'

interface Thing {
  readonly _id: string
  readonly n: number
}

const THINGS = 30_000
/** For each row SQLite compares as many values, in one statement. */
const LONG = { $and: Array.from({ length: 900 }, (_, n) => ({ n: { $ne: -n - 1 } })) }

let docstore: Docstore
beforeEach(async () => {
  docstore = await connectDocstore(temporaryUrl())
})
afterEach(() => docstore.close())

/** A store with things, whose numbers have an index. */
async function filled(count = THINGS) {
  await docstore.reconcileIndexes([{ collection: 'things', indexes: [{ name: 'n', keys: { n: 1 } }] }])
  const things = docstore.collection<Thing>('things')
  await things.insertMany(Array.from({ length: count }, (_, n) => ({ _id: `t${n}`, n })))
  return things
}

/** The next thread that is started. */
function nextThread(): Promise<Worker> {
  return new Promise(resolve => process.once('worker', resolve))
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

test('a long read lets others be answered meanwhile, and its thread is shared', { timeout: 60_000 }, async () => {
  const things = await filled()
  const threads: Worker[] = []
  const note = (worker: Worker) => threads.push(worker)
  process.on('worker', note)
  let turns = 0
  const counter = setInterval(() => (turns += 1), 1)
  const long = [1, 2].map(() => things.countDocuments(LONG, { maxTimeMS: 30_000 }))
  expect(await things.findOne({ _id: 't7' })).toEqual({ _id: 't7', n: 7 })
  expect(await Promise.all(long)).toEqual([THINGS, THINGS])
  clearInterval(counter)
  process.off('worker', note)
  expect(turns).toBeGreaterThan(5)
  expect(threads).toHaveLength(1)
})

testWith(LINUX)('the thread of long reads waits for processors behind the others', async () => {
  const niceness = () =>
    readdirSync('/proc/self/task').map(id => {
      const [, values = ''] = readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')
      return Number(values.split(' ')[16])
    })
  const things = await filled(2_000)
  const before = Math.max(...niceness())
  await things.countDocuments({}, { maxTimeMS: 30_000 })
  const after = niceness().toSorted((a, b) => b - a)
  expect(after.slice(0, 2)).toEqual([before + 10, before])
})

test('a read is given up at its deadline, within a statement, and the next one is answered', {
  timeout: 60_000,
}, async () => {
  const things = await filled()
  const count = (maxTimeMS: number) => things.countDocuments(LONG, { maxTimeMS })
  await things.countDocuments({}, { maxTimeMS: 30_000 })
  const whole = await timeOf(() => count(30_000))
  const ended = nextThread()
  let refused: unknown
  const given = await timeOf(async () => {
    refused = await count(whole / 10).catch((error: unknown) => error)
  })
  expect(given).toBeLessThan(whole / 2)
  expect(refused).toMatchObject({ code: 'DOCSTORE_READ_TOO_LONG' })
  expect(isReadTooLong(refused)).toBe(true)
  expect(await count(30_000)).toBe(THINGS)
  await ended
})

test('the time in which a read waits for others counts, too', async () => {
  const things = await filled(2_000)
  const first = things.aggregate([{ $lookup: lookup }], { maxTimeMS: 500 }).toArray()
  const second = things.aggregate([{ $match: { n: { $lt: 2 } } }, { $lookup: lookup }], { maxTimeMS: 250 }).toArray()
  await expect(second).rejects.toMatchObject({ code: 'DOCSTORE_READ_TOO_LONG' })
  await expect(first).rejects.toMatchObject({ code: 'DOCSTORE_READ_TOO_LONG' })
  expect(await things.countDocuments({}, { maxTimeMS: 30_000 })).toBe(2_000)
})

/** Pairs every thing with all others, so that it takes very long. */
const lookup = {
  from: 'things',
  let: { n: '$n' },
  pipeline: [{ $match: { $expr: { $gt: ['$n', '$$n'] } } }],
  as: 'all',
}

test('a list does not wait for searches, which share another thread', async () => {
  const things = await filled(2_000)
  const threads: Worker[] = []
  const note = (worker: Worker) => threads.push(worker)
  process.on('worker', note)
  let ended = 0
  for (const _search of [1, 2])
    void things
      .aggregate([{ $lookup: lookup }], { maxTimeMS: 30_000 })
      .toArray()
      .catch(() => {})
      .finally(() => (ended += 1))
  expect(await things.countDocuments({}, { maxTimeMS: 30_000 })).toBe(2_000)
  process.off('worker', note)
  expect(ended).toBe(0)
  expect(threads).toHaveLength(2)
})

test('a long read sees every write that was acknowledged, and indexes that were made since', async () => {
  const things = await filled(2_000)
  expect(await things.countDocuments({}, { maxTimeMS: 30_000 })).toBe(2_000)
  await things.insertOne({ _id: 'more', n: 2_000 })
  expect(await things.countDocuments({}, { maxTimeMS: 30_000 })).toBe(2_001)
  await docstore.reconcileIndexes([
    { collection: 'things', indexes: [{ name: 'other', keys: { n: -1, _id: 1 }, partial: { n: { $gt: 1_998 } } }] },
  ])
  const found = things.find({ n: { $gt: 1_998 } }, { sort: { n: -1 }, maxTimeMS: 30_000 })
  expect(await found.toArray()).toEqual([
    { _id: 'more', n: 2_000 },
    { _id: 't1999', n: 1_999 },
  ])
})

test('the thread ends when nothing was read for a while', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const things = await filled(2_000)
    const started = nextThread()
    await things.countDocuments({}, { maxTimeMS: 30_000 })
    const ended = once(await started, 'exit')
    vi.advanceTimersByTime(60_000)
    await ended
    expect(await things.countDocuments({}, { maxTimeMS: 30_000 })).toBe(2_000)
  } finally {
    vi.useRealTimers()
  }
})

test('no thread is started for a collection of few documents', async () => {
  const things = await filled(100)
  let threads = 0
  const note = () => (threads += 1)
  process.on('worker', note)
  expect(await things.countDocuments({}, { maxTimeMS: 30_000 })).toBe(100)
  expect(await things.distinct('n', { n: { $lt: 2 } }, { maxTimeMS: 30_000 })).toEqual([0, 1])
  process.off('worker', note)
  expect(threads).toBe(0)
})

test('a read goes on in the thread when it has looked at a thousand rows', async () => {
  const things = await filled()
  let threads = 0
  const note = () => (threads += 1)
  process.on('worker', note)
  const limits = { sort: { n: 1 }, limit: 2, maxTimeMS: 30_000 } as const
  const page = (skip: number) => things.find({ n: { $gte: 0 } }, { ...limits, skip, projection: { _id: 1 } }).toArray()
  const firsts = (by: '_id' | 'n', values: readonly unknown[], filter: object = {}) =>
    firstOfEach(things, { ...limits, by, filter: { [by]: { $in: values }, ...filter } })

  expect(await page(900)).toEqual([{ _id: 't900' }, { _id: 't901' }])
  expect(await things.countDocuments({ n: { $lt: 900 } }, { maxTimeMS: 30_000 })).toBe(900)
  expect(await firsts('n', [7, 5])).toMatchObject([{ n: 5 }, { n: 7 }])
  expect(threads).toBe(0)

  expect(await page(1_100)).toEqual([{ _id: 't1100' }, { _id: 't1101' }])
  expect(threads).toBe(1)
  expect(await things.countDocuments({ n: { $lt: 1_100 } }, { maxTimeMS: 30_000 })).toBe(1_100)
  expect(await firsts('_id', ['t7', 't5'], { n: { $mod: [2, 1] } })).toMatchObject([{ n: 5 }, { n: 7 }])
  process.off('worker', note)
  expect(threads).toBe(1)
})

test('a large limit keeps no read out of the thread, and changes no answer', async () => {
  const things = await filled()
  let threads = 0
  const note = () => (threads += 1)
  process.on('worker', note)
  const list = (limit: number) => things.find({ n: { $gte: 0 } }, { sort: { n: -1 }, limit })
  const ids = async (limit: number) => (await list(limit).toArray()).map(({ _id }) => _id)
  const expected = (count: number) => Array.from({ length: count }, (_, i) => `t${THINGS - 1 - i}`)
  for (const limit of [300, 1_000, -1_000]) expect(await ids(limit)).toEqual(expected(Math.abs(limit)))
  expect(threads).toBe(0)
  expect(await ids(5_000)).toEqual(expected(5_000))
  expect(threads).toBe(1)
  expect(await list(1_000_000).next()).toEqual({ _id: `t${THINGS - 1}`, n: THINGS - 1 })
  process.off('worker', note)
  expect(threads).toBe(2)
})

test('errors of a long read are those of any other', async () => {
  const things = await filled(1_000)
  const refusal = (options?: { maxTimeMS: number }): Promise<unknown> =>
    things
      .aggregate([{ $nothing: 1 }], options)
      .toArray()
      .catch((error: Error) => error)
  const error = await refusal()
  expect(error).toMatchObject({ message: expect.stringContaining('$nothing') })
  expect(await refusal({ maxTimeMS: 30_000 })).toMatchObject({ message: (error as Error).message })
  await docstore.close()
  await expect(things.countDocuments({}, { maxTimeMS: 1_000 })).rejects.toMatchObject({ code: 'DOCSTORE_CLOSED' })
})

test('a read that needs little of many documents has room, however much these take together', {
  timeout: 60_000,
}, async () => {
  const votes = docstore.collection<{
    _id: string
    poll: string
    n: number
    parts: object[]
    places: { at: string }[]
  }>('votes')
  // In memory each of these takes ten times as much as its text, and all of them 400 MB.
  const parts = Array.from({ length: 4_000 }, () => ({}))
  for (let from = 0; from < 3_000; from += 100)
    await votes.insertMany(
      Array.from({ length: 100 }, (_, i) => ({
        _id: `v${from + i}`,
        poll: `p${i % 2}`,
        n: from + i,
        parts,
        places: [{ at: `a${(from + i) % 3}` }],
      })),
    )
  const aggregated = (...stages: readonly PipelineStage[]) => votes.aggregate(stages).toArray()
  expect(await aggregated({ $group: { _id: '$poll', n: { $sum: '$n' } } }, { $sort: { _id: 1 } })).toEqual([
    { _id: 'p0', n: 2_248_500 },
    { _id: 'p1', n: 2_250_000 },
  ])
  // Sums need one document at a time, even if they need all of it.
  const sums = { parts: { $sum: { $size: '$parts' } }, n: { $sum: '$n' }, places: { $sum: { $size: '$places' } } }
  const whole = { _id: null, parts: 12_000_000, n: 4_498_500, places: 3_000 }
  expect(
    await aggregated({ $facet: { all: [{ $group: { _id: null, ...sums } }], none: [{ $group: { _id: '$poll' } }] } }),
  ).toEqual([{ all: [whole], none: [{ _id: 'p0' }, { _id: 'p1' }] }])
  expect(await aggregated({ $match: { poll: { $ne: 'p1' } } }, { $count: 'votes' })).toEqual([{ votes: 1_500 }])
  expect(
    await aggregated(
      { $unwind: '$places' },
      { $match: { 'places.at': 'a0', $expr: { $lt: ['$n', 10] } } },
      { $project: { _id: 0, where: '$places.at', n: 1 } },
    ),
  ).toEqual([0, 3, 6, 9].map(n => ({ n, where: 'a0' })))
  expect(await votes.find({}, { sort: { n: -1 }, limit: 2, projection: { n: 1 } }).toArray()).toEqual([
    { _id: 'v2999', n: 2_999 },
    { _id: 'v2998', n: 2_998 },
  ])
  expect(await votes.find({}, { projection: { _id: 0, n: 1 } }).toArray()).toHaveLength(3_000)
})

test('callers who read page after page, or one result after another, let others be answered', async () => {
  const things = await filled(5_000)
  let turns = 0
  const counter = setInterval(() => (turns += 1), 1)
  const end = performance.now() + 300
  while (performance.now() < end) await things.find({ n: { $gte: 1_000 } }, { sort: { n: 1 }, limit: 500 }).toArray()
  const pages = turns
  for (let time = 0; time < 20; time++) for await (const { n } of things.find({})) if (n === THINGS) break
  clearInterval(counter)
  expect(pages).toBeGreaterThan(5)
  expect(turns - pages).toBeGreaterThan(5)
})

test('a page in an order that no index has keeps the documents out of memory', { timeout: 60_000 }, async () => {
  const MEGABYTE = 1024 * 1024
  const text = 'x'.repeat(16 * 1024)
  await docstore.reconcileIndexes([
    { collection: 'texts', indexes: ['n', 'at'].map(name => ({ name, keys: { [name]: 1 } })) },
  ])
  const texts = docstore.collection<Thing & { at: number; text: string }>('texts')
  for (let page = 0; page < 10; page++)
    await texts.insertMany(
      Array.from({ length: 1_000 }, (_, i) => ({ _id: `t${page}-${i}`, n: i, at: (i * 7919) % 1_000, text })),
    )
  let most = 0
  const before = process.memoryUsage.rss()
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5)
  // One part of the filter is matched in JavaScript, so that SQLite can't know when the page is full.
  const found = await texts
    .find({ n: { $gte: 0 }, text: { $mod: [2, 0] } } as never, { sort: { at: -1 }, limit: 10, maxTimeMS: 30_000 })
    .toArray()
  clearInterval(watch)
  expect(found).toEqual([])
  expect((most - before) / MEGABYTE).toBeLessThan(100)
})
